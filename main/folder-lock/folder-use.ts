/**
 * One program at a time writes to a data folder: the window holds it by a lock of Chromium's, a command by a file of its
 * own, which the window waits for. Each takes its own first and then looks for the other's, so that one of them sees it.
 */
import { closeSync, openSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Names the process that holds the folder. */
const fileName = 'command-line.lock'

/** In milliseconds: between two looks, and until it is worth a word. */
const waits = { look: 100, tell: 3_000 }

/** Resolves when no command works with the folder. `tell` is called once where that takes long. */
export async function whenCommandEnded(dataFolder: string, tell: () => void): Promise<void> {
  const file = path.join(dataFolder, fileName)
  for (let waited = 0; holderOf(file) !== null; waited += waits.look) {
    if (waited === waits.tell) tell()
    await sleep(waits.look)
  }
}

/** Holds the folder until the returned function is called; null: another program does. */
export function holdFolder(dataFolder: string): (() => void) | null {
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

/** Whether a window is open on the folder. */
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

/** On Windows Chromium keeps its file open and shares it with nobody. */
function isHeldOpen(file: string): boolean {
  try {
    closeSync(openSync(file, 'r+'))
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}
