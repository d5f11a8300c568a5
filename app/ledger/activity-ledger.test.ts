import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { silentLogger } from '../base/logger'
import { toEnglish } from '../texts/render-localized'
import type { LedgerQuery } from '../contract/ledger'
import { openDatabase } from '../history/database'
import type { Database } from '../history/database'
import { openHistoryFile } from '../history/open-history-file'
import { bundle } from '../history/testing/bundle'
import { createStore } from '../history/history-store'
import type { SynchronousStore } from '../history/history-store'
import { runLedger } from '../host/ledger-command'
import { chainEntries } from './chain'
import { createStoredEnd } from './stored-end'
import type { StoredEnd } from './stored-end'
import type { LedgerDraft } from './interface'
import { createLedger } from './activity-ledger'
import type { LedgerControl } from './activity-ledger'
import { soon } from '../testing/soon'

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
let isAnswerLost: boolean
let ids: number
let endNote: StoredEnd

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ledger-'))
  file = path.join(folder, 'history', 'parley.db')
  const opened = await openHistoryFile(file, Date.now)
  database = opened.database
  store = createStore(opened)
  alerts = []
  clock = 1_000
  diskFails = false
  isAnswerLost = false
  ids = 0
  endNote = createStoredEnd(path.join(folder, 'second place'))
  mkdirSync(path.join(folder, 'second place'))
  ledger = openLedger()
})

function openLedger(): LedgerControl {
  return createLedger({
    history: {
      appendLedger: async (entries) => {
        if (diskFails) throw new Error('the disk is full')
        store.appendLedger(entries)
        if (isAnswerLost) throw new Error('the thread ended')
      },
      readLedgerEnd: async () => store.readLedgerEnd(),
      readNotedLedgerEnd: async () => store.readNotedLedgerEnd(),
      searchLedger: async (query) => store.searchLedger(query),
      readLedger: async (after, limit) => store.readLedger(after, limit)
    },
    endNote,
    redact: (text) => text.replaceAll('CANARY', '[secret]'),
    onKept: () => {},
    schedule: (work, delayMs) => {
      const timer = setTimeout(work, Math.min(delayMs, 20))
      return () => clearTimeout(timer)
    },
    now: () => clock++,
    newId: () => `salt-${++ids}`,
    alert: (text) => alerts.push(toEnglish(text)),
    log: silentLogger
  })
}

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

async function exported(): Promise<string> {
  let lines = ''
  for await (const piece of await ledger.export()) lines += piece
  return lines
}

async function command(...args: string[]): Promise<{ status: number; output: string }> {
  let output = ''
  const write = (text: string) => void (output += text)
  const status = await runLedger(args, { out: write, error: write })
  return { status, output }
}

