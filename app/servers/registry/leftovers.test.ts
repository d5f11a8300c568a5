/**
 * Parley is killed at random moments with ten servers that try to stay. Ten seconds later none of their processes runs.
 * `npm run fuzz` repeats this more often.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRandom } from '../../testing/fuzz/random'
import { seeds } from '../../testing/fuzz/seeds'
import { processesWith } from '../../testing/processes'
import { openKillableHost } from '../../testing/sign-in/killable-host'
import { soon } from '../../testing/soon'

const file = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url))
const node = (name: string, ...args: string[]) => ({
  command: process.execPath,
  args: [file(`testing/servers/${name}.mjs`), ...args]
})
/** The longest time in which a process of a server may still run. */
const limitMs = 10_000

const leaving = (...args: string[]) => node('leaves-behind', ...args)
const servers = {
  everything: {
    command: process.execPath,
    args: [file('../node_modules/@modelcontextprotocol/server-everything/dist/index.js')]
  },
  stubborn: node('stubborn'),
  deaf: node('deaf'),
  silent: node('never-answers'),
  ends: node('exits-at-once'),
  holder: leaving('--leaves=holder'),
  'deaf holder': leaving('--leaves=deaf-holder', '--stubborn'),
  detached: leaving('--leaves=detached'),
  daemon: leaving('--leaves=daemon'),
  all: leaving('--leaves=holder,deaf-holder,detached,daemon', '--stubborn')
}

let folder: string
let home: string | undefined
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-leftovers-'))
  home = process.env['HOME']
  // Servers inherit it, so it distinguishes them from all other processes.
  process.env['HOME'] = folder
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers: servers }))
})
afterEach(async () => {
  process.env['HOME'] = home
  for (const id of processesWith(`HOME=${folder}`)) process.kill(id, 'SIGKILL')
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const isLinux = process.platform === 'linux'

/** The host, the nine servers that stay, and the eight children of five of them. One more server exits at once. */
const all = 1 + 9 + 8

async function expectNothingAfterKill(self: Awaited<ReturnType<typeof openKillableHost>>): Promise<void> {
  await self.host.kill()
  const killed = Date.now()
  await vi.waitFor(() => expect(processesWith(`HOME=${folder}`)).toEqual([]), {
    timeout: limitMs,
    interval: 100
  })
  expect(Date.now() - killed).toBeLessThan(limitMs)
}

it.skipIf(!isLinux).each(seeds(1))(
  'CHAT-14: leaves no process behind when it is killed at a random moment while ten servers start (seed %i)',
  async (seed) => {
    const self = await openKillableHost(folder)
    // From the first moment until well after all processes have started.
    await sleep(createRandom(seed).below(4_000))
    await expectNothingAfterKill(self)
  },
  60_000
)

it.skipIf(!isLinux).each(seeds(1))(
  'CHAT-14: leaves no process behind when it is killed at a random moment while ten servers run (seed %i)',
  async (seed) => {
    const self = await openKillableHost(folder)
    await vi.waitFor(() => expect(processesWith(`HOME=${folder}`).length).toBeGreaterThanOrEqual(all), soon)
    await sleep(createRandom(seed).below(2_000))
    await expectNothingAfterKill(self)
  },
  60_000
)

it.skipIf(!isLinux)(
  'CHAT-14: ends processes that left the group of a server when the server is stopped',
  async () => {
    await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers: { all: servers.all } }))
    const self = await openKillableHost(folder)
    try {
      // The host, the server, and four processes that try to stay.
      await vi.waitFor(() => expect(processesWith(`HOME=${folder}`)).toHaveLength(6), soon)
      await self.host.handlers['server.control']({ serverName: 'all', act: 'stop' })
      await vi.waitFor(() => expect(processesWith(`HOME=${folder}`)).toHaveLength(1), limitMs)
    } finally {
      await self.host.kill()
    }
  },
  60_000
)
