/** What is known of models reaches the list, costs and requests, from the shipped table and from the person's own. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ModelView } from '../contract/settings'
import { openHost, type OpenTestHost } from '../testing/open-host'
import { soon } from '../testing/soon'

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

it('the list has context, abilities and price of a model, and says who told the context', async () => {
  expect(await sonnet()).toMatchObject({
    contextTokens: 1_000_000,
    contextSource: 'table',
    abilities: ['images', 'pdf', 'tools', 'thinking'],
    price: { inputPerMillion: 2, outputPerMillion: 10, cacheReadPerMillion: 0.2, cacheWritePerMillion: 2.5 }
  })
})

it('the person’s table counts as soon as it is saved; what is wrong in it is told with its line', async () => {
  await host.handlers['model.open-table']({})
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

it('a price that is set in the window counts before all tables; the cache costs its share of it', async () => {
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
])('a table with %s takes nothing off a price that was set in the window', async (_, facts) => {
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
  // Nobody knows what the cache costs there: as much as reading.
  expect(await priceSetFor('anthropic/nobody-knows-me')).toEqual(price)
  expect(await priceSetFor('anthropic/claude-sonnet-5-5')).toEqual({
    ...{ ...price, cacheReadPerMillion: 0.1, cacheWritePerMillion: 1.25 }
  })
})
