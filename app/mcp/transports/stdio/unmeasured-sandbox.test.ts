/** A server in a sandbox without its own namespace, as on macOS: signals go to its group, and nothing is measured. */
import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { StartSandboxed } from '../../../sandbox/interface'
import { createProcessWatchdog } from './process-watchdog'
import { startProcess } from './server-process'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-unmeasured-'))
})

afterEach(async () => await rm(folder, { recursive: true, force: true }))

it('asks the server to end before it kills it', async () => {
  const watchdog = createProcessWatchdog(() => {})
  const file = path.join(folder, 'ended')
  const script = `trap 'echo asked > "${file}"; exit 0' TERM; echo ready; while :; do sleep 0.05; done`
  let isClosed = false
  const contain: StartSandboxed = async (start) => ({
    file: start.file,
    args: start.args,
    environment: start.environment,
    cwd: folder,
    privateFolder: null,
    filter: null,
    hasNamespace: false,
    started: () => {},
    close: () => (isClosed = true)
  })
  const server = await startProcess(
    { file: '/bin/sh', args: [] },
    {
      transport: 'stdio',
      serverName: 'tested',
      command: 'sh',
      args: ['-c', script],
      env: {},
      cwd: null,
      containment: { read: [], write: [], hosts: [] }
    } as never,
    { environment: { PATH: '/usr/bin:/bin' }, watchdog, contain }
  )
  await new Promise((resolve) => server.stdout.once('data', resolve))
  await server.end()
  expect(await readFile(file, 'utf8')).toBe('asked\n')
  expect(server.hasNamespace).toBe(false)
  expect(isClosed).toBe(true)
  await watchdog.close()
})
