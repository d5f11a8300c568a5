/** Starts by a program that downloads a package first. A substitute for npx takes as long as the test wants. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fixture, watchClients } from '../testing/watched-clients'
import type { WatchedClients } from '../testing/watched-clients'
import { soon } from '../../testing/soon'

let watched: WatchedClients
let folder: string

beforeEach(async () => {
  watched = watchClients()
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-npx-'))
  await writeFile(
    path.join(folder, 'npx'),
    `#!${process.execPath}
    const fs = require('node:fs')
    process.stderr.write('npm http fetch 12%\\r\\u001b[32mnpm http fetch 50%\\u001b[0m\\n')
    const timer = setInterval(() => {
      if (!fs.existsSync(${JSON.stringify(path.join(folder, 'fetched'))})) return
      clearInterval(timer)
      import(${JSON.stringify(fixture('counter.mjs'))})
    }, 10)`
  )
  await chmod(path.join(folder, 'npx'), 0o755)
})

afterEach(async () => {
  await watched.clients.shutdown()
  await rm(folder, { recursive: true })
})

const start = (limits: { connectTimeoutMs: number; installTimeoutMs: number }) =>
  watched.start(['-y', 'counter'], { command: path.join(folder, 'npx'), ...limits })
const told = () => watched.news('installing').map(({ line }) => line)

it('reports the latest line of a download, and does not count it as time for the answer', async () => {
  const connecting = start({ connectTimeoutMs: 4_000, installTimeoutMs: 60_000 })
  const begun = performance.now()
  await vi.waitFor(() => expect(told().at(-1)).toBe('npm http fetch 50%'), soon)
  // Longer than the time limit for its answer.
  await vi.waitFor(() => expect(performance.now() - begun).toBeGreaterThan(4_500), soon)
  await writeFile(path.join(folder, 'fetched'), '')
  expect(await connecting).toMatchObject({ title: expect.any(String) as string })
  expect(told().at(-1)).toBeNull()
})

it('gives up a download at its own limit and leaves no process', async () => {
  const failure = await start({ connectTimeoutMs: 60_000, installTimeoutMs: 4_000 }).catch(
    (error: unknown) => error
  )
  expect(failure).toMatchObject({
    code: 'SERVER_START_TIMEOUT',
    message: expect.stringMatching(/package wasn't downloaded within 4 s.*installTimeoutMs/) as string,
    data: { isInstalling: true, errorOutput: [expect.stringContaining('npm http fetch')] }
  })
  expect(told().at(-1)).toBeNull()
})

it('applies the usual limit to a program that downloads nothing, and reports no download', async () => {
  const args = [fixture('never-answers.mjs')]
  const failure = await watched
    .start(args, { connectTimeoutMs: 400, installTimeoutMs: 60_000 })
    .catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'SERVER_START_TIMEOUT', data: { isInstalling: false } })
  expect(told()).toEqual([])
})
