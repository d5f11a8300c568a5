// One process at a time: a lock file with the number of the process that holds it. A lock whose process has
// gone is taken over, so that a killed install or build never blocks the next one.

import fs from 'node:fs/promises'
import path from 'node:path'
import { say, SetupError } from './terminal.mjs'

/** As long as the longest build may take. */
const patienceSeconds = 1_200

/** Runs `work` while it holds `file`. If another process holds it, prints what it waits for. */
export async function withLock(file, purpose, work) {
  const release = await acquire(file, purpose)
  try {
    return await work()
  } finally {
    await release()
  }
}

async function acquire(file, purpose) {
  await fs.mkdir(path.dirname(file), { recursive: true })
  for (let waited = 0; waited < patienceSeconds; waited += 1) {
    if (await take(file)) return () => fs.rm(file, { force: true })
    const owner = Number(await fs.readFile(file, 'utf8').catch(() => '0'))
    // An empty file may be one that its owner is about to fill: it gets one more second.
    if (isRunning(owner)) {
      if (waited === 0) say(`waiting for process ${owner}, which is ${purpose}`)
    } else if (waited > 0) await fs.rm(file, { force: true })
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  throw new SetupError(
    `gave up waiting for another process that is ${purpose}; delete ${file} if there is none`
  )
}

async function take(file) {
  try {
    await fs.writeFile(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function isRunning(processId) {
  if (!processId) return false
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
