/**
 * Copies the history file before its format changes, as `<file>.<format>.bak`, so that the older version of Parley
 * still works. A copy is deleted after thirty days, and immediately when the user deletes a conversation.
 */
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { HostError } from '../base/host-error'
import type { Database } from './database'
import { say } from '../texts/render-localized'

const keptForMs = 30 * 24 * 60 * 60 * 1_000

/** Copies everything or nothing. @throws HostError HISTORY_UNAVAILABLE; the history is unchanged. */
export function backUp(database: Database, file: string, version: number): void {
  const copy = `${file}.${version}.bak`
  const unfinished = `${copy}.part`
  try {
    rmSync(unfinished, { force: true })
    database.run('VACUUM INTO ?', [unfinished])
    syncToDisk(unfinished)
    renameSync(unfinished, copy)
  } catch (error) {
    removeQuietly(unfinished)
    throw noBackup(file, error)
  }
}

/**
 * Deletes copies that are too old and remains of an interrupted copy. Files that can't be deleted are tried again next
 * time.
 */
export function removeOldBackups(file: string, now: number): void {
  for (const copy of getCopies(file)) {
    const { mtimeMs } = statSync(copy, { throwIfNoEntry: false }) ?? { mtimeMs: now }
    if (copy.endsWith('.part') || now - mtimeMs > keptForMs) removeQuietly(copy)
  }
}

/** @throws HostError HISTORY_UNAVAILABLE when a backup can't be removed. */
export function removeBackups(file: string): void {
  for (const copy of getCopies(file)) {
    try {
      rmSync(copy)
    } catch (cause) {
      throw new HostError('HISTORY_UNAVAILABLE', say('history.copyNotDeleted', { copy }), { cause })
    }
  }
}

function getCopies(file: string): readonly string[] {
  const folder = path.dirname(file)
  const names = readdirSync(folder).filter((name) => name.startsWith(`${path.basename(file)}.`))
  return names.filter((name) => /\.\d+\.bak(\.part)?$/.test(name)).map((name) => path.join(folder, name))
}

/** SQLite leaves that to the caller. */
function syncToDisk(file: string): void {
  const descriptor = openSync(file, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // Tried again at the next start.
  }
}

function noBackup(file: string, error: unknown): HostError {
  const cause = error instanceof HostError ? error.cause : error
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new HostError('HISTORY_UNAVAILABLE', say('history.noBackup', { file, reason }), { cause })
}
