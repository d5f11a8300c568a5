/**
 * The synchronous interface to SQLite: the one of Node.js if the runtime has it, otherwise `libsql` (the same engine as
 * an N-API build). All engine failures are thrown as HISTORY_UNAVAILABLE.
 */
import { HostError } from '../base/host-error'
import { supportsElectron33 } from '../base/older-electron'
import { say } from '../texts/render-localized'

export type SqlValue = null | number | string
export type DatabaseRow = Readonly<Record<string, SqlValue>>

/** An open file. All methods throw HostError HISTORY_UNAVAILABLE; see `isDamage` for its cause. */
export interface Database {
  /** Runs one or several statements without values. */
  exec(sql: string): void
  /** Values replace `?` in order. Each statement is prepared once. */
  run(sql: string, values?: readonly SqlValue[]): void
  all(sql: string, values?: readonly SqlValue[]): DatabaseRow[]
  get(sql: string, values?: readonly SqlValue[]): DatabaseRow | undefined
  /** Runs `work` in one commit, and rolls back if it throws. */
  transaction<T>(work: () => T): T
  close(): void
}

interface Statement {
  run(values: readonly SqlValue[]): void
  all(values: readonly SqlValue[]): DatabaseRow[]
}

interface Engine {
  exec(sql: string): void
  prepare(sql: string): Statement
  close(): void
}

/** SQLite's codes and names for a damaged file or one that isn't a database. */
const damageCodes: ReadonlySet<unknown> = new Set([11, 26, 'SQLITE_CORRUPT', 'SQLITE_NOTADB'])

/** Whether a HISTORY_UNAVAILABLE means that the file is damaged, not busy or on a full disk. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof HostError) || !(error.cause instanceof Error)) return false
  const { code, rawCode, errcode } = error.cause as { code?: unknown; rawCode?: unknown; errcode?: unknown }
  // The lowest byte of an extended code is the primary code.
  return [code, rawCode, errcode].some((value) =>
    damageCodes.has(typeof value === 'number' ? value & 0xff : value)
  )
}

/** Opens or creates a file. Opening doesn't change an existing file. */
export async function openDatabase(file: string): Promise<Database> {
  try {
    const builtIn = openBuiltIn(file)
    if (builtIn === undefined && !supportsElectron33) throw new Error('This runtime has no node:sqlite')
    return createDatabase(builtIn ?? (await openLibsql(file)), file)
  } catch (error) {
    throw unavailable(file, error)
  }
}

function openBuiltIn(file: string): Engine | undefined {
  // Missing before Node 22.13. Loaded by name, because an import would fail there.
  const sqlite = process.getBuiltinModule('node:sqlite') as typeof import('node:sqlite') | undefined
  if (sqlite === undefined) return undefined
  const database = new sqlite.DatabaseSync(file)
  return {
    exec: (sql) => database.exec(sql),
    prepare: (sql) => {
      const statement = database.prepare(sql)
      return {
        run: (values) => void statement.run(...values),
        all: (values) => statement.all(...values) as DatabaseRow[]
      }
    },
    close: () => database.close()
  }
}

async function openLibsql(file: string): Promise<Engine> {
  const { default: Libsql } = await import('libsql')
  const database = new Libsql(file)
  return {
    exec: (sql) => void database.exec(sql),
    prepare: (sql) => {
      const statement = database.prepare(sql)
      return {
        // An array, because libsql accepts a single null only as an object with names.
        run: (values) => void statement.run(values),
        all: (values) => statement.all(values) as DatabaseRow[]
      }
    },
    close: () => {
      // libsql closes a file only when its statements are garbage-collected, so the log is written to the file now.
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      database.close()
    }
  }
}

function createDatabase(engine: Engine, file: string): Database {
  const statements = new Map<string, Statement>()
  const guard = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw unavailable(file, error)
    }
  }
  const prepare = (sql: string): Statement => {
    const statement = statements.get(sql) ?? engine.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const all: Database['all'] = (sql, values = []) => guard(() => prepare(sql).all(values))
  const exec: Database['exec'] = (sql) => guard(() => engine.exec(sql))
  return {
    exec,
    run: (sql, values = []) => guard(() => prepare(sql).run(values)),
    all,
    get: (sql, values) => all(sql, values)[0],
    transaction: (work) => runTransaction(exec, work),
    close: () => {
      statements.clear()
      guard(() => engine.close())
    }
  }
}

function runTransaction<T>(exec: (sql: string) => void, work: () => T): T {
  exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    exec('COMMIT')
    return result
  } catch (error) {
    try {
      exec('ROLLBACK')
    } catch {
      // SQLite has already rolled back; the first error has the cause.
    }
    throw error
  }
}

function unavailable(file: string, error: unknown): HostError {
  if (error instanceof HostError) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new HostError('HISTORY_UNAVAILABLE', say('history.unavailable', { file, reason }), {
    cause: error
  })
}
