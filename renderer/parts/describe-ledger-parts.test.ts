/** Parley's own texts in the ledger are shown in the current language; names from others stay unchanged. */
import { afterEach, expect, it } from 'vitest'
import type { LedgerEntry } from '../../app/contract/ledger'
import { lostEntries, removedEntries } from '../../app/ledger/record-gaps'
import { showLanguage } from '../../app/texts/translated'
import { describeRecipient, describeRule, describeSubject } from './describe-ledger-parts'

afterEach(() => showLanguage('en'))

const wordsOf = ({ kind, subject, recipient }: Pick<LedgerEntry, 'kind' | 'subject' | 'recipient'>) => {
  const entry = { kind, subject, recipient } as LedgerEntry
  return [describeRecipient(entry), describeSubject(entry)]
}

it('translates what Parley wrote about gaps into both languages', async () => {
  const gaps = [removedEntries(3, 3), removedEntries(3, 9), lostEntries(12)]
  expect(gaps.map(wordsOf)).toEqual([
    ['several', 'Entry 3 was removed from the activity log file'],
    ['several', 'Entries 3 to 9 were removed from the activity log file'],
    ['several', '12 entries were not kept']
  ])
  await showLanguage('de')
  expect(gaps.map(wordsOf)).toEqual([
    ['mehrere', 'Eintrag 3 wurde aus der Datei des Aktivitätsprotokolls entfernt'],
    ['mehrere', 'Die Einträge 3 bis 9 wurden aus der Datei des Aktivitätsprotokolls entfernt'],
    ['mehrere', '12 Einträge gingen verloren']
  ])
  expect(gaps.map(({ decision }) => describeRule(decision.detail ?? ''))).toEqual([
    'Beim Start von Parley festgestellt.',
    'Beim Start von Parley festgestellt.',
    'Auf den Datenträger konnte zu lange nicht geschrieben werden.'
  ])
  expect([describeRule('not open for it'), describeRule('more than it may take')]).toEqual([
    'von der Sandbox blockiert',
    'über der Grenze'
  ])
  const limits = ['memory', 'processes', 'processor'].map((subject) => ({ kind: 'limit', subject }) as const)
  const tried = { kind: 'closed file', subject: 'network' } as const
  expect([...limits, tried].map((entry) => wordsOf({ ...entry, recipient: 'memory' }))).toEqual([
    ['memory', 'Speicher'],
    ['memory', 'Prozesse'],
    ['memory', 'Prozessor'],
    ['memory', 'Netzwerk']
  ])
  expect(describeRule('part of the sign-in at notes (old)')).toBe('Teil der Anmeldung bei notes (old)')
  expect(describeRule('the policy of this computer (/etc/a.json)')).toBe(
    'die Richtlinie dieses Computers (/etc/a.json)'
  )
})

it("leaves a tool, a server and a rule unchanged that only look like Parley's text", async () => {
  await showLanguage('de')
  expect(wordsOf({ kind: 'tool call', subject: 'the server', recipient: 'several' })).toEqual([
    'several',
    'the server'
  ])
  expect(describeRule('a rule of tomorrow')).toBe('a rule of tomorrow')
})
