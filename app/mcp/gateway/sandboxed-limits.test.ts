/**
 * Sandboxed servers that use too many resources: each is limited, the reason names the limit, and nothing is left
 * behind.
 */
import { mkdtemp, cp, realpath, rm, writeFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sandboxFinder } from '../../sandbox/available/find-sandbox'
import { countsByNamespace, limitArguments } from '../../sandbox/limits/resource-limits'
import type { SandboxChoices } from '../../contract/consent/sandbox-choices'
import { processesWith } from '../../testing/processes'
import { toEnglish } from '../../texts/render-localized'
import type { ConnectionInfo } from '../interface'
import { fixture, watchClients, type WatchedClients } from '../testing/watched-clients'
import { soon } from '../../testing/soon'

const canContain = await sandboxFinder(process.platform)().then(
  () => true,
  () => false
)

let folder: string
let watched: WatchedClients
let mark: string
let count = 0

beforeEach(async () => {
  folder = await realpath(await mkdtemp('/var/tmp/limits-'))
  for (const name of ['any-code.mjs', 'line-server.mjs']) await cp(fixture(name), path.join(folder, name))
  await writeFile(path.join(folder, 'package.json'), '{"type": "module"}')
  watched = watchClients()
  count += 1
  mark = `${process.pid}-${count}`
})

afterEach(async () => {
  await watched.clients.shutdown()
  await rm(folder, { recursive: true, force: true })
})

const start = (limits: Partial<SandboxChoices>): Promise<ConnectionInfo> =>
  watched.startFile(path.join(folder, 'any-code.mjs'), [], {
    containment: { read: [], write: [], hosts: [], ...limits },
    env: { LIMITED: mark }
  })

const run = (info: ConnectionInfo, code: string) => watched.call(info, 'run', { code, at: {} })
const left = () => processesWith(`LIMITED=${mark}`)

/** Why the connection ended. */
async function ending(): Promise<string> {
  await vi.waitFor(() => expect(watched.news('connectionClosed')).toHaveLength(1), soon)
  const reason = watched.news('connectionClosed')[0]?.reason ?? null
  return reason === null ? '' : toEnglish(reason)
}

