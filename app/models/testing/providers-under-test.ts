/** Providers of every vendor with the scripted endpoint, for tests of their common behavior. */
import { afterEach } from 'vitest'
import { createScriptedModel } from '../../testing/scripted-model/scripted-model'
import type {
  ScriptedModel,
  ScriptedModelOptions,
  ScriptedReply
} from '../../testing/scripted-model/scripted-model'
import { anthropic } from '../anthropic/descriptor'
import type { ModelMessage, ModelPart, ModelProvider, ModelRequest } from '../model'
import { openAiCompatible } from '../openai/descriptor'
import { findApiDialect } from '../openai/api-dialect'
import { createOpenAiProvider } from '../openai/openai-provider'
import type { ProviderAccess } from '../provider-descriptor'

export type Create = (access: ProviderAccess) => ModelProvider

/** Each by the API that it speaks. */
export const vendors: readonly (readonly [api: string, create: Create])[] = [
  ['Messages', (access) => anthropic.create(access)],
  ['Chat Completions', (access) => openAiCompatible.create({ ...inVersion(access), api: 'chat' })],
  [
    'Responses',
    (access) =>
      createOpenAiProvider(inVersion(access), {
        limits: openAiCompatible.limits,
        dialect: findApiDialect('https://api.openai.com/v1')
      })
  ]
]

/** Addresses of this vendor's kind end with the version. */
function inVersion(access: ProviderAccess): ProviderAccess {
  return { ...access, baseUrl: `${access.baseUrl}/v1` }
}

export const testKey = 'test-key-123'

/** For the file that calls it: endpoints end with the test. */
export function createEndpoints(create: Create) {
  const open: ScriptedModel[] = []
  afterEach(async () => {
    await Promise.all(open.splice(0).map((model) => model.close()))
  })
  async function endpoint(options: ScriptedModelOptions) {
    const model = await createScriptedModel({ offersResponses: true, ...options })
    open.push(model)
    const readKey = () => Promise.resolve(testKey)
    return { model, provider: create({ name: 'vendor', baseUrl: model.baseUrl, readKey }) }
  }
  /** An endpoint that gives one and the same answer. */
  const answering = (reply: ScriptedReply) => endpoint({ script: () => reply })
  return { endpoint, answering }
}

export function request(change: Partial<ModelRequest> = {}): ModelRequest {
  const messages: ModelMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }]
  return { model: 'some-model', systemPrompt: '', messages, tools: [], maxOutputTokens: 1000, ...change }
}

/** The parts until the stream ends or fails, and its error. */
export async function collect(stream: AsyncIterable<ModelPart>) {
  const parts: ModelPart[] = []
  try {
    for await (const part of stream) parts.push(part)
  } catch (error) {
    return { parts, error }
  }
  return { parts, error: null }
}

export const live = (): AbortSignal => new AbortController().signal
