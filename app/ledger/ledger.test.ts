import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { silentLogger } from '../base/logger'
import type { LedgerQuery } from '../contract/ledger'
import { openDatabase } from '../history/database'
import type { Database } from '../history/database'
import { openHistoryFile } from '../history/open'
import { createStore } from '../history/store'
import type { SynchronousStore } from '../history/store'
import { runLedger } from '../ledger-command'
import type { LedgerDraft } from './interface'
import { createLedger } from './ledger'
import type { LedgerControl } from './ledger'

const soon = { timeout: 5_000, interval: 10 }
const everything: LedgerQuery = {
  recipientType: null,
  recipient: null,
  text: '',
  from: null,
  to: null,
  beforePosition: null,
  limit: 100
}

let folder: string
let file: string
let database: Database
let store: SynchronousStore
let ledger: LedgerControl
let alerts: string[]
let clock: number
let diskFails: boolean

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ledger-'))
  file = path.join(folder, 'history', 'parley.db')
  database = (await openHistoryFile(file, Date.now)).database
  store = createStore(database, null)
  alerts = []
  clock = 1_000
  diskFails = false
  let ids = 0
  ledger = createLedger({
    history: {
      appendLedger: async (entries) => {
        if (diskFails) throw new Error('the disk is full')
        store.appendLedger(entries)
      },
      readLedgerEnd: async () => store.readLedgerEnd(),
      searchLedger: async (query) => store.searchLedger(query),
      readLedger: async (after, limit) => store.readLedger(after, limit)
    },
    redact: (text) => text.replaceAll('CANARY', '[secret]'),
    schedule: (work, delayMs) => {
      const timer = setTimeout(work, Math.min(delayMs, 20))
      return () => clearTimeout(timer)
    },
    now: () => clock++,
    newId: () => `salt-${++ids}`,
    alert: (text) => alerts.push(text),
    log: silentLogger
  })
})

afterEach(async () => {
  await ledger.dispose()
  store.close()
  rmSync(folder, { recursive: true, force: true })
})

function draft(change: Partial<LedgerDraft> = {}): LedgerDraft {
  return {
    recipientType: 'server',
    recipient: 'files',
    kind: 'tool call',
    subject: 'write_file',
    conversationId: 'c1',
    messageId: 'm1',
    callId: 'call1',
    decision: { by: 'person', detail: null },
    content: { path: '/notes.txt', text: 'hello' },
    ...change
  }
}

async function command(...args: string[]): Promise<{ status: number; output: string }> {
  let output = ''
  const write = (text: string) => void (output += text)
  const status = await runLedger(args, { out: write, error: write })
  return { status, output }
}

/** What somebody with the file and an editor for databases would do. */
async function tamper(...statements: string[]): Promise<void> {
  const other = await openDatabase(file)
  for (const name of ['ledger_kept', 'ledger_unchanged', 'ledger_blanked']) other.exec(`DROP TRIGGER ${name}`)
  for (const statement of statements) other.exec(statement)
  other.close()
}