describe.skipIf(!canContain)('a sandboxed server that uses too much', { timeout: 300_000 }, () => {
  it('is ended when it exceeds its memory, with the limit and where to change it', async () => {
    const info = await start({ memoryMb: 256 })
    // Beyond its limit, and below the larger one with which the system would refuse the memory.
    const eat = `globalThis.kept = Buffer.alloc(300_000_000, 1); await new Promise(() => {})`
    const [outcome, reason] = await Promise.all([run(info, eat), ending()])
    expect(outcome.type).not.toBe('completed')
    expect(reason).toBe(
      'Parley stopped it because it used more than 256 MB of memory. To allow more, change Memory under Edit.'
    )
    expect(watched.log()).toContain(reason)
    const told = { serverName: 'tested', limit: 'memory', allowed: 256, course: 'ended' }
    expect(watched.news('limitExceeded')).toEqual([
      { ...told, callIds: [watched.lastCallId()], isFirst: true }
    ])
    await vi.waitFor(() => expect(left()).toEqual([]), soon)
  })

  it('is ended by the system when it uses memory faster than Parley checks, and the reason names that limit', async () => {
    const info = await start({ memoryMb: 128 })
    void run(info, `const kept = []; for (;;) kept.push({ numbers: new Array(1_000).fill(kept.length) })`)
    const reason = await ending()
    expect(reason).toContain('128 MB')
    expect(reason).toMatch(/no more memory|memory limit of|than 128 MB of memory|ran out of memory/)
    await vi.waitFor(() => expect(left()).toEqual([]), soon)
  })

  it('probably reached its memory limit if it used much and then dies silently, and the reason says so', async () => {
    const info = await start({ memoryMb: 200 })
    await run(info, `globalThis.kept = Buffer.alloc(120_000_000, 1)`)
    // Memory is checked twice a second by timers of this process. One check has happened before this.
    const heldAt = performance.now()
    await vi.waitFor(() => expect(performance.now()).toBeGreaterThan(heldAt + 1_000), soon)
    void run(info, `process.kill(process.pid, 'SIGSEGV')`)
    expect(await ending()).toMatch(
      /^It ended by SIGSEGV, probably because it ran out of memory. Its limit is 200 MB, and it used 1\d\d MB at/
    )
    expect(watched.news('limitExceeded')).toMatchObject([{ limit: 'memory', allowed: 200, course: 'likely' }])
  })

  it('is reported as limited if its runtime reports out of memory', async () => {
    const info = await start({ memoryMb: 128 })
    // More at once than the system allows. It never gets the memory, so Parley's own check can't find it first.
    const outside = `Buffer.alloc(1_000_000_000, 1)`
    void run(info, `setTimeout(() => { ${outside} }); await new Promise(() => {})`)
    expect(await ending()).toMatch(/no more memory: “.*(?:allocation failed|failed to allocate)/i)
    expect(watched.news('limitExceeded')).toMatchObject([
      { limit: 'memory', allowed: 128, course: 'refused' }
    ])
  })

  it('is ended when its processes together exceed the memory, each below it', async () => {
    const info = await start({ memoryMb: 256 })
    const child = `const kept = Buffer.alloc(120_000_000, 1); setInterval(() => kept.length, 1000)`
    const spawnAll = `for (let i = 0; i < 4; i += 1) cp.spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'ignore' })`
    await run(info, spawnAll)
    expect(await ending()).toContain('256 MB of memory')
    await vi.waitFor(() => expect(left()).toEqual([]), soon)
  })

  it('is ended with all of its processes when it starts them endlessly', async () => {
    const info = await start({ processes: 30 })
    // Each starts two, detached from its parent. Far beyond the limit they exit on their own, to protect this computer.
    const bomb =
      'if [ "$1" -lt 9 ]; then setsid sh -c "$0" "$0" $(($1+1)) & setsid sh -c "$0" "$0" $(($1+1)) & fi; sleep 600'
    await run(
      info,
      `cp.spawn('/bin/sh', ['-c', ${JSON.stringify(bomb)}, ${JSON.stringify(bomb)}, '0'], { stdio: 'ignore' })`
    )
    expect(await ending()).toBe(
      'Parley stopped it because it ran more than 30 processes. To allow more, change Processes under Edit.'
    )
    expect(watched.news('limitExceeded')).toMatchObject([
      { limit: 'processes', allowed: 30, course: 'ended' }
    ])
    await vi.waitFor(() => expect(left()).toEqual([]), soon)
  })

  it('is paused at times if it uses more of the processor, and still answers', async () => {
    const info = await start({ cpuPercent: 20 })
    await run(info, `cp.spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })`)
    const stateOf = async (id: number) =>
      / ([A-Z]) \d+ \d+ \d+ /.exec(await readFile(`/proc/${id}/stat`, 'utf8').catch(() => ''))?.[1]
    const states = async () => await Promise.all(left().map(stateOf))
    await vi.waitFor(async () => expect(await states()).toContain('T'), soon)
    expect(await run(info, 'return 1')).toMatchObject({ type: 'completed' })
    const told = watched.news('limitExceeded')
    expect(told[0]).toMatchObject({ limit: 'processor', allowed: 20, course: 'slowed' })
    expect(told.filter(({ isFirst }) => isFirst)).toHaveLength(1)
    const slowed = watched.log().filter((line) => line.startsWith('It uses more than 20 % of one processor'))
    expect(slowed).toHaveLength(1)
    await vi.waitFor(async () => expect(await states()).not.toContain('T'), soon)
  })

  it('runs within the usual limits, and may request more', async () => {
    const info = await start({ memoryMb: 1024 })
    const held = `globalThis.kept = Buffer.alloc(400_000_000, 1); await new Promise((go) => setTimeout(go, 1500)); return 'held'`
    expect(JSON.stringify(await run(info, held))).toContain('held')
  })
})

it('is stopped by the system far beyond the limits, for threads only if the system counts them per server', () => {
  const limits = { memoryBytes: 100, processes: 2, cpuPercent: null }
  expect(limitArguments('/usr/bin/prlimit', true, limits)).toEqual([
    '/usr/bin/prlimit',
    '--data=536871112:536871112',
    '--nproc=80:80',
    '--'
  ])
  expect(limitArguments('/usr/bin/prlimit', false, limits)).not.toContain('--nproc=80:80')
  expect(limitArguments(null, true, limits)).toEqual([])
  expect(['5.13.9', '4.19.0-9', 'odd', '5.14.0', '6.1.0-18-amd64'].map(countsByNamespace)).toEqual([
    ...[false, false, false],
    ...[true, true]
  ])
})
