/** A turn of a model with scripted replies, and the requests that it received. */
import { expect } from 'vitest'
import { silentLogger } from '../../../base/logger'
import type { ContentBlock } from '../../../contract/content-blocks'
import type { Message, ToolCallPart, Usage } from '../../../contract/conversations'
import { chatMessage as messageSchema } from '../../../contract/conversations'
import type { JsonObject, JsonValue } from '../../../contract/json'
import type { KeptResult } from '../../../history/interface'
import type { ModelPart, ModelRequest } from '../../../models/model'
import type { Provenance } from '../../../provenance/interface'
import { createProvenance } from '../../../provenance/provenance'
import type { CatalogTool } from '../../../servers/interface'
import { KeptResults } from '../../calls/kept-results'
import { TurnCalls } from '../../calls/turn-calls'
import { ReviewedMetadata } from '../../context/reviewed-metadata'
import { LiveMessage } from '../../messages/live-message'
import { createMessage } from '../../messages/stored-messages'
import { isToolCall } from '../../messages/transcript'
import { ToolFinder } from '../../tools/tool-finder'
import { Turn } from '../turn'
import type { TurnOptions } from '../turn-options'

export type ScriptedReply =
  | { readonly name: string; readonly arguments: JsonObject }
  | string
  /** Including its end. */
  | readonly ModelPart[]

export interface ScriptedTurn {
  readonly replies: readonly ScriptedReply[]
  readonly catalog: readonly CatalogTool[]
  readonly earlier?: readonly Message[]
  readonly words?: ReviewedMetadata
  readonly mostTools?: number
  readonly maxToolSteps?: number
  readonly contextTokens?: number
  /** Reported for each request. */
  readonly usage?: Usage | null
  readonly result?: { readonly content: ContentBlock[]; readonly structuredContent: JsonValue | null }
  readonly resultLimit?: number
  /** By call. Earlier results stay. */
  readonly kept?: Map<string, KeptResult>
  readonly isReviewed?: TurnOptions['isReviewed']
  readonly decideToolResult?: TurnOptions['consent']['ask']['tool-result']
  readonly scripts?: TurnOptions['scripts']
  readonly provenance?: Pick<Provenance, 'learn' | 'findFlows'>
}

let ids = 0
const newId = () => `id-${(ids += 1)}`
const place = () => ({ id: newId(), conversationId: 'c', parentId: null, createdAt: 0 })

export const hello = createMessage({
  ...place(),
  role: 'user',
  parts: [{ type: 'text', step: 0, text: 'Hello' }]
})
export const openingWords = { show: async () => false, tool: () => null, instructions: () => null }

/** The user has chosen nothing, and no model may ask. */
export const noScripts: TurnOptions['scripts'] = {
  read: () => ({}),
  choose: () => expect.fail('nobody was asked'),
  ask: () => expect.fail('nobody is asked')
}

const dry: NonNullable<ScriptedTurn['result']> = {
  content: [{ type: 'text', text: 'Dry.' }],
  structuredContent: null
}

function isParts(reply: ScriptedReply): reply is readonly ModelPart[] {
  return Array.isArray(reply)
}

export async function runScripted(turn: ScriptedTurn) {
  const { replies, catalog, result = dry, isReviewed = () => false, kept = new Map() } = turn
  const requests: ModelRequest[] = []
  const asked: Parameters<TurnOptions['consent']['decideToolCall']>[0][] = []
  const called: string[] = []
  async function* stream(request: ModelRequest): AsyncGenerator<ModelPart> {
    const reply = replies[requests.push(request) - 1] ?? 'Done.'
    if (isParts(reply)) return yield* reply
    if (typeof reply === 'string') yield { type: 'text-delta', text: reply }
    else yield { type: 'tool-call-requested', id: newId(), ...reply }
    yield { type: 'ended', stopReason: 'end_turn', usage: turn.usage ?? null }
  }
  const live = new LiveMessage(
    createMessage({ ...place(), role: 'assistant', model: 'p/m', state: 'streaming' }),
    { emit: () => {}, save: async () => {}, onSaveFailed: () => {}, schedule: () => () => {} }
  )
  const log = {
    ...silentLogger,
    error: (text: string, fields?: unknown) => expect.fail(`${text}: ${JSON.stringify(fields)}`)
  }
  const { resultLimit = 50_000 } = turn
  await new Turn({
    modelId: 'p/m',
    earlier: turn.earlier ?? [hello],
    live,
    signal: new AbortController().signal,
    givesWay: () => false,
    servers: {
      catalog: () => catalog,
      usableTools: () => catalog,
      freshenTools: async () => {},
      wake: async () => {},
      instructions: () => [],
      readTool: () => expect.fail('nobody picked a tool'),
      checkArguments: async () => [],
      callTool: async ({ serverName, toolName }) => {
        called.push(`${serverName}/${toolName}`)
        return { type: 'completed', ...result, isError: false, outputProblems: [] }
      }
    },
    consent: {
      decideToolCall: async (request) => {
        asked.push(request)
        return { type: 'allowed', arguments: request.arguments, isEdited: false, by: 'person' }
      },
      ask: { 'tool-result': turn.decideToolResult ?? (async () => ({ type: 'passed' })) }
    },
    provenance: turn.provenance ?? createProvenance(),
    isReviewed,
    words: turn.words ?? new ReviewedMetadata({ isReviewed: () => false, gate: openingWords }),
    finder: new ToolFinder(),
    scripts: turn.scripts ?? noScripts,
    runScript: async () => ({ type: 'stopped' }),
    results: new KeptResults({ history: memory(kept), readLimit: () => resultLimit, log }),
    resolveModel: () => ({
      provider: { name: 'p', listModels: async () => [], stream },
      model: 'm',
      maxOutputTokens: 1_000,
      contextTokens: turn.contextTokens ?? 200_000,
      mostTools: turn.mostTools ?? null
    }),
    settings: { maxToolSteps: turn.maxToolSteps ?? 9, systemPrompt: '', toolShare: 3, resultLimit },
    runningCalls: new TurnCalls(),
    tasks: { opened: () => {}, ended: () => {} },
    changes: { apply: async () => {}, addLateAnswer: async () => {} },
    now: () => 1,
    newId,
    log
  }).run()
  await live.close()
  const answer = messageSchema.parse(live.read())
  return { requests, asked, called, answer, calls: answer.parts.filter(isToolCall) as ToolCallPart[] }
}

function memory(kept: Map<string, KeptResult>): ConstructorParameters<typeof KeptResults>[0]['history'] {
  return {
    keepResult: async (one) => void kept.set(one.callId, one),
    readResult: async (conversationId, callId, { from, most }) => {
      const found = kept.get(callId)
      if (found === undefined || found.conversationId !== conversationId) return null
      return { text: found.text.slice(from, from + most), length: found.text.length }
    }
  }
}

export const listRequestTools = (request: ModelRequest | undefined) => request?.tools.map(({ name }) => name)

/** The texts of all results in the request. */
export const listRequestResults = (request: ModelRequest | undefined) =>
  (request?.messages ?? []).flatMap(({ content }) =>
    content.flatMap((one) =>
      one.type === 'tool-result'
        ? one.content.map((block) => (block.type === 'text' ? block.text : block.type))
        : []
    )
  )
