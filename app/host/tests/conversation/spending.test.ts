/** Token use of models is counted, kept and limited by a budget, for conversations and for servers. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createScriptedModel, type ScriptedModel } from '../../../testing/scripted-model/scripted-model'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import { answerEnded } from '../../../testing/answer-ended'
import { soon } from '../../../testing/soon'

const usage = { inputTokens: 1_000_000, outputTokens: 100_000 }
let folder: string
let model: ScriptedModel
let host: OpenTestHost

async function start(models: object = {}, mcpServers: object = {}): Promise<void> {
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers, models }))
  const environment = { ANTHROPIC_API_KEY: 'sk-test-of-spending', ANTHROPIC_BASE_URL: model.baseUrl }
  host = await openHost({ folder, environment })
  await host.start()
  const isLoading = async () => (await host.handlers['app.snapshot']({})).models.isLoading
  await vi.waitFor(async () => expect(await isLoading()).toBe(false), soon)
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-spending-'))
  model = await createScriptedModel({ script: () => ({ text: 'Yes.', usage }) })
})
afterEach(async () => {
  await host.dispose()
  await model.close()
  await rm(folder, { recursive: true })
})

type Sent = Parameters<OpenTestHost['handlers']['conversation.send']>[0]

async function ask(resources: Sent['resources'] = []): Promise<string> {
  const { id } = await host.handlers['conversation.create']({})
  await host.handlers['conversation.set-model']({ conversationId: id, model: 'anthropic/claude-sonnet-5-5' })
  const send = { text: 'Hello', toolRequest: null, resources, prompt: null }
  await host.handlers['conversation.send']({ conversationId: id, ...send })
  return id
}

describe('use of an answer', () => {
  it('is shown with the answer, by conversation, day and model, and kept over a restart', async () => {
    await start()
    const id = await ask()
    // A million of input at 2 and a tenth of a million of output at 10.
    expect((await answerEnded(host, id)).usage).toEqual({ ...usage, cost: 3 })
    expect(await host.handlers['usage.read-conversation']({ conversationId: id })).toMatchObject({
      requests: 1,
      cost: 3
    })
    await host.dispose()
    await start()
    const view = await host.handlers['usage.read']({})
    expect(view.today).toMatchObject({ requests: 1, inputTokens: 1_000_000, outputTokens: 100_000, cost: 3 })
    expect(view.month.cost).toBe(3)
    expect(view.days).toHaveLength(1)
    expect(view.models).toMatchObject([{ name: 'anthropic/claude-sonnet-5-5', cost: 3 }])
    expect(view.conversations).toMatchObject([{ name: id, cost: 3 }])
  })
})

describe('tokens from servers in requests', () => {
  const stub = fileURLToPath(new URL('../../../testing/servers/stub.mjs', import.meta.url))
  const tools = [{ name: 'find', description: 'Finds what is asked for. '.repeat(100), text: 'ok' }]
  const entry = (offer: object) => ({
    command: process.execPath,
    args: [stub, `--stub=${JSON.stringify(offer)}`]
  })
  const notes = entry({ name: 'notes', tools })
  const tea = { uri: 'shelf://tea', name: 'Tea', text: 'The way of tea. '.repeat(200) }
  const shelf = entry({ name: 'shelf', resources: [tea] })

  it('are estimated as a share of the input, and kept over a restart', async () => {
    await start({}, { notes })
    await trustAll(1)
    await answerEnded(host, await ask())
    const { brought, today } = await host.handlers['usage.read']({})
    expect(brought).toMatchObject([{ name: 'notes', requests: 1, outputTokens: 0 }])
    const [{ inputTokens, cost } = { inputTokens: 0, cost: 0 }] = brought
    // The definition of its one tool is a part of the million, and no part of the output.
    expect(inputTokens).toBeGreaterThan(100_000)
    expect(inputTokens).toBeLessThan(1_000_000)
    expect(cost).toBeCloseTo((inputTokens / 1_000_000) * 2, 3)
    expect(today.cost).toBe(3)
    await host.dispose()
    await start()
    expect((await host.handlers['usage.read']({})).brought).toEqual(brought)
  })

  it('include an attached resource of a server without tools', async () => {
    await start({}, { notes, shelf })
    await trustAll(2)
    await answerEnded(host, await ask())
    expect((await host.handlers['usage.read']({})).brought.map(({ name }) => name)).toEqual(['notes'])
    await answerEnded(host, await ask([{ serverName: 'shelf', uri: 'shelf://tea', name: 'Tea' }]))
    const { brought } = await host.handlers['usage.read']({})
    expect(brought.map(({ name }) => name).toSorted()).toEqual(['notes', 'shelf'])
    const of = (wanted: string) => brought.find(({ name }) => name === wanted)
    expect(of('shelf')).toMatchObject({ requests: 1 })
    expect(of('shelf')?.inputTokens).toBeGreaterThan(300_000)
  })

  async function trustAll(count: number): Promise<void> {
    const answer = { type: 'server-trust', decision: 'trust' } as const
    for (let given = 0; given < count; given += 1) {
      await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'server-trust' }), soon)
      await host.handlers['consent.answer']({ questionId: host.question()?.id ?? '', answer })
    }
    const servers = async () => (await host.handlers['app.snapshot']({})).servers.map(({ state }) => state)
    await vi.waitFor(
      async () => expect(await servers()).toEqual(Array.from({ length: count }, () => 'connected')),
      soon
    )
  }
})

describe('a spending limit', () => {
  it.each(['spendingPerDay', 'spendingPerMonth'])(
    '%s: sends nothing once it is reached, until it is raised',
    async (limit) => {
      await start({ [limit]: 3 })
      await answerEnded(host, await ask())
      const refused = await answerEnded(host, await ask())
      expect(refused).toMatchObject({ state: 'failed', failure: { code: 'MODEL_SPENDING_LIMIT' } })
      expect(refused.failure?.message).toContain('your limit is $3.00')
      expect(model.requests).toHaveLength(1)
      await host.handlers['settings.set']({ values: { [`models.${limit}`]: 10 } })
      expect(await answerEnded(host, await ask())).toMatchObject({ state: 'complete' })
      expect(model.requests).toHaveLength(2)
    }
  )
})
