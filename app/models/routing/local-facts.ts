/**
 * What model programs on this computer report about their models: the context size as loaded, and the accepted input.
 * Each is asked in its own way, without a key and without user data. A program that doesn't answer is skipped.
 */
import { z } from 'zod'
import { canParseUrl } from '../../base/can-parse-url'
import type { ModelAbility, ModelFacts } from '../../contract/models/model-facts'
import type { ModelView } from '../../contract/settings'
import { readBounded } from '../../net/bounded-body'
import { isLoopbackHost } from '../../net/address-location'
import { longTimeoutFetch } from '../vendor/long-timeout-fetch'
import { findProviderDescriptor } from './providers'

/** A local program answers quickly. In milliseconds. */
const longestWaitMs = 1_000
const largestAnswerBytes = 4 * 1024 * 1024
/** Ollama needs a separate request for each model. */
const mostAskedAbout = 60

/** Whether a model program may answer there: on this computer, and of a type that such programs support. */
export function mayBeLocal(providerType: string, baseUrl: string): boolean {
  if (!canParseUrl(baseUrl) || !isLoopbackHost(new URL(baseUrl).hostname)) return false
  return findProviderDescriptor(providerType).readyMade.some(({ keyExample }) => keyExample === null)
}

/** The models with the facts that their program reports. Never rejects because of an answer. */
export async function withLocalFacts(
  baseUrl: string,
  models: readonly ModelView[],
  signal: AbortSignal
): Promise<readonly ModelView[]> {
  const ask = askAt(new URL(baseUrl).origin, signal)
  const ids = models.map(ownId)
  const [lmStudio, llamaCpp, ollama] = await Promise.all([
    askLmStudio(ask),
    askLlamaCpp(ask),
    askOllama(ask, ids)
  ])
  return models.map((model) => {
    const id = ownId(model)
    const { contextTokens, abilities } = lmStudio.get(id) ?? ollama.get(id) ?? llamaCpp ?? {}
    return {
      ...model,
      ...(contextTokens !== undefined && { contextTokens }),
      ...(abilities !== undefined && { abilities })
    }
  })
}

function ownId({ id }: ModelView): string {
  return id.slice(id.indexOf('/') + 1)
}

/** Null: no answer, or an unexpected one. */
type Ask = <T>(schema: z.ZodType<T>, path: string, body?: object) => Promise<T | null>

function askAt(origin: string, signal: AbortSignal): Ask {
  return async (schema, path, body) => {
    try {
      const response = await longTimeoutFetch(`${origin}${path}`, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(longestWaitMs)]),
        ...(body !== undefined && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body)
        })
      })
      if (!response.ok || response.body === null) return null
      const answer = await readBounded(response.body, largestAnswerBytes)
      return schema.parse(JSON.parse(answer.toString('utf8')))
    } catch {
      return null // a closed port or a different kind of program: not an error here
    }
  }
}

const size = z.int().min(1).max(1_000_000_000)

const lmStudioModels = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      type: z.string().optional(),
      max_context_length: size.optional(),
      /** As loaded now: less than the maximum. */
      loaded_context_length: size.optional(),
      capabilities: z.array(z.string()).optional()
    })
  )
})

async function askLmStudio(ask: Ask): Promise<ReadonlyMap<string, ModelFacts>> {
  const answer = await ask(lmStudioModels, '/api/v0/models')
  return new Map(
    (answer?.data ?? []).map(({ id, type, capabilities, ...sizes }) => {
      const tokens = sizes.loaded_context_length ?? sizes.max_context_length
      const abilities = [
        ...(type === 'vlm' ? (['images'] as const) : []),
        ...(capabilities?.includes('tool_use') ? (['tools'] as const) : [])
      ]
      return [id, getFacts(tokens, capabilities === undefined ? undefined : abilities)]
    })
  )
}

const llamaCppProps = z.object({
  default_generation_settings: z.object({ n_ctx: size }),
  modalities: z.object({ vision: z.boolean().optional(), audio: z.boolean().optional() }).optional()
})

/** It runs one model, under any name in the list. It doesn't report whether that model supports tools: most do. */
async function askLlamaCpp(ask: Ask): Promise<ModelFacts | null> {
  const answer = await ask(llamaCppProps, '/props')
  if (answer === null) return null
  const { default_generation_settings: settings, modalities } = answer
  if (modalities === undefined) return getFacts(settings.n_ctx, undefined)
  const taken: readonly (readonly [boolean | undefined, ModelAbility])[] = [
    [modalities.vision, 'images'],
    [modalities.audio, 'audio'],
    [true, 'tools']
  ]
  return getFacts(
    settings.n_ctx,
    taken.flatMap(([has, ability]) => (has === true ? ability : []))
  )
}

const ollamaVersion = z.object({ version: z.string() })
const ollamaModel = z.object({
  capabilities: z.array(z.string()).optional(),
  /** `num_ctx 8192` on its own line, if the model was created with a nondefault size. */
  parameters: z.string().optional(),
  model_info: z.record(z.string(), z.unknown()).optional()
})
const ollamaRunning = z.object({
  models: z.array(z.object({ name: z.string(), context_length: size.optional() }))
})

const ollamaWords: Readonly<Record<string, ModelAbility>> = {
  vision: 'images',
  audio: 'audio',
  tools: 'tools',
  thinking: 'thinking'
}

async function askOllama(ask: Ask, ids: readonly string[]): Promise<ReadonlyMap<string, ModelFacts>> {
  if ((await ask(ollamaVersion, '/api/version')) === null) return new Map()
  const running = await ask(ollamaRunning, '/api/ps')
  const loaded = new Map(running?.models.map(({ name, context_length: tokens }) => [name, tokens]))
  const answers = await Promise.all(
    ids
      .slice(0, mostAskedAbout)
      .map(async (id) => [id, await ask(ollamaModel, '/api/show', { model: id })] as const)
  )
  return new Map(
    answers.flatMap(([id, answer]) => {
      if (answer === null) return []
      const abilities = answer.capabilities?.flatMap((word) => ollamaWords[word] ?? [])
      return [[id, getFacts(loaded.get(id) ?? readsAtOnce(answer), abilities)] as const]
    })
  )
}

/** The configured size, or the maximum, though Ollama may load the model with less. */
function readsAtOnce({
  parameters = '',
  model_info: info = {}
}: z.infer<typeof ollamaModel>): number | undefined {
  const set = /^num_ctx\s+(\d{1,9})$/m.exec(parameters)?.[1]
  if (set !== undefined) return Number(set)
  const trained = Object.entries(info).find(([key]) => key.endsWith('.context_length'))?.[1]
  return size.safeParse(trained).data
}

function getFacts(
  contextTokens: number | undefined,
  abilities: readonly ModelAbility[] | undefined
): ModelFacts {
  return {
    ...(contextTokens !== undefined && { contextTokens }),
    ...(abilities !== undefined && { abilities: [...abilities] })
  }
}