describe('entries', () => {
  it('SEC-21: say who received how much, when, where and by whose decision, within a second and without being asked', async () => {
    ledger.record(draft())
    ledger.record(draft({ decision: { by: 'grant', detail: 'g7' }, content: { text: 'ä' } }))
    await expect.poll(() => store.searchLedger(everything).entries.length, soon).toBe(2)
    expect(store.searchLedger(everything).entries).toMatchObject([
      { position: 2, recipient: 'files', bytes: 13, decidedBy: 'grant', decision: 'g7' },
      {
        position: 1,
        at: 1_000,
        recipientType: 'server',
        recipient: 'files',
        kind: 'tool call',
        subject: 'write_file',
        bytes: 36,
        conversationId: 'c1',
        messageId: 'm1',
        callId: 'call1',
        decidedBy: 'person',
        excerpt: '{"path":"/notes.txt","text":"hello"}'
      }
    ])
  })

  it('SEC-19: never hold a secret, whether it is known, named, or only looks like one', async () => {
    const key = `sk-ant-${'a1B2'.repeat(6)}`
    const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N'
    ledger.record(draft({ content: { note: 'CANARY', password: 'hunter2', pin: { apiKey: 4711 } } }))
    ledger.record(draft({ content: `use ${key} or ${jwt} or ghp_0123456789abcdefghijklm` }))
    ledger.record(draft({ content: 'password = tr0ub4dor and https://me:hunter2@example.com/' }))
    ledger.record(draft({ content: `${'x'.repeat(195)} ${key}` }))
    ledger.record(draft({ content: 'Authorization: Bearer abcdefghijklmnop', subject: 'CANARY.txt' }))
    const { entries } = await ledger.search(everything)
    const text = JSON.stringify(entries)
    for (const secret of ['CANARY', 'hunter2', '4711', 'sk-ant', 'eyJ', 'ghp_', 'tr0ub', 'abcdefghij'])
      expect(text).not.toContain(secret)
    expect(entries).toHaveLength(5)
    expect(entries.every(({ excerpt }) => excerpt?.includes('[secret]') || excerpt?.startsWith('xxx'))).toBe(
      true
    )
  })

  it('are found by recipient, words and time, and summed up by recipient', async () => {
    ledger.record(draft({ content: 'the budget of may' }))
    ledger.record(
      draft({ recipientType: 'model', recipient: 'anthropic', subject: '100%_sure', content: 'x' })
    )
    ledger.record(draft({ recipient: 'calendar', content: 'dentist' }))
    const find = async (query: Partial<LedgerQuery>) =>
      (await ledger.search({ ...everything, ...query })).entries.map(({ position }) => position)
    expect(await find({ recipientType: 'server', recipient: 'calendar' })).toEqual([3])
    expect(await find({ text: 'BUDGET' })).toEqual([1])
    expect(await find({ text: '0%_s' })).toEqual([2])
    expect(await find({ text: '%' })).toEqual([2])
    expect(await find({ from: 1_001, to: 1_001 })).toEqual([2])
    expect(await find({ beforePosition: 3, limit: 1 })).toEqual([2])
    const page = await ledger.search({ ...everything, limit: 1 })
    expect(page.hasEarlier).toBe(true)
    expect(page.recipients).toEqual([
      { recipientType: 'server', recipient: 'files', entries: 1, bytes: 19 },
      { recipientType: 'server', recipient: 'calendar', entries: 1, bytes: 9 },
      { recipientType: 'model', recipient: 'anthropic', entries: 1, bytes: 3 }
    ])
  })

  it('lose their excerpt with their conversation, and the chain holds', async () => {
    store.saveConversation({ id: 'c1', title: 't', createdAt: 1, updatedAt: 1, model: 'direct' })
    ledger.record(draft())
    ledger.record(draft({ conversationId: 'c2' }))
    await ledger.flush()
    store.deleteConversation('c1')
    const { entries } = await ledger.search(everything)
    expect(entries.map(({ excerpt }) => excerpt)).toEqual(['{"path":"/notes.txt","text":"hello"}', null])
    expect(await ledger.verify()).toMatchObject({ entries: 2, broken: null })
  })
})

describe('a disk that refuses', () => {
  it('is told once, loses nothing, and slows nobody', async () => {
    diskFails = true
    ledger.record(draft())
    await vi.waitFor(() => expect(alerts).toHaveLength(1), soon)
    expect(alerts[0]).toContain('The ledger can not be written')
    ledger.record(draft())
    await ledger.flush()
    expect(alerts).toHaveLength(1)
    diskFails = false
    await expect.poll(() => store.searchLedger(everything).entries.length, soon).toBe(2)
    expect(await ledger.verify()).toMatchObject({ entries: 2, broken: null })
  })

  it('leaves a gap that the ledger names when it refuses for too long', async () => {
    diskFails = true
    for (let count = 0; count < 10_003; count += 1) ledger.record(draft({ content: 1 }))
    await ledger.flush()
    diskFails = false
    await ledger.flush()
    ledger.record(draft())
    const { entries } = await ledger.search({ ...everything, limit: 2, text: 'not kept' })
    expect(entries).toMatchObject([{ kind: 'gap', subject: '3 entries were not kept' }])
  })
})

