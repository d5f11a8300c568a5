/**
 * `npm run ledger`: checks or copies the ledger of a data folder, or checks a copy, without the app. Changes nothing;
 * the app may be running. What the entries mean is in docs/ledger.md.
 */
import { createReadStream, existsSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import type { LedgerCheck } from './contract/ledger'
import { openDatabase, type Database } from './history/database'
import type { StoredLedgerEntry } from './history/interface'
import { ledgerMethods } from './history/ledger-table'
import { createChainCheck } from './ledger/chain'
import { readJsonLine, toJsonLine } from './ledger/json-lines'

const usage =
  'npm run ledger -- verify --data-dir DIR [--head HASH]\n' +
  'npm run ledger -- verify --file COPY.jsonl [--head HASH]\n' +
  'npm run ledger -- export --data-dir DIR --file COPY.jsonl\n'

interface Terminal {
  readonly out: (text: string) => void
  readonly error: (text: string) => void
}

type Entries = AsyncIterable<StoredLedgerEntry | null>

/** The exit status: 0 all is well, 1 the chain is broken, 2 the command can not be carried out. */
export async function runLedger(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const { positionals, values } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { 'data-dir': { type: 'string' }, file: { type: 'string' }, head: { type: 'string' } }
    })
    const folder = values['data-dir']
    const [verb] = positionals
    if (verb === 'verify' && folder !== undefined)
      return await withDatabase(folder, (database) => verify(readTable(database), values.head, terminal))
    if (verb === 'verify' && values.file !== undefined)
      return await verify(readCopy(values.file), values.head, terminal)
    if (verb === 'export' && folder !== undefined && values.file !== undefined)
      return await withDatabase(folder, (database) => copy(database, values.file ?? '', terminal))
    throw new Error('The command is not complete.')
  } catch (error) {
    terminal.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
    return 2
  }
}

async function withDatabase(folder: string, work: (database: Database) => Promise<number>): Promise<number> {
  const file = path.join(folder, 'history', 'parley.db')
  if (!existsSync(file)) throw new Error(`There is no history in ${folder}.`)
  const database = await openDatabase(file)
  try {
    database.exec('PRAGMA busy_timeout = 5000; PRAGMA query_only = ON')
    if (database.get("SELECT 1 FROM sqlite_master WHERE name = 'ledger'") === undefined)
      throw new Error(`The history in ${folder} is older than the ledger. Start Parley with it once.`)
    return await work(database)
  } finally {
    database.close()
  }
}

async function* readTable(database: Database): Entries {
  const { readLedger } = ledgerMethods(database)
  for (let position = 0; ;) {
    const page = readLedger(position, 1_000)
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    position = Math.max(position + 1, last.position)
  }
}

/** Null for a line that is no entry. */
async function* readCopy(file: string): Entries {
  if (!existsSync(file) || !statSync(file).isFile()) throw new Error(`There is no file ${file}.`)
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity }))
    if (line !== '') yield readJsonLine(line)
}

async function verify(entries: Entries, head: string | undefined, terminal: Terminal): Promise<number> {
  const check = createChainCheck()
  let isHeadSeen = head === undefined
  for await (const entry of entries) {
    if (entry === null) {
      const { entries: good } = check.result()
      terminal.out(`broken at entry ${good + 1}: the line is no entry of a ledger\n`)
      return 1
    }
    isHeadSeen ||= entry.hash === head
    if (!check.take(entry)) break
  }
  return tell(check.result(), isHeadSeen, terminal)
}

function tell({ entries, head, broken }: LedgerCheck, isHeadSeen: boolean, { out }: Terminal): number {
  if (broken !== null) {
    out(`broken at entry ${broken.position}: ${broken.reason}\n`)
    return 1
  }
  if (!isHeadSeen) {
    out(
      `broken: the chain is whole, but the hash that was noted is not in it: entries were cut off or replaced\n`
    )
    return 1
  }
  out(`${entries} entries, unbroken${head === null ? '' : `; last hash ${head}`}\n`)
  return 0
}

async function copy(database: Database, file: string, { out }: Terminal): Promise<number> {
  const lines: string[] = []
  for await (const entry of readTable(database)) if (entry !== null) lines.push(toJsonLine(entry))
  writeFileSync(file, lines.join(''), { mode: 0o600 })
  out(`${lines.length} entries written to ${file}\n`)
  return 0
}
