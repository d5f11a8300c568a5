/** Messages and their parts as values: every function returns a new message. Saving and telling is not done here. */
import type { Message, MessagePart, ToolCallPart } from '../contract/conversations'
import type { Failure } from '../contract/failure'

export const untitled = 'New conversation'
const titleLimit = 60

/** States of a call whose end is still to come. */
const openStates: readonly ToolCallPart['state'][] = ['preparing', 'waiting for approval', 'running']

export function isToolCall(part: MessagePart): part is ToolCallPart {
  return part.type === 'tool-call'
}

/**
 * The message with the text at its end, and where it went: `offset` is the length of the part before, 0 for a
 * new part. Text of one step stays one part until something else follows.
 */
export function appendText(
  message: Message,
  step: number,
  text: string
): { readonly message: Message; readonly partIndex: number; readonly offset: number } {
  const last = message.parts.at(-1)
  if (last?.type !== 'text' || last.step !== step) {
    const parts: MessagePart[] = [...message.parts, { type: 'text', step, text }]
    return { message: { ...message, parts }, partIndex: parts.length - 1, offset: 0 }
  }
  const partIndex = message.parts.length - 1
  const parts = message.parts.with(partIndex, { ...last, text: last.text + text })
  return { message: { ...message, parts }, partIndex, offset: last.text.length }
}

export function addPart(message: Message, part: MessagePart): Message {
  return { ...message, parts: [...message.parts, part] }
}

/** Unknown calls are left alone. */
export function changeCall(message: Message, callId: string, change: Partial<ToolCallPart>): Message {
  const parts = message.parts.map((part) =>
    isToolCall(part) && part.callId === callId ? { ...part, ...change } : part
  )
  return { ...message, parts }
}

export function findCall(message: Message, callId: string): ToolCallPart | null {
  return message.parts.filter(isToolCall).find((part) => part.callId === callId) ?? null
}

/** -1 when the message holds nothing yet. */
export function lastStep(message: Message): number {
  return Math.max(-1, ...message.parts.map((part) => ('step' in part ? part.step : -1)))
}

/** Cancels every call that has not come to its end. */
export function settleOpenCalls(message: Message, endedAt: number | null): Message {
  const parts = message.parts.map((part) =>
    isToolCall(part) && openStates.includes(part.state)
      ? { ...part, state: 'cancelled' as const, endedAt }
      : part
  )
  return { ...message, parts }
}

const crashed = {
  code: 'MODEL_STREAM_DROPPED',
  message: 'Parley ended while this answer was being written. What had arrived is kept; try again.'
} as const satisfies Failure

/** A message that was still streaming when the program ended: nobody goes on with it. Others are returned as they are. */
export function settleAfterCrash(message: Message): Message {
  if (message.state !== 'streaming') return message
  return {
    ...settleOpenCalls(message, null),
    state: 'stopped',
    stopReason: 'stopped',
    failure: { ...crashed }
  }
}

/** A title from what the person sent first: the text, cut at a word, or the name of what was sent instead. */
export function titleFrom(parts: readonly MessagePart[]): string {
  const text =
    parts
      .find((part) => part.type === 'text')
      ?.text.replaceAll(/\s+/g, ' ')
      .trim() ?? ''
  if (text !== '') return cutAtWord(text)
  const named =
    parts.find((part) => part.type === 'tool-request')?.toolName ??
    parts.find((part) => part.type === 'prompt')?.name ??
    parts.find((part) => part.type === 'resource')?.name
  return cutAtWord(named?.trim() || untitled)
}

function cutAtWord(text: string): string {
  const characters = Array.from(text)
  if (characters.length <= titleLimit) return text
  const head = characters.slice(0, titleLimit - 1).join('')
  const space = head.lastIndexOf(' ')
  return `${space > titleLimit / 2 ? head.slice(0, space) : head}…`
}
