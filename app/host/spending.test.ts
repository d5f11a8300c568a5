/** What models read and write is counted, kept and held to a limit of money, for conversations and for servers. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createScriptedModel, type ScriptedModel } from '../testing/scripted-model/scripted-model'
import { openHost, type OpenHost } from '../testing/open-host'
import { answerEnded } from '../testing/answer-ended'

const usage = { inputTokens: 1_000_000, outputTokens: 100_000 }
let folder: string
let model: ScriptedModel
let host: OpenHost

async function start(models: object = {}): Promise<void> {
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers: {}, models }))
  const environment = { ANTHROPIC_API_KEY: 'sk-test-of-spending', ANTHROPIC_BASE_URL: model.baseUrl }
  host = await openHost({ folder, environment })
  await host.start()
  await vi.waitFor(async () => expect((await host.handlers['app.snapshot']({})).models.isLoading).toBe(false))
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

async function ask(): Promise<string> {
  const { id } = await host.handlers['conversation.create']({})
  await host.handlers['conversation.set-model']({ conversationId: id, model: 'anthropic/claude-sonnet-5-5' })
  const send = { text: 'Hello', toolRequest: null, resources: [], prompt: null }
  await host.handlers['conversation.send']({ conversationId: id, ...send })
  return id
}

describe('what an answer took', () => {
  it('stands with the answer, by conversation, day and model, and is there after a restart', async () => {
    await start()
    const id = await ask()
    // A million read at 2 and a tenth of one written at 10.
    expect((await answerEnded(host, id)).usage).toEqual({ ...usage, cost: 3 })
    expect(await host.handlers['usage.of-conversation']({ conversationId: id })).toMatchObject({
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

describe('a limit of money', () => {
  it.each(['spendingPerDay', 'spendingPerMonth'])(
    '%s: once it is reached nothing more is sent, until it is raised',
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
