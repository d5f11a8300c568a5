/**
 * One program at a time writes to a data folder. A window uses a lock of Chromium's, a command its own file,
 * which the window waits for. Each takes its own lock first and then looks for the other's, so that one of them sees
 * the other.
 */
import { closeSync, openSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Contains the id of the process that uses the folder. */
const fileName = 'command-line.lock'

/** In milliseconds: between two checks, and until the user is notified. */
const waits = { look: 100, tell: 3_000 }

/** Resolves when no command uses the folder. `tell` is called once if that takes long. */
export async function waitForCommandEnd(dataFolder: string, tell: () => void): Promise<void> {
  const file = path.join(dataFolder, fileName)
  for (let waited = 0; holderOf(file) !== null; waited += waits.look) {
    if (waited === waits.tell) tell()
    await sleep(waits.look)
  }
}

/** Locks the folder until the returned function is called; null: another program uses it. */
export function lockFolder(dataFolder: string): (() => void) | null {
  const file = path.join(dataFolder, fileName)
  if (!writeNew(file)) {
    if (holderOf(file) !== null) return null
    // Of a command that was killed.
    rmSync(file, { force: true })
    if (!writeNew(file)) return null
  }
  const release = () => rmSync(file, { force: true })
  if (!isWindowOpen(dataFolder)) return release
  release()
  return null
}

/** Whether a window uses the folder. */
export function isWindowOpen(dataFolder: string): boolean {
  if (process.platform === 'win32') return isHeldOpen(path.join(dataFolder, 'lockfile'))
  try {
    // `computer-12345`
    const holder = Number(/-(\d+)$/.exec(readlinkSync(path.join(dataFolder, 'SingletonLock')))?.[1])
    return isAlive(holder)
  } catch {
    return false // there is none
  }
}

function writeNew(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function holderOf(file: string): number | null {
  try {
    const holder = Number(readFileSync(file, 'utf8'))
    return isAlive(holder) ? holder : null
  } catch {
    return null // there is none
  }
}

function isAlive(processId: number): boolean {
  if (!Number.isSafeInteger(processId) || processId < 1) return false
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** On Windows, Chromium keeps its file open without sharing it. */
function isHeldOpen(file: string): boolean {
  try {
    closeSync(openSync(file, 'r+'))
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}
