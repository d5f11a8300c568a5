import { afterEach, describe, expect, it, vi } from 'vitest'
import { createScriptedModel } from '../../testing/scripted-model/scripted-model'
import type { ScriptedModel, ScriptedModelOptions } from '../../testing/scripted-model/scripted-model'
import { HostError } from '../../base/host-error'
import { silentLogger } from '../../base/logger'
import { shownAs } from './provider-titles'
import { Models } from './router'
import type { ModelSettings } from './router'
import { quote } from '../../texts/render-localized'
import { soon } from '../../testing/soon'

const open: ScriptedModel[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((model) => model.close()))
})

async function endpoint(options: Partial<ScriptedModelOptions> = {}) {
  const model = await createScriptedModel({ script: () => ({ text: 'hi' }), ...options })
  open.push(model)
  return model
}

function modelsOf(given: {
  readonly settings?: Partial<ModelSettings>
  readonly environment?: Record<string, string>
  readonly secrets?: Record<string, string>
}) {
  const settings = { defaultModel: null, providers: {}, ...given.settings }
  return new Models({
    readSettings: () => settings,
    environment: given.environment ?? {},
    expand: (text) => {
      const name = /^\$\{secret:(.+)\}$/.exec(text)?.[1]
      if (name === undefined) return Promise.resolve(text)
      const value = given.secrets?.[name]
      if (value === undefined) {
        return Promise.reject(
          new HostError('SETTINGS_UNKNOWN_VARIABLE', quote(`There is no secret “${name}”.`))
        )
      }
      return Promise.resolve(value)
    },
    direct: { rankTools: () => [], resolveToolName: () => null, newId: () => 'id' },
    admit: () => Promise.resolve(false),
    onListing: () => {},
    log: silentLogger
  })
}

async function readText(models: Models, modelId: string): Promise<string> {
  const { provider, model } = models.resolve(modelId)
  const messages = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello' }] }]
  const request = { model, systemPrompt: '', messages, tools: [], maxOutputTokens: 10 }
  let text = ''
  for await (const part of provider.stream(request, new AbortController().signal)) {
    if (part.type === 'text-delta') text += part.text
  }
  return text
}

describe('without a key', () => {
  it('has Direct as the default, and Anthropic reports what is missing', async () => {
    const models = modelsOf({})
    await models.refresh()
    const view = models.view()
    expect(view.defaultModel).toBe('direct')
    expect(view.models.map(({ id }) => id)).toEqual(['direct'])
    expect(view.providers).toMatchObject([
      {
        name: 'anthropic',
        keySource: 'none',
        baseUrl: 'https://api.anthropic.com',
        failure: { code: 'MODEL_NO_KEY' }
      }
    ])
    await expect(readText(models, 'anthropic/claude-sonnet-5-5')).rejects.toMatchObject({
      code: 'MODEL_NO_KEY'
    })
  })
})

