/**
 * Removes a folder with everything that a server put into it, at any depth. No link is followed. Folders in it are
 * moved to its top first, so two open folders are enough for any depth.
 */
import { randomUUID } from 'node:crypto'
import { closeSync, opendirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openIn, openTop, locateInFolder } from './folder-access'

/** Entries before other work gets a turn. */
const atOnce = 250

/** Does nothing if there is none. */
export async function removeFolder(folder: string): Promise<void> {
  let top: number
  try {
    top = openTop(folder)
  } catch (error) {
    if (isMissing(error)) return
    throw error
  }
  try {
    for (let isEmpty = false; !isEmpty;) isEmpty = await emptyOnce(top)
  } finally {
    closeSync(top)
  }
  rmdirSync(folder)
}

/** Whether the folder was empty. */
async function emptyOnce(top: number): Promise<boolean> {
  let isEmpty = true
  for await (const name of namesIn(top)) {
    isEmpty = false
    if (removeFile(top, name)) continue
    await emptyInto(top, name)
    rmdirSync(locateInFolder(top, name))
  }
  return isEmpty
}

async function emptyInto(top: number, name: string): Promise<void> {
  const inner = openIn(top, name)
  try {
    for await (const each of namesIn(inner)) {
      if (!removeFile(inner, each)) moveUp(inner, each, top)
    }
  } finally {
    closeSync(inner)
  }
}

async function* namesIn(folder: number): AsyncGenerator<string> {
  const dir = opendirSync(locateInFolder(folder, '.'))
  try {
    for (let entry = dir.readSync(), count = 1; entry !== null; entry = dir.readSync(), count += 1) {
      yield entry.name
      if (count % atOnce === 0) await nextTurn()
    }
  } finally {
    dir.closeSync()
  }
}

/** False: it is a folder. */
function removeFile(folder: number, name: string): boolean {
  try {
    unlinkSync(locateInFolder(folder, name))
    return true
  } catch (error) {
    if (isMissing(error)) return true
    if (getCode(error) === 'EISDIR' || getCode(error) === 'EPERM') return false
    throw error
  }
}

/** The system moves a folder only if it is writable. */
function moveUp(folder: number, name: string, top: number): void {
  closeSync(openIn(folder, name))
  renameSync(locateInFolder(folder, name), locateInFolder(top, `.removed-${randomUUID()}`))
}

function isMissing(error: unknown): boolean {
  return getCode(error) === 'ENOENT'
}

function getCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
