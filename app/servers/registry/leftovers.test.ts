/**
 * Parley killed at random moments with ten servers that want to stay: nothing of them is there ten seconds later.
 * `npm run fuzz` does it as often as it is told.
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
/** The longest that anything of a server may be there. */
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
  // Servers inherit it, so that it tells them from all other processes.
  process.env['HOME'] = folder
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers: servers }))
})
afterEach(async () => {
  process.env['HOME'] = home
  for (const id of processesWith(`HOME=${folder}`)) process.kill(id, 'SIGKILL')
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const isLinux = process.platform === 'linux'

/** Those of the host, the nine servers that stay, and the eight that five of them leave; one more ends at once. */
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
  'CHAT-14: killed at a random moment with ten servers starting, it leaves no process behind (seed %i)',
  async (seed) => {
    const self = await openKillableHost(folder)
    // From their first moment on to well after all that want to be there are.
    await sleep(createRandom(seed).below(4_000))
    await expectNothingAfterKill(self)
  },
  60_000
)

it.skipIf(!isLinux).each(seeds(1))(
  'CHAT-14: killed at a random moment with ten servers running, it leaves no process behind (seed %i)',
  async (seed) => {
    const self = await openKillableHost(folder)
    await vi.waitFor(() => expect(processesWith(`HOME=${folder}`).length).toBeGreaterThanOrEqual(all), soon)
    await sleep(createRandom(seed).below(2_000))
    await expectNothingAfterKill(self)
  },
  60_000
)

it.skipIf(!isLinux)(
  'CHAT-14: stopping a server takes with it what left its group',
  async () => {
    await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers: { all: servers.all } }))
    const self = await openKillableHost(folder)
    try {
      // The host, the server, and four that want to stay.
      await vi.waitFor(() => expect(processesWith(`HOME=${folder}`)).toHaveLength(6), soon)
      await self.host.handlers['server.stop']({ serverName: 'all' })
      await vi.waitFor(() => expect(processesWith(`HOME=${folder}`)).toHaveLength(1), limitMs)
    } finally {
      await self.host.kill()
    }
  },
  60_000
)
