/** What is known of models reaches the list, costs and requests, from the shipped table and the user's own. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ModelView } from '../../../contract/settings'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import { soon } from '../../../testing/soon'

let folder: string
let host: OpenTestHost

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-known-models-'))
  const models = { default: 'anthropic/claude-sonnet-5-5' }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers: {}, models }))
  host = await openHost({ folder })
  await host.start()
})
afterEach(async () => {
  await host.dispose()
  await rm(folder, { recursive: true })
})

const view = async () => (await host.handlers['app.snapshot']({})).models
const sonnet = async (): Promise<ModelView | undefined> =>
  (await view()).models.find(({ id }) => id === 'anthropic/claude-sonnet-5-5')

it('shows context, abilities and price of a model in the list, and the source of the context', async () => {
  expect(await sonnet()).toMatchObject({
    contextTokens: 1_000_000,
    contextSource: 'table',
    abilities: ['images', 'pdf', 'tools', 'thinking'],
    price: { inputPerMillion: 2, outputPerMillion: 10, cacheReadPerMillion: 0.2, cacheWritePerMillion: 2.5 }
  })
})

it('applies the user’s table as soon as it is saved, and reports an error in it with its line', async () => {
  await host.handlers['app.open-file']({ file: 'model-table' })
  const table = path.join(folder, 'models.jsonc')
  expect(await readFile(table, 'utf8')).toContain('"models"')
  await writeFile(table, '{ "models": {\n "claude-sonnet-5-5": { "contextTokens": 5000, "abilities": 7 } } }')
  await vi.waitFor(
    async () => expect(await sonnet()).toMatchObject({ contextTokens: 5_000, contextSource: 'own' }),
    soon
  )
  expect((await sonnet())?.abilities).toContain('images')
  expect((await view()).ownTable).toMatchObject({ path: table, problems: [{ severity: 'error', line: 2 }] })
  expect(host.events.map(({ name }) => name)).toContain('models.changed')
})

it("uses a price that is set in the window before all tables, and derives the cache's price from its share", async () => {
  const price = { inputPerMillion: 1, outputPerMillion: 4 }
  await host.handlers['model.set-price']({ model: 'anthropic/claude-sonnet-5-5', price })
  expect((await sonnet())?.price).toEqual({ ...price, cacheReadPerMillion: 0.1, cacheWritePerMillion: 1.25 })
})

it.each([
  ['a dearer reading', { inputPerMillion: 1_000_000, outputPerMillion: 20 }],
  [
    'a free cache',
    { inputPerMillion: 5, outputPerMillion: 20, cacheReadPerMillion: 0, cacheWritePerMillion: 0 }
  ]
])("doesn't lower a price that was set in the window by a table with %s", async (_, facts) => {
  const models = { 'claude-sonnet-5-5': facts, 'nobody-knows-me': facts }
  const priceOf = async (wanted: string) => (await view()).models.find(({ id }) => id === wanted)?.price
  const price = { inputPerMillion: 1, outputPerMillion: 4 }
  const priceSetFor = async (model: string) => {
    await host.handlers['settings.set']({ values: { 'models.default': model } })
    await vi.waitFor(async () => expect(await priceOf(model)).toBeDefined(), soon)
    await host.handlers['model.set-price']({ model, price })
    return await priceOf(model)
  }
  await writeFile(path.join(folder, 'models.jsonc'), JSON.stringify({ models }))
  // The cache's price is unknown there: it costs as much as input.
  expect(await priceSetFor('anthropic/nobody-knows-me')).toEqual(price)
  expect(await priceSetFor('anthropic/claude-sonnet-5-5')).toEqual({
    ...price,
    cacheReadPerMillion: 0.1,
    cacheWritePerMillion: 1.25
  })
})
