/**
 * Direct: the provider without a language model. The user names a tool and its arguments, and the turn runs like a
 * model's. It says so, and never pretends to understand more than a tool's name.
 */
import type { LocalizedText } from '../../contract/localized-text'
import { say, sentences, toText } from '../../texts/render-localized'
import { directModelId } from '../../contract/direct-model'
import { jsonObject, type JsonObject } from '../../contract/json'
import type { ModelView } from '../../contract/settings'
import type { ModelContent, ModelPart, ModelProvider, ModelRequest } from '../model'

export interface DirectOptions {
  /** Model-facing names of the tools that match the text best, best first. */
  readonly rankTools: (query: string, limit: number) => readonly string[]
  /** The model-facing name for a typed name: that name itself, or a server's own name when only one tool has it. */
  readonly resolveToolName: (typedName: string) => string | null
  readonly newId: () => string
}

/** Direct in the list of models. */
export const directModel: ModelView = {
  id: directModelId,
  name: 'Direct (no model)',
  providerName: directModelId
}

const suggestionLimit = 8

type Wish =
  | { readonly type: 'call'; readonly name: string; readonly arguments: JsonObject }
  | { readonly type: 'unreadable-arguments'; readonly name: string }
  | { readonly type: 'words'; readonly text: string }
  | { readonly type: 'attachments' }
  | { readonly type: 'nothing' }

export function createDirectProvider(options: DirectOptions): ModelProvider {
  return {
    name: directModelId,
    listModels: () => Promise.resolve([directModel]),
    async *stream(request, signal) {
      signal.throwIfAborted()
      if (hasAttachments(request))
        yield { type: 'text-delta', text: `${toText(say('models.directNotRead'))} ` }
      yield* answer(readWish(request, options), request, options)
    }
  }
}

function* answer(wish: Wish, request: ModelRequest, options: DirectOptions): Generator<ModelPart> {
  if (wish.type === 'call') {
    const { name } = wish
    const id = options.newId()
    yield { type: 'tool-call-started', id, name }
    yield { type: 'tool-call-requested', id, name, arguments: wish.arguments }
    yield { type: 'ended', stopReason: 'tool_use', usage: null }
    return
  }
  if (wish.type === 'unreadable-arguments') {
    yield {
      type: 'text-delta',
      text: toText(say('models.directBrokenArguments', { tool: wish.name }))
    }
    yield { type: 'tool-suggestions', names: [wish.name] }
  } else if (wish.type === 'words') {
    yield* suggestTools(wish.text, request, options)
  } else if (wish.type === 'attachments') {
    yield { type: 'text-delta', text: toText(say('models.directChooseModel')) }
  }
  yield { type: 'ended', stopReason: 'end_turn', usage: null }
}

function* suggestTools(text: string, request: ModelRequest, options: DirectOptions): Generator<ModelPart> {
  if (request.tools.length === 0) {
    yield { type: 'text-delta', text: withoutModel(say('models.directNoTools')) }
    return
  }
  const offered = new Set(request.tools.map((tool) => tool.name))
  const names = options.rankTools(text, suggestionLimit).filter((name) => offered.has(name))
  const next = say(names.length === 0 ? 'models.directNoneFits' : 'models.directPick')
  yield { type: 'text-delta', text: withoutModel(next) }
  if (names.length > 0) yield { type: 'tool-suggestions', names }
}

/** An answer is stored as text, so it keeps the language in which it was written. */
function withoutModel(next: LocalizedText): string {
  return toText(sentences(say('models.directNoModel'), next, say('models.directChooseModel')))
}

/** Whether the newest message has attachments. */
function hasAttachments(request: ModelRequest): boolean {
  return request.messages.at(-1)?.content.some(({ type }) => type === 'attachment') === true
}

/** Answers the last content of the conversation: a result needs no further answer. */
function readWish(request: ModelRequest, options: DirectOptions): Wish {
  const last: ModelContent | undefined = request.messages.at(-1)?.content.at(-1)
  if (last?.type === 'tool-request') return { type: 'call', name: last.name, arguments: last.arguments }
  if (last?.type === 'text') return readText(last.text.trim(), options)
  if (last?.type === 'attachment') return { type: 'attachments' }
  return { type: 'nothing' }
}

function readText(text: string, options: DirectOptions): Wish {
  const brace = text.indexOf('{')
  const name = brace > 0 ? options.resolveToolName(text.slice(0, brace).trim()) : null
  if (name === null) return { type: 'words', text }
  try {
    return { type: 'call', name, arguments: jsonObject.parse(JSON.parse(text.slice(brace))) }
  } catch {
    return { type: 'unreadable-arguments', name } // shown to the user
  }
}