describe('the chain', () => {
  beforeEach(async () => {
    for (const text of ['one', 'two', 'three']) ledger.record(draft({ content: text }))
    await ledger.flush()
  })

  it('can not be changed through the database as it is', () => {
    expect(() => database.exec('DELETE FROM ledger')).toThrow(/never deleted/)
    expect(() => database.exec("UPDATE ledger SET recipient = 'me'")).toThrow(/never changed/)
    expect(() => database.exec("UPDATE ledger SET excerpt = 'mine'")).toThrow(/never changed/)
  })

  it('goes on where it ended when the app starts again', async () => {
    await ledger.dispose()
    const head = store.readLedgerEnd()?.hash
    ledger.record(draft())
    await ledger.flush()
    expect(store.readLedger(3, 1)).toMatchObject([{ position: 4, previousHash: head }])
    expect(await command('verify', '--data-dir', folder)).toMatchObject({ status: 0 })
  })

  it('is checked by a command, beside the running app', async () => {
    const head = store.readLedgerEnd()?.hash
    const { status, output } = await command('verify', '--data-dir', folder)
    expect({ status, output }).toEqual({ status: 0, output: `3 entries, unbroken; last hash ${head}\n` })
  })

  it.each([
    ["UPDATE ledger SET recipient = 'nobody' WHERE position = 2", 2, 'was changed'],
    ['UPDATE ledger SET bytes = 1 WHERE position = 1', 1, 'was changed'],
    ["UPDATE ledger SET excerpt = 'nothing' WHERE position = 3", 3, 'excerpt of entry 3'],
    ['DELETE FROM ledger WHERE position = 2', 2, 'missing'],
    ['DELETE FROM ledger WHERE position = 1', 1, 'missing'],
    ["UPDATE ledger SET previous_hash = 'x' WHERE position = 3", 3, 'does not follow']
  ])('names the first broken entry after: %s', async (statement, position, reason) => {
    await tamper(statement)
    const { status, output } = await command('verify', '--data-dir', folder)
    expect(status).toBe(1)
    expect(output).toMatch(new RegExp(`^broken at entry ${position}: .*${reason}`))
    expect(await ledger.verify()).toMatchObject({ broken: { position } })
  })

  it('shows a cut end to who noted its last hash', async () => {
    const head = store.readLedgerEnd()?.hash ?? ''
    await tamper('DELETE FROM ledger WHERE position = 3')
    expect((await command('verify', '--data-dir', folder)).status).toBe(0)
    const { status, output } = await command('verify', '--data-dir', folder, '--head', head)
    expect(status).toBe(1)
    expect(output).toContain('cut off')
  })

  it('can be copied as JSON Lines and checked in the copy', async () => {
    const copy = path.join(folder, 'copy.jsonl')
    expect(await command('export', '--data-dir', folder, '--file', copy)).toMatchObject({ status: 0 })
    expect(await command('verify', '--file', copy)).toMatchObject({ status: 0 })
    const lines = new TextDecoder().decode(await ledger.export())
    expect(
      lines
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown)
    ).toMatchObject([
      { position: 1, excerpt: 'one' },
      { position: 2, excerpt: 'two' },
      { position: 3, excerpt: 'three' }
    ])
    writeFileSync(copy, lines.replace('two', 'tWo'))
    expect(await command('verify', '--file', copy)).toMatchObject({ status: 1 })
    writeFileSync(copy, lines.split('\n').slice(1).join('\n'))
    expect((await command('verify', '--file', copy)).output).toMatch(/^broken at entry 1/)
  })

  it('says what is missing where there is none', async () => {
    const nowhere = await command('verify', '--data-dir', path.join(folder, 'other'))
    expect(nowhere.status).toBe(2)
    expect(nowhere.output).toContain('There is no history in')
    expect((await command('verify')).output).toContain('npm run ledger -- verify')
  })
})
