/** The policy about model providers and collectors: a destination that it doesn't name gets no byte. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toEnglish } from '../../texts/render-localized'
import { renderEnglish } from '../../testing/in-english'
import { openHost, type OpenTestHost } from '../../testing/open-host'
import { soon } from '../../testing/soon'

let folder: string
let policyFile: string
let host: OpenTestHost
let heard: number
let door: Server
let address: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-managed-'))
  policyFile = path.join(folder, 'policy.json')
  heard = 0
  door = createServer((_request, response) => response.writeHead(404).end('{}'))
  door.on('connection', () => (heard += 1))
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
})

afterEach(async () => {
  await host.dispose()
  await new Promise((resolve) => door.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

async function setPolicy(policy: object | string): Promise<void> {
  await writeFile(`${policyFile}.new`, typeof policy === 'string' ? policy : JSON.stringify(policy))
  await rename(`${policyFile}.new`, policyFile)
}

/** The key and the address come from the environment, which needs no approval. */
async function start(policy: object | string): Promise<void> {
  await setPolicy(policy)
  await writeFile(path.join(folder, 'settings.json'), '{}')
  const environment = { ANTHROPIC_API_KEY: 'sk-test-of-policy', ANTHROPIC_BASE_URL: address }
  host = await openHost({ folder, policyFile, environment })
  await host.start()
}

const provider = async () => {
  const { models } = await host.handlers['app.snapshot']({})
  return models.providers.find(({ name }) => name === 'anthropic')
}
const reason = async (): Promise<string> => {
  const said = (await provider())?.failure?.said
  return said === undefined ? '' : toEnglish(said)
}

it.each([
  [
    'another address',
    { models: { allow: [{ url: 'https://models.example/' }] } },
    "doesn't allow requests to"
  ],
  ['none', { models: { allow: [] } }, "doesn't allow requests to"],
  ['nothing that can be read', '{', "Parley can't use"]
])(
  'sends nothing to a provider and reports the reason when the policy names %s',
  async (_name, policy, words) => {
    await start(policy)
    await vi.waitFor(async () => expect(await reason()).toContain(words), soon)
    expect(await reason()).toContain(policyFile)
    await host.handlers['model.refresh']({})
    expect(heard).toBe(0)
    expect(host.question()).toBeNull()
  }
)

it('SEC-11-9 allows a provider only while the policy names it', async () => {
  await start({ models: { allow: [{ type: 'openai-compatible' }] } })
  await vi.waitFor(async () => expect(await reason()).toContain(`the model provider at ${address}`), soon)
  expect(heard).toBe(0)
  await setPolicy({ models: { allow: [{ type: 'anthropic', url: `${address}/` }] } })
  await vi.waitFor(() => expect(heard).toBeGreaterThan(0), soon)
  await setPolicy({ models: { allow: [] } })
  await vi.waitFor(async () => expect(await reason()).toContain("doesn't allow requests to"), soon)
  const before = heard
  await host.handlers['model.refresh']({})
  expect(heard).toBe(before)
})

it("SEC-11-9 sends nothing to a collector that the policy doesn't name, and doesn't ask to trust it", async () => {
  await start({ ledger: { allow: ['https://*.collect.example/'] }, models: { allow: [] } })
  const setting = Promise.resolve(host.handlers['ledger.set-endpoint']({ endpoint: address }))
  await setting.catch(() => {})
  await vi.waitFor(async () => {
    const { collector } = await host.handlers['app.snapshot']({})
    expect(renderEnglish(collector?.failure ?? null)).toContain(
      `sending the activity log to ${address} (${policyFile})`
    )
  }, soon)
  expect(host.question()).toBeNull()
  expect(heard).toBe(0)
})
