/**
 * Opens the history file, so that it has the current format and durable commits. A damaged file is renamed and replaced
 * by a new one. A file of an older format is copied before it changes.
 */
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import type { LocalizedText } from '../contract/localized-text'
import { HostError } from '../base/host-error'
import { backUp, removeBackups, removeOldBackups } from './backup'
import { isDamage, openDatabase, type Database } from './database'
import { migrate, readSchemaVersion, refuseNewerSchema, schemaVersion } from './database-schema'
import { say } from '../texts/render-localized'

export interface OpenedDatabase {
  readonly database: Database
  /** A message for the user about opening; null if all went well. */
  readonly notice: LocalizedText | null
  /** Deletes copies of older formats. @throws HostError HISTORY_UNAVAILABLE */
  readonly removeBackups: () => void
}

/** @throws HostError HISTORY_UNAVAILABLE, also for a file of a newer format, which isn't changed */
export async function openHistoryFile(file: string, now: () => number): Promise<OpenedDatabase> {
  makeFolder(path.dirname(file))
  removeOldBackups(file, now())
  const forget = { removeBackups: () => removeBackups(file) }
  try {
    return { database: await openSound(file), notice: null, ...forget }
  } catch (error) {
    if (!isDamage(error)) throw error
    const aside = setAside(file, now())
    return {
      database: await openSound(file),
      ...forget,
      notice: say('history.setAside', { copy: aside })
    }
  }
}

async function openSound(file: string): Promise<Database> {
  // A regular exit leaves the write-ahead log empty. After any other exit, the pages are checked first.
  const wasKilled = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
  const database = await openDatabase(file)
  try {
    database.exec('PRAGMA busy_timeout = 5000')
    // Runs before any write, so that a newer file isn't changed.
    refuseNewerSchema(database, file)
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    if (wasKilled) refuseDamage(database, file)
    const version = readSchemaVersion(database)
    if (version > 0 && version < schemaVersion) backUp(database, file, version)
    migrate(database)
    return database
  } catch (error) {
    closeQuietly(database)
    throw error
  }
}

function closeQuietly(database: Database): void {
  try {
    database.close()
  } catch {
    // The original error says more than one from closing a damaged file.
  }
}

function refuseDamage(database: Database, file: string): void {
  const [row] = database.all('PRAGMA quick_check(1)')
  const verdict = row === undefined ? 'no answer' : String(Object.values(row)[0])
  if (verdict === 'ok') return
  const cause = Object.assign(new Error(verdict), { code: 'SQLITE_CORRUPT' })
  throw new HostError('HISTORY_UNAVAILABLE', say('history.damaged', { file, reason: verdict }), { cause })
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new HostError('HISTORY_UNAVAILABLE', say('history.noFolder', { folder }), { cause })
  }
}

/** Renames the file and its companions. Returns the new path. */
function setAside(file: string, now: number): string {
  const time = new Date(now).toISOString().replace(/[-:]/g, '').replace(/\..*$/, 'Z')
  let aside = `${file}.broken-${time}`
  for (let count = 2; existsSync(aside); count++) aside = `${file}.broken-${time}-${count}`
  try {
    for (const suffix of ['', '-wal', '-shm']) {
      if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix)
    }
  } catch (cause) {
    throw new HostError('HISTORY_UNAVAILABLE', say('history.notSetAside', { file }), { cause })
  }
  return aside
}
