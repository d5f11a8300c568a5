/**
 * A sampling request in progress: typed values, changes to the server's request, problems, and what is sent to the
 * host. Pure.
 */
import type { QuestionAnswer, SamplingQuestion } from '../../../app/contract/questions/questions'
import type { SamplingMessage, SamplingRequest } from '../../../app/contract/requests'
import { isSameJson } from '../../ui/schema-form/json'
import { readStops, writeStops } from './stop-sequences'
import { sampling } from '../../../app/texts/compiled/window/sampling'

export interface SamplingDraft {
  readonly messages: readonly SamplingMessage[]
  /** Removed places: `2` for a message, `2.0` for a block in it. */
  readonly removed: ReadonlySet<string>
  /** Empty for none. */
  readonly systemPrompt: string
  readonly model: string
  /** This and the next two as typed. */
  readonly maxTokens: string
  readonly temperature: string
  readonly stopSequences: string
  /** The user id for the provider; empty for nothing. */
  readonly userId: string
  /** Places of removed tools. */
  readonly removedTools: ReadonlySet<number>
  readonly toolChoice: SamplingRequest['toolChoice']
  readonly sharesContext: boolean
  readonly context: string
}

type SamplingAnswer = Extract<QuestionAnswer, { readonly type: 'sampling' }>
type Edited = NonNullable<SamplingAnswer['edited']>

export function toSamplingDraft(question: SamplingQuestion): SamplingDraft {
  const { request, model } = question
  return {
    messages: request.messages,
    removed: new Set(),
    systemPrompt: request.systemPrompt ?? '',
    model,
    maxTokens: String(mostTokens(question)),
    temperature: request.temperature === null ? '' : String(request.temperature),
    stopSequences: writeStops(request.stopSequences),
    userId: readUserId(request) ?? '',
    removedTools: new Set(),
    toolChoice: request.toolChoice,
    sharesContext: false,
    context: question.contextPreview ?? ''
  }
}

/** At most what the server asks for. */
export function mostTokens({ request }: SamplingQuestion): number {
  return Math.max(1, Math.floor(request.maxTokens))
}

/** Null if the server names none. */
export function readUserId({ metadata }: SamplingRequest): string | null {
  const userId = metadata?.['user_id']
  return typeof userId === 'string' ? userId : null
}

/** Why a field is invalid, a sentence each; null if it is valid. */
export function findDraftProblems(draft: SamplingDraft, most: number) {
  return {
    maxTokens:
      isWithin(draft.maxTokens, 1, most) && Number.isInteger(Number(draft.maxTokens))
        ? null
        : sampling.tokensOutOfRange({ most }),
    temperature:
      draft.temperature.trim() === '' || isWithin(draft.temperature, 0, 2)
        ? null
        : sampling.temperatureOutOfRange(),
    stopSequences: readStops(draft.stopSequences).problem
  }
}

export type DraftProblems = ReturnType<typeof findDraftProblems>

function isWithin(text: string, least: number, most: number): boolean {
  const number = Number(text)
  return text.trim() !== '' && number >= least && number <= most
}

/** Names of the changed parts, in the order of the screen. */
export function listDraftChanges(draft: SamplingDraft, question: SamplingQuestion): string[] {
  const first = toSamplingDraft(question)
  const messages = draft.messages.flatMap((message, index) => {
    const isRemoved = [...draft.removed].some((place) => place.split('.')[0] === String(index))
    return isRemoved || !isSameJson(message, first.messages[index])
      ? [sampling.changedMessage({ number: index + 1 })]
      : []
  })
  const isContextChanged = draft.sharesContext && draft.context !== first.context
  return [
    draft.model !== first.model && sampling.changedModel(),
    draft.maxTokens !== first.maxTokens && sampling.changedLimit(),
    draft.systemPrompt !== first.systemPrompt && sampling.changedSystemPrompt(),
    ...messages,
    isContextChanged && sampling.changedContext(),
    (draft.removedTools.size > 0 || draft.toolChoice !== first.toolChoice) && sampling.changedTools(),
    draft.temperature !== first.temperature && sampling.changedTemperature(),
    draft.stopSequences !== first.stopSequences && sampling.changedStops(),
    draft.userId !== first.userId && sampling.changedUserId()
  ].filter((name) => name !== false)
}

/** The draft for the host; unchanged parts are omitted where possible. */
export function toSamplingAnswer(draft: SamplingDraft, question: SamplingQuestion): SamplingAnswer {
  const first = toSamplingDraft(question)
  const edited = editedOf(draft, question)
  const isChanged = !isSameJson(edited, editedOf(first, question))
  const { sharesContext, context } = draft
  return {
    type: 'sampling',
    decision: 'approve',
    ...(isChanged && { edited }),
    ...(sharesContext && context.trim() !== '' && { sharesContext }),
    ...(sharesContext && context.trim() !== '' && context !== first.context && { context })
  }
}

function editedOf(draft: SamplingDraft, question: SamplingQuestion): Edited {
  const first = toSamplingDraft(question)
  const { systemPrompt, temperature, stopSequences, userId, removedTools, toolChoice } = draft
  return {
    messages: keptMessages(draft),
    systemPrompt: systemPrompt === '' ? null : systemPrompt,
    model: draft.model,
    maxTokens: Number(draft.maxTokens),
    ...(temperature !== first.temperature && {
      temperature: temperature.trim() === '' ? null : Number(temperature)
    }),
    ...(stopSequences !== first.stopSequences && { stopSequences: readStops(stopSequences).stops }),
    ...(userId !== first.userId && { metadata: userId === '' ? null : { user_id: userId } }),
    ...(removedTools.size > 0 && {
      tools: question.request.tools.flatMap((_, index) => (removedTools.has(index) ? [] : [index]))
    }),
    ...(toolChoice !== first.toolChoice && { toolChoice })
  }
}

function keptMessages({ messages, removed }: SamplingDraft): SamplingMessage[] {
  return messages.flatMap((message, index) => {
    if (removed.has(String(index))) return []
    const content = message.content.filter((_, block) => !removed.has(`${index}.${block}`))
    return content.length === 0 && message.content.length > 0 ? [] : [{ ...message, content }]
  })
}

/** A tool's call and its results are in two messages, and are removed together. */
export function findMessagePair(messages: readonly SamplingMessage[], index: number): readonly number[] {
  const has = (at: number, type: 'tool-use' | 'tool-result') =>
    messages[at]?.content.some((block) => block.type === type) === true
  if (has(index, 'tool-use') && has(index + 1, 'tool-result')) return [index, index + 1]
  return has(index, 'tool-result') ? [index - 1, index] : [index]
}

export function withText(
  messages: readonly SamplingMessage[],
  place: { readonly message: number; readonly block: number; readonly text: string }
): SamplingMessage[] {
  return messages.map((message, index) =>
    index === place.message
      ? {
          ...message,
          content: message.content.map((block, at) =>
            at === place.block && block.type === 'text' ? { ...block, text: place.text } : block
          )
        }
      : message
  )
}