describe('key and address', () => {
  it('come from the environment when the settings name none', async () => {
    const { baseUrl } = await endpoint({ apiKey: 'from-env' })
    const models = modelsOf({
      environment: { ANTHROPIC_API_KEY: 'from-env', ANTHROPIC_BASE_URL: baseUrl }
    })
    await models.refresh()
    expect(models.view()).toMatchObject({
      defaultModel: 'anthropic/claude-sonnet-5-5',
      providers: [{ keySource: 'environment', baseUrl, failure: null }]
    })
    expect(await readText(models, 'anthropic/claude-haiku-4-5')).toBe('hi')
  })

  it('come from the settings first, with secrets filled in', async () => {
    const { baseUrl } = await endpoint({ apiKey: 'from-vault' })
    const anthropic = { type: 'anthropic' as const, apiKey: '${secret:anthropic}', baseUrl }
    const environment = { ANTHROPIC_API_KEY: 'from-env', ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' }
    const models = modelsOf({
      settings: { providers: { anthropic } },
      environment,
      secrets: { anthropic: 'from-vault' }
    })
    await models.refresh()
    expect(models.view().providers).toMatchObject([{ keySource: 'vault', baseUrl, failure: null }])
    expect(await readText(models, 'anthropic/claude-haiku-4-5')).toBe('hi')
  })

  it('report a missing secret that the settings name', async () => {
    const anthropic = { type: 'anthropic' as const, apiKey: '${secret:anthropic}' }
    const models = modelsOf({
      settings: { providers: { anthropic } },
      environment: { ANTHROPIC_API_KEY: 'other' }
    })
    await models.refresh()
    const [provider] = models.view().providers
    expect(provider).toMatchObject({ keySource: 'none', isKeyGone: true, failure: { code: 'MODEL_NO_KEY' } })
    expect(provider?.failure?.message).toBe('The key for anthropic is missing. Enter it again.')
    expect(models.view().defaultModel).toBe('direct')
  })
})

describe('a provider that the settings no longer name', () => {
  it('has no address', () => {
    const models = modelsOf({})
    expect(models.destinationOf('removed')).toBeNull()
    expect(models.localPlaceOf('removed')).toBeNull()
  })
})

describe('a failure', () => {
  it('names the provider, with its hostname unless it is the well-known one', async () => {
    const { baseUrl } = await endpoint({ apiKey: 'right' })
    const mine = { type: 'anthropic' as const, apiKey: 'wrong', baseUrl }
    const models = modelsOf({ settings: { providers: { mine } } })
    await models.refresh()
    const failureOf = (name: string) => models.view().providers.find((each) => each.name === name)?.failure
    expect(failureOf('mine')?.message).toMatch(`mine (${new URL(baseUrl).host}) refused the API key`)
    expect(shownAs('anthropic', { type: 'anthropic' }, {})).toEqual({ shownAs: 'Anthropic' })
  })

  it('of listing ends once the provider answers', async () => {
    const keys: Record<string, string> = {}
    const { baseUrl } = await endpoint({ apiKey: 'right' })
    const anthropic = { type: 'anthropic' as const, apiKey: '${secret:anthropic}', baseUrl }
    const models = modelsOf({ settings: { providers: { anthropic } }, secrets: keys })
    await models.refresh()
    expect(models.view().providers).toMatchObject([{ failure: { code: 'MODEL_NO_KEY' } }])
    keys['anthropic'] = 'right'
    expect(await readText(models, 'anthropic/claude-haiku-4-5')).toBe('hi')
    expect(models.view().providers).toMatchObject([{ failure: null }])
    await vi.waitFor(() => expect(models.view().models.length).toBeGreaterThan(1), soon)
  })
})

describe('the list', () => {
  it("shows the provider's models, then Direct, and reports both changes", async () => {
    const { baseUrl } = await endpoint()
    const models = modelsOf({ environment: { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: baseUrl } })
    const loading: boolean[] = []
    models.onChange(() => loading.push(models.view().isLoading))
    await models.refresh()
    expect(loading).toEqual([true, false])
    expect(models.view().models).toEqual([
      {
        id: 'anthropic/claude-sonnet-5-5',
        name: 'Claude Sonnet 5.5',
        providerName: 'anthropic',
        highestTemperature: null,
        thinkingLevels: ['off', 'low', 'medium', 'high'],
        contextTokens: 200_000,
        contextSource: 'guess',
        mostTools: null
      },
      {
        id: 'anthropic/claude-haiku-4-5',
        name: 'Claude Haiku 4.5',
        providerName: 'anthropic',
        highestTemperature: 1,
        thinkingLevels: ['off', 'low', 'medium', 'high'],
        contextTokens: 200_000,
        contextSource: 'guess',
        mostTools: null
      },
      { id: 'direct', name: 'Direct (no model)', providerName: 'direct' }
    ])
  })

  it('falls back to known models when listing fails, and shows the failure with them', async () => {
    const { baseUrl } = await endpoint({ apiKey: 'right' })
    const models = modelsOf({ environment: { ANTHROPIC_API_KEY: 'wrong', ANTHROPIC_BASE_URL: baseUrl } })
    await models.refresh()
    const view = models.view()
    expect(view.providers[0]?.failure).toMatchObject({ code: 'MODEL_WRONG_KEY' })
    expect(view.models.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['anthropic/claude-sonnet-5-5', 'direct'])
    )
  })

  it('moves the default to an available model, and keeps the alias of a dated one', async () => {
    for (const [id, expected] of [
      ['claude-sonnet-9', 'anthropic/claude-sonnet-9'],
      ['claude-sonnet-5-5-20250929', 'anthropic/claude-sonnet-5-5']
    ] as const) {
      const { baseUrl } = await endpoint({
        models: [
          { id: 'claude-opus-9', name: 'Opus' },
          { id, name: 'Sonnet' }
        ]
      })
      const models = modelsOf({ environment: { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: baseUrl } })
      await models.refresh()
      const { defaultModel, models: listed } = models.view()
      expect(defaultModel).toBe(expected)
      expect(listed.map((model) => model.id)).toContain(expected)
    }
  })

  it('uses the result of the newest of two refreshes', async () => {
    const { baseUrl, listRequests } = await endpoint()
    const models = modelsOf({ environment: { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: baseUrl } })
    await Promise.all([models.refresh(), models.refresh()])
    expect(models.view()).toMatchObject({ isLoading: false, providers: [{ failure: null }] })
    await vi.waitFor(() => expect(listRequests.length).toBeGreaterThan(0), soon)
  })
})

describe('models of other providers', () => {
  it('CHAT-09: lists models of an OpenAI-compatible provider and answers, without a key if it needs none', async () => {
    const service = await endpoint({ models: [{ id: 'llama', name: 'Llama' }] })
    const local = { type: 'openai-compatible' as const, baseUrl: `${service.baseUrl}/v1` }
    const models = modelsOf({ settings: { providers: { local }, defaultModel: 'local/llama' } })
    await models.refresh()
    expect(models.view().providers).toMatchObject([
      { name: 'anthropic', title: 'Anthropic', offer: { modelFamily: 'Claude', keyExample: 'sk-ant-…' } },
      { name: 'local', title: 'local', offer: null, keySource: 'none', failure: null }
    ])
    expect(models.view().models[0]).toMatchObject({ id: 'local/llama', providerName: 'local' })
    expect(await readText(models, 'local/llama')).toBe('hi')
    expect(service.requests[0]).toMatchObject({ path: '/v1/chat/completions' })
    expect(service.requests[0]?.headers.authorization).toBeUndefined()
  })

  it.each(['nobody/model', 'claude', '/x', 'constructor/x'])('refuses %s', (modelId) => {
    expect(() => modelsOf({}).resolve(modelId)).toThrow(expect.objectContaining({ code: 'MODEL_UNKNOWN' }))
  })

  it('accepts slashes in the id of a model', () => {
    expect(modelsOf({}).resolve('anthropic/team/claude')).toMatchObject({
      model: 'team/claude',
      maxOutputTokens: 32_000
    })
  })
})
