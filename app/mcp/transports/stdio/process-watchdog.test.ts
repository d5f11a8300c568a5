/** The watchdog's guarantee: when Parley's process is killed, no server outlives it. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createProcessWatchdog } from './process-watchdog'
import { isGroupAlive } from '../../../base/process-group'
import { soon } from '../../../testing/soon'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-watchdog-'))
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: path.join(import.meta.dirname, 'process-watchdog.ts'),
      outDir: folder,
      rolldownOptions: { output: { entryFileNames: 'watchdog.mjs' } }
    }
  })
})
afterAll(() => rm(folder, { recursive: true }))

/** Starts a server that ignores its closed input and SIGTERM, has it watched, and prints its id. */
const parentProgram = `
import { spawn } from 'node:child_process'
import { createProcessWatchdog } from './watchdog.mjs'
const stay = "process.on('SIGTERM', () => {}); setTimeout(() => {}, 60000); process.stdout.write('ready')"
const start = () => spawn(process.execPath, ['-e', stay], { detached: true, stdio: ['pipe', 'pipe', 'ignore'] })
const watchdog = createProcessWatchdog(() => {})
const [kept, released] = [start(), start()]
watchdog.watch(kept.pid)
watchdog.watch(released.pid)
watchdog.release(released.pid)
await Promise.all([kept, released].map((child) => new Promise((resolve) => child.stdout.once('data', resolve))))
process.stdout.write(kept.pid + ' ' + released.pid)
`

function childrenOf(parent: number): { processId: number; command: string }[] {
  const table = execFileSync('ps', ['-A', '-o', 'ppid=,pid=,args='], { encoding: 'utf8' }).split('\n')
  return table
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .flatMap((found) =>
      Number(found?.[1]) === parent ? [{ processId: Number(found?.[2]), command: found?.[3] ?? '' }] : []
    )
}

it.skipIf(process.platform === 'win32')('ends the servers of a process that was killed', async () => {
  const parent = spawn(process.execPath, ['--input-type=module', '-e', parentProgram], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const [output] = (await once(parent.stdout, 'data')) as [Buffer]
  const [kept = 0, released = 0] = output.toString().split(' ').map(Number)
  try {
    expect(isGroupAlive(kept)).toBe(true)
    parent.kill('SIGKILL')
    await vi.waitFor(() => expect(isGroupAlive(kept)).toBe(false), { ...soon, interval: 100 })
    expect(isGroupAlive(released)).toBe(true)
  } finally {
    process.kill(-released, 'SIGKILL')
  }
})

it.skipIf(process.platform === 'win32')(
  'is started again when it was killed, and watches the same servers',
  async () => {
    const servers = [1, 2].map(() => spawn('sleep', ['60'], { detached: true, stdio: 'ignore' }))
    const failures: string[] = []
    const watchdog = createProcessWatchdog((reason) => failures.push(reason))
    watchdog.watch(servers[0]?.pid ?? 0)
    const shell = await vi.waitFor(
      () => childrenOf(process.pid).find(({ command }) => command.startsWith('/bin/sh -c')),
      soon
    )
    process.kill(shell?.processId ?? 0, 'SIGKILL')
    await vi.waitFor(() => expect(failures).toEqual(['SIGKILL']), soon)
    watchdog.watch(servers[1]?.pid ?? 0)
    await watchdog.close()
    for (const server of servers) expect(isGroupAlive(server.pid ?? 0)).toBe(false)
  }
)

it.skipIf(process.platform === 'win32')('ends with the program if it watches nothing', async () => {
  const failures: string[] = []
  const watchdog = createProcessWatchdog((reason) => failures.push(reason))
  watchdog.watch(4_000_000)
  watchdog.release(4_000_000)
  await watchdog.close()
  expect(failures).toEqual([])
})
