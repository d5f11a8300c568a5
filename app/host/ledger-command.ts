/**
 * `npm run ledger`: checks or copies the ledger of a data folder, or checks a copy, without the app. Changes nothing;
 * the app may be running. docs/ledger.md explains the entries.
 */
import { toEnglish } from '../texts/render-localized'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import type { LedgerCheck } from '../contract/ledger'
import { openDatabase, type Database } from '../history/database'
import type { StoredLedgerEntry } from '../history/interface'
import { ledgerMethods } from '../history/ledger-table'
import { beforeAll, createChainCheck } from '../ledger/chain'
import type { ChainEnd } from '../ledger/chain'
import { createStoredEnd, selectLaterEnd } from '../ledger/stored-end'
import { readJsonLine, toJsonLines } from '../ledger/json-lines'

const usage =
  'npm run ledger -- verify --data-dir DIR [--head HASH]\n' +
  'npm run ledger -- verify --file COPY.jsonl [--head HASH]\n' +
  'npm run ledger -- export --data-dir DIR --file COPY.jsonl\n'

interface Terminal {
  readonly out: (text: string) => void
  readonly error: (text: string) => void
}

/** The exit status: 0 everything is correct, 1 the chain is broken, 2 the command can't be carried out. */
export async function runLedger(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const { positionals, values } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { 'data-dir': { type: 'string' }, file: { type: 'string' }, head: { type: 'string' } }
    })
    const folder = values['data-dir']
    const [verb] = positionals
    if (verb === 'verify' && folder !== undefined) {
      // Before the history is read: a running app writes there first.
      const ends = { head: values.head, noted: await createStoredEnd(folder).read() }
      return await withDatabase(folder, (database) => verifyTable(database, ends, terminal))
    }
    if (verb === 'verify' && values.file !== undefined)
      return await verifyCopy(values.file, values.head, terminal)
    if (verb === 'export' && folder !== undefined && values.file !== undefined)
      return await withDatabase(folder, (database) => copy(database, values.file ?? '', terminal))
    throw new Error('The command is not complete.')
  } catch (error) {
    terminal.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
    return 2
  }
}

/** Does the work in one reading transaction: it doesn't see what a running app adds. */
async function withDatabase(folder: string, work: (database: Database) => Promise<number>): Promise<number> {
  const file = path.join(folder, 'history', 'parley.db')
  if (!existsSync(file)) throw new Error(`There is no history in ${folder}.`)
  const database = await openDatabase(file)
  try {
    database.exec('PRAGMA busy_timeout = 5000; PRAGMA query_only = ON; BEGIN')
    if (database.get("SELECT 1 FROM sqlite_master WHERE name = 'ledger'") === undefined)
      throw new Error(`The history in ${folder} is older than the ledger. Start Parley with it once.`)
    return await work(database)
  } finally {
    database.exec('ROLLBACK')
    database.close()
  }
}

async function* readTable(database: Database): AsyncGenerator<StoredLedgerEntry> {
  const { readLedger } = ledgerMethods(database)
  for (let position = beforeAll; ;) {
    const page = readLedger(position, 1_000)
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    position = Math.max(position + 1, last.position)
  }
}

async function verifyTable(
  database: Database,
  { head, noted }: { readonly head: string | undefined; readonly noted: ChainEnd | null },
  terminal: Terminal
): Promise<number> {
  const check = createChainCheck(selectLaterEnd(ledgerMethods(database).readNotedLedgerEnd(), noted))
  let isHeadSeen = head === undefined
  for await (const entry of readTable(database)) {
    isHeadSeen ||= entry.hash === head
    if (!check.take(entry)) break
  }
  return tell(check.result(), isHeadSeen, terminal)
}

async function verifyCopy(file: string, head: string | undefined, terminal: Terminal): Promise<number> {
  if (!existsSync(file) || !statSync(file).isFile()) throw new Error(`There is no file ${file}.`)
  const check = createChainCheck()
  let isHeadSeen = head === undefined
  let wanted: number | null = null
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const entry = line === '' ? undefined : readJsonLine(line)
    if (entry === undefined) continue
    if (entry === null)
      return tellBreak(check.result().entries + 1, 'The line is no entry of a ledger.', terminal)
    isHeadSeen ||= entry.hash === head
    wanted ??= entry.of
    if (entry.of !== wanted)
      return tellBreak(
        entry.position,
        'The line belongs to another copy: it tells another number of entries.',
        terminal
      )
    if (!check.take(entry)) break
  }
  const result = check.result()
  if (result.entries === 0) throw new Error(`There is nothing to check in ${file}: it is empty.`)
  if (result.broken !== null || wanted === null || result.entries === wanted)
    return tell(result, isHeadSeen, terminal)
  const reason = `The copy was made of ${wanted} entries and holds ${result.entries}: it was cut off or added to.`
  return tellBreak(Math.min(result.entries, wanted) + 1, reason, terminal)
}

function tell({ entries, head, broken }: LedgerCheck, isHeadSeen: boolean, terminal: Terminal): number {
  if (broken !== null) return tellBreak(broken.position, toEnglish(broken.reason), terminal)
  if (!isHeadSeen) {
    terminal.out(
      `broken: the chain is whole, but the hash that was noted is not in it: entries were cut off or replaced\n`
    )
    return 1
  }
  terminal.out(`${entries} entries, unbroken${head === null ? '' : `; last hash ${head}`}\n`)
  return 0
}

function tellBreak(position: number, reason: string, { out }: Terminal): number {
  out(`broken at entry ${position}: ${reason}\n`)
  return 1
}

async function copy(database: Database, file: string, { out }: Terminal): Promise<number> {
  const count = ledgerMethods(database).readLedgerEnd()?.position ?? 0
  await writeFile(file, toJsonLines(readTable(database), count), { mode: 0o600 })
  out(`${count} entries written to ${file}\n`)
  return 0
}