/** Changes the file as an attacker with a database editor would. */
async function tamper(...statements: string[]): Promise<void> {
  const other = await openDatabase(file)
  for (const name of ['ledger_kept', 'ledger_unchanged', 'ledger_blanked'])
    other.exec(`DROP TRIGGER IF EXISTS ${name}`)
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

  it('SEC-19: never contain a secret, known, named, or by its look', async () => {
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

  it('are found by recipient, words and time, and totaled by recipient', async () => {
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

  it('lose their excerpt with their conversation, and the chain stays valid', async () => {
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

describe('a failing disk', () => {
  it('is reported once, loses nothing, and delays no call', async () => {
    diskFails = true
    ledger.record(draft())
    await vi.waitFor(() => expect(alerts).toHaveLength(1), soon)
    expect(alerts[0]).toContain("The activity log can't be written")
    ledger.record(draft())
    await ledger.flush()
    expect(alerts).toHaveLength(1)
    diskFails = false
    await expect.poll(() => store.searchLedger(everything).entries.length, soon).toBe(2)
    expect(await ledger.verify()).toMatchObject({ entries: 2, broken: null })
  })

  it('writes no entry twice after a false failure', async () => {
    isAnswerLost = true
    ledger.record(draft({ content: 'one' }))
    await ledger.flush()
    isAnswerLost = false
    ledger.record(draft({ content: 'two' }))
    const { entries } = await ledger.search(everything)
    expect(entries.map(({ excerpt }) => excerpt)).toEqual(['two', 'one'])
    expect(await ledger.verify()).toMatchObject({ entries: 2, broken: null })
  })

  it('continues after entries that another program added', async () => {
    ledger.record(draft({ content: 'one' }))
    await ledger.flush()
    const other = openLedger()
    other.record(draft({ content: 'of the other' }))
    await other.flush()
    ledger.record(draft({ content: 'two' }))
    await ledger.flush()
    await expect.poll(() => store.readLedgerEnd()?.position, soon).toBe(3)
    expect(await other.verify()).toMatchObject({ entries: 3, broken: null })
    await other.dispose()
  })

  it('records a gap when writing fails for too long', async () => {
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

it(
  'is complete after kill -9 during a write, with everything that was durable',
  { timeout: 300_000 },
  async () => {
    const writer = await bundle('app/ledger/testing/endless-ledger.ts')
    for (const target of [3, 20]) {
      const child = spawn(process.execPath, [writer, file], { stdio: ['ignore', 'pipe', 'inherit'] })
      const exit = once(child, 'exit')
      let durable = 0
      let count = 0
      for await (const line of createInterface({ input: child.stdout })) {
        durable = Number(line)
        count += 1
        if (count === target) child.kill('SIGKILL')
      }
      expect((await exit)[1]).toBe('SIGKILL')
      const { status, output } = await command('verify', '--data-dir', folder)
      expect(output).toMatch(/entries, unbroken/)
      expect(status).toBe(0)
      expect(Number.parseInt(output, 10)).toBeGreaterThanOrEqual(durable)
    }
    await rm(path.dirname(writer), { recursive: true })
  }
)

describe('the chain', () => {
  beforeEach(async () => {
    for (const text of ['one', 'two', 'three']) ledger.record(draft({ content: text }))
    await ledger.flush()
  })

  it("can't be changed through the regular database", () => {
    expect(() => database.exec('DELETE FROM ledger')).toThrow(/never deleted/)
    expect(() => database.exec("UPDATE ledger SET recipient = 'me'")).toThrow(/never changed/)
    expect(() => database.exec("UPDATE ledger SET excerpt = 'mine'")).toThrow(/never changed/)
  })

  it('continues where it ended when the app restarts', async () => {
    await ledger.dispose()
    const head = store.readLedgerEnd()?.hash
    ledger.record(draft())
    await ledger.flush()
    expect(store.readLedger(3, 1)).toMatchObject([{ position: 4, previousHash: head }])
    expect(await command('verify', '--data-dir', folder)).toMatchObject({ status: 0 })
  })

  it('is checked by a command while the app is running', async () => {
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
    ["UPDATE ledger SET previous_hash = 'x' WHERE position = 3", 3, "doesn't match"]
  ])('names the first broken entry after: %s', async (statement, position, reason) => {
    await tamper(statement)
    const { status, output } = await command('verify', '--data-dir', folder)
    expect(status).toBe(1)
    expect(output).toMatch(new RegExp(`^broken at entry ${position}: .*${reason}`))
    expect(await ledger.verify()).toMatchObject({ broken: { position } })
  })

  it('reveals entries that were reordered or inserted', async () => {
    await tamper(
      'UPDATE ledger SET position = -2 WHERE position = 2',
      'UPDATE ledger SET position = 2 WHERE position = 3',
      'UPDATE ledger SET position = 3 WHERE position = -2'
    )
    expect((await command('verify', '--data-dir', folder)).output).toMatch(
      /^broken at entry 2: .*doesn't match/
    )
    const columns =
      'at, recipient_type, recipient, kind, subject, bytes, decided_by, excerpt_digest, previous_hash, hash'
    await tamper(
      `INSERT INTO ledger (position, ${columns}) SELECT 0, ${columns} FROM ledger WHERE position = 1`
    )
    expect((await command('verify', '--data-dir', folder)).output).toMatch(/^broken at entry 1/)
  })

  it('reveals a truncated end, and an added valid entry', async () => {
    const [first, second, third] = store.readLedger(0, 3)
    await tamper('DELETE FROM ledger WHERE position > 1')
    const cut = await command('verify', '--data-dir', folder)
    expect(cut).toMatchObject({ status: 1 })
    expect(cut.output).toMatch(/^broken at entry 2: .*Parley wrote 3/)
    expect((await ledger.verify()).broken).toMatchObject({ position: 2 })
    const {
      hash: _hash,
      previousHash: _previous,
      position: _position,
      excerptDigest: _digest,
      ...plain
    } = third!
    const forged = { ...plain, recipient: 'nobody', excerpt: 'mine', salt: 'x' }
    const [two, three, four] = chainEntries([{ ...second!, ...forged }, forged, forged], first!)
    const noted = store.readNotedLedgerEnd()
    store.appendLedger([two!, three!])
    const note = (end: unknown) =>
      tamper(`UPDATE facts SET json = '${JSON.stringify(end)}' WHERE name = 'ledger-end'`)
    await note(noted)
    expect((await command('verify', '--data-dir', folder)).output).toMatch(/entry 3: .*rewrote it/)
    store.appendLedger([four!])
    await note({ position: 3, hash: three?.hash })
    expect((await command('verify', '--data-dir', folder)).output).toMatch(/entry 4: .*added by Parley/)
  })

  it('reveals missing newest entries to a user who saved the last hash, even if the record beside it was changed too', async () => {
    const [, second, third] = store.readLedger(0, 3)
    const note = JSON.stringify({ position: 2, hash: second?.hash })
    await tamper(
      'DELETE FROM ledger WHERE position = 3',
      `UPDATE facts SET json = '${note}' WHERE name = 'ledger-end'`
    )
    expect((await command('verify', '--data-dir', folder)).status).toBe(0)
    const { status, output } = await command('verify', '--data-dir', folder, '--head', third?.hash ?? '')
    expect(status).toBe(1)
    expect(output).toContain('cut off')
  })

  it('notifies the user at the next start that the newest entries are missing, and remembers it', async () => {
    await tamper('DELETE FROM ledger WHERE position > 1')
    const next = openLedger()
    next.record(draft({ content: 'later' }))
    const { entries } = await next.search(everything)
    await next.dispose()
    expect(alerts[0]).toContain('2 entries of the activity log (2 to 3) were removed from its file')
    expect(entries).toMatchObject([
      { position: 3, excerpt: 'later' },
      { position: 2, kind: 'gap', subject: 'Entries 2 to 3 of the ledger had been removed from its file' },
      { position: 1 }
    ])
  })

  it('SEC-11-10 tells the user at the start how many entries are missing, also when the record beside them was removed too', async () => {
    await tamper('DELETE FROM ledger WHERE position > 1', "DELETE FROM facts WHERE name = 'ledger-end'")
    const next = openLedger()
    await next.flush()
    expect(alerts).toEqual([
      expect.stringContaining('2 entries of the activity log (2 to 3) were removed from its file')
    ])
    await next.dispose()
    const after = openLedger()
    await after.flush()
    expect(alerts).toHaveLength(1)
    await after.dispose()
  })

  it('reports at the start that the whole file was replaced', async () => {
    await tamper('DELETE FROM ledger', "DELETE FROM facts WHERE name = 'ledger-end'")
    const next = openLedger()
    await next.flush()
    expect(alerts[0]).toContain('3 entries of the activity log (1 to 3) were removed')
    await next.dispose()
  })

  it('reports at the start that its last entry was rewritten, in a valid chain', async () => {
    const [, second, third] = store.readLedger(0, 3)
    const { hash: _hash, previousHash: _before, position: _at, excerptDigest: _digest, ...plain } = third!
    const [forged] = chainEntries([{ ...plain, recipient: 'nobody', excerpt: 'mine', salt: 'x' }], second!)
    await tamper('DELETE FROM ledger WHERE position = 3')
    store.appendLedger([forged!])
    expect((await command('verify', '--data-dir', folder)).status).toBe(0)
    const next = openLedger()
    await next.flush()
    expect(alerts[0]).toContain('Another program rewrote entry 3 of the activity log')
    expect((await next.verify()).broken).toMatchObject({ position: 3 })
    await next.dispose()
  })

  it("continues when the second place can't be written", async () => {
    rmSync(path.join(folder, 'second place'), { recursive: true })
    ledger.record(draft())
    await ledger.flush()
    expect(await ledger.verify()).toMatchObject({ entries: 4, broken: null })
    expect(alerts).toEqual([])
  })

  it('can be copied as JSON Lines and checked in the copy', async () => {
    const copy = path.join(folder, 'copy.jsonl')
    expect(await command('export', '--data-dir', folder, '--file', copy)).toMatchObject({ status: 0 })
    expect(await command('verify', '--file', copy)).toMatchObject({ status: 0 })
    const lines = await exported()
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

  it.each<[string, (lines: string[]) => string[], RegExp]>([
    [
      'cut off between two lines',
      (lines) => lines.slice(0, 2),
      /^broken at entry 3: .*made of 3 entries and holds 2/
    ],
    ['cut off in a line', (lines) => [lines[0]!, lines[1]!.slice(0, 40)], /^broken at entry 2: .*no entry/],
    ['without a line', (lines) => [lines[0]!, lines[2]!], /^broken at entry 2: .*missing/],
    ['with two lines changed over', ([one, two, three]) => [one!, three!, two!], /^broken at entry 2/],
    ['with a line twice', ([one, two, three]) => [one!, two!, two!, three!], /^broken at entry 3/],
    [
      'with a line of another copy',
      ([one, two, three]) => [one!, two!.replace('"of":3', '"of":4'), three!],
      /entry 2: .*another copy/
    ],
    ['with nothing in it', () => [], /There is nothing to check/]
  ])('reports a copy that is %s', async (_what, change, said) => {
    const copy = path.join(folder, 'copy.jsonl')
    const lines = (await exported()).trimEnd().split('\n')
    writeFileSync(copy, change(lines).join('\n'))
    const { status, output } = await command('verify', '--file', copy)
    expect(output).toMatch(said)
    expect(status).toBe(said.source.includes('nothing') ? 2 : 1)
  })

  it('describes missing content', async () => {
    const nowhere = await command('verify', '--data-dir', path.join(folder, 'other'))
    expect(nowhere.status).toBe(2)
    expect(nowhere.output).toContain('There is no history in')
    expect((await command('verify')).output).toContain('npm run ledger -- verify')
  })
})
