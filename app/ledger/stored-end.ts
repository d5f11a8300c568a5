/**
 * Stores the end of the activity log outside the history. If someone removes the newest entries and the record beside
 * them, the next start detects it. Written with every entry, so after a crash it can be behind.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { writeWholeFile } from '../base/write-whole-file'
import type { ChainEnd } from './chain'

export interface StoredEnd {
  /** Null if none is readable. */
  read(): Promise<ChainEnd | null>
  write(end: ChainEnd): Promise<void>
}

export function createStoredEnd(dataFolder: string): StoredEnd {
  const file = path.join(dataFolder, 'ledger-end.json')
  return {
    read: async () => readEnd(await readFile(file, 'utf8').catch(() => '')), // not there before the first entry
    write: ({ position, hash }) => writeWholeFile(file, `${JSON.stringify({ position, hash })}\n`)
  }
}

function readEnd(text: string): ChainEnd | null {
  const [, position, hash] = /^\{"position":(\d{1,15}),"hash":"([0-9a-f]{64})"\}\s*$/.exec(text) ?? []
  return position === undefined || hash === undefined ? null : { position: Number(position), hash }
}

/** The later end counts, because no end is recorded before its entry. If both are equal, the second. */
export function selectLaterEnd(inHistory: ChainEnd | null, second: ChainEnd | null): ChainEnd | null {
  if (inHistory === null || second === null) return inHistory ?? second
  return inHistory.position > second.position ? inHistory : second
}
