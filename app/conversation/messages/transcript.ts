/** Messages and their parts as values: every function returns a new message. Saving and telling is not done here. */
import { HostError, toFailure } from '../../base/host-error'
import { say } from '../../texts/render-localized'
import type { Citation } from '../../contract/answers/citation'
import type { Message, MessagePart, ThinkingSeal, ToolCallPart } from '../../contract/conversations'
import type { TimeLimit } from '../../contract/tool-calls'
import type { Failure } from '../../contract/failure'
import { writeOn } from './written-text'

export const untitled = 'New conversation'
const titleLimit = 60
/** Of one text. */
const mostCitations = 200

/** States of a call whose end is still to come. */
const openStates: readonly ToolCallPart['state'][] = ['preparing', 'waiting-for-approval', 'running']

export function isToolCall(part: MessagePart): part is ToolCallPart {
  return part.type === 'tool-call'
}

/**
 * The message with the text at its end, and where it went: `offset` is the length of the part before, 0 for a
 * new part. Text of one step stays one part until something else follows, a thought until it has ended.
 */
export function appendText(
  message: Message,
  step: number,
  { type = 'text', text }: { readonly type?: WrittenPart['type']; readonly text: string }
): { readonly message: Message; readonly partIndex: number; readonly offset: number } {
  const last = message.parts.at(-1)
  if (last?.type !== type || last.step !== step || ('seal' in last && last.seal !== undefined)) {
    const parts: MessagePart[] = [...message.parts, { type, step, text }]
    return { message: { ...message, parts }, partIndex: parts.length - 1, offset: 0 }
  }
  const partIndex = message.parts.length - 1
  const parts = message.parts.with(partIndex, writeOn(last, text))
  return { message: { ...message, parts }, partIndex, offset: last.text.length }
}

/** A part that grows while it is written. */
type WrittenPart = Extract<MessagePart, { readonly type: 'text' | 'thinking' }>

/** Seals the thought at its end; one of which nothing is shown stands there with its seal alone. */
export function endThought(message: Message, step: number, seal: ThinkingSeal | null): Message {
  const last = message.parts.at(-1)
  const isOpen = last?.type === 'thinking' && last.step === step && last.seal === undefined
  if (seal === null) return message
  if (!isOpen) return addPart(message, { type: 'thinking', step, text: '', seal })
  return { ...message, parts: message.parts.with(-1, { ...last, seal }) }
}

/** The texts of the step turn out to be a thought. */
export function textWasThinking(message: Message, step: number): Message {
  const parts = message.parts.map((part): MessagePart => {
    return part.type === 'text' && part.step === step
      ? { type: 'thinking', step, text: part.text.trimEnd() }
      : part
  })
  return { ...message, parts }
}

/** Beside the words at its end; each place once. */
export function addCitation(message: Message, step: number, citation: Citation): Message {
  const at = message.parts.findLastIndex((part) => part.type === 'text' && part.step === step)
  const part = message.parts[at]
  if (part?.type !== 'text') return message
  const before = part.citations ?? []
  const isKnown = before.some((one) => JSON.stringify(one) === JSON.stringify(citation))
  if (isKnown || before.length >= mostCitations) return message
  return { ...message, parts: message.parts.with(at, { ...part, citations: [...before, citation] }) }
}

export function addPart(message: Message, part: MessagePart): Message {
  return { ...message, parts: [...message.parts, part] }
}

/** A call of which nothing is known but that there is one. */
export function newCall() {
  return {
    type: 'tool-call' as const,
    arguments: {},
    isEditedByPerson: false,
    state: 'preparing' as const,
    progress: null,
    content: [],
    structuredContent: null,
    isError: false,
    failure: null,
    startedAt: null,
    endedAt: null
  }
}

/** Unknown calls are left alone. */
export function changeCall(message: Message, callId: string, change: Partial<ToolCallPart>): Message {
  return replaceCall(message, callId, (call) => ({ ...call, ...change }))
}

/** Unknown calls are left alone. */
export function replaceCall(
  message: Message,
  callId: string,
  change: (call: ToolCallPart) => ToolCallPart
): Message {
  const parts = message.parts.map((part) =>
    isToolCall(part) && part.callId === callId ? change(part) : part
  )
  return { ...message, parts }
}

/** Null: no limit is near any more. */
export function withTimeLimit(call: ToolCallPart, timeLimit: TimeLimit | null): ToolCallPart {
  const { timeLimit: _before, ...rest } = call
  return timeLimit === null ? rest : { ...rest, timeLimit }
}

/** Without what only holds while Parley waits: a limit that is near, models that are asked. */
function withoutWaits(call: ToolCallPart): ToolCallPart {
  const { askedModels: _asked, ...rest } = withTimeLimit(call, null)
  return rest
}

/** Whether the call runs as a task on its server, which may go on with it when Parley has ended. */
export function isOpenTask(call: ToolCallPart): boolean {
  return call.state === 'running' && call.task !== undefined
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
  return cancelCalls(message, endedAt, (call) => openStates.includes(call.state))
}

function cancelCalls(
  message: Message,
  endedAt: number | null,
  isMeant: (call: ToolCallPart) => boolean
): Message {
  const parts = message.parts.map((part) =>
    isToolCall(part) && isMeant(part) ? { ...withoutWaits(part), state: 'cancelled' as const, endedAt } : part
  )
  return { ...message, parts }
}

const crashed: Failure = toFailure(new HostError('MODEL_STREAM_DROPPED', say('conversation.endedWithParley')))

/** The model must not take it for undone. */
const unknownEnd: Failure = toFailure(new HostError('SERVER_RESTARTED', say('conversation.unknownEnd')))

/**
 * A message whose writing ended with Parley: nobody goes on with it. Calls that are tasks stay open, for their servers
 * may go on with them.
 */
export function settleAtEnd(message: Message, endedAt: number | null): Message {
  const isMeant = (call: ToolCallPart) => openStates.includes(call.state) && !isOpenTask(call)
  const marked = message.parts.map((part) =>
    isToolCall(part) && part.state === 'running' && isMeant(part)
      ? { ...part, failure: { ...unknownEnd } }
      : part
  )
  const settled = cancelCalls({ ...message, parts: marked }, endedAt, isMeant)
  const parts = settled.parts.map((part) => (isToolCall(part) ? withoutWaits(part) : part))
  return { ...settled, parts, state: 'stopped', stopReason: 'stopped', failure: { ...crashed } }
}

/** A message that was still streaming when the program was killed; others are returned as they are. */
export function settleAfterCrash(message: Message): Message {
  return message.state === 'streaming' ? settleAtEnd(message, null) : message
}

export function hasOpenTask(message: Message): boolean {
  return message.parts.some((part) => isToolCall(part) && isOpenTask(part))
}

/**
 * Whether a retry goes on where the answer stands: its steps were used up, or it ended with Parley while a task ran
 * whose end is known by now.
 */
export function canGoOn(message: Message): boolean {
  if (message.stopReason === 'step-limit') return true
  if (message.failure?.code !== crashed.code || message.state !== 'stopped') return false
  const step = lastStep(message)
  return message.parts.some((part) => isToolCall(part) && part.step === step && part.task !== undefined)
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
    parts.find((part) => part.type === 'resource')?.name ??
    parts.find((part) => part.type === 'file')?.name
  return cutAtWord(named?.trim() || untitled)
}

/** As long as a title may be. */
export function cutAtWord(text: string): string {
  const characters = Array.from(text)
  if (characters.length <= titleLimit) return text
  const head = characters.slice(0, titleLimit - 1).join('')
  const space = head.lastIndexOf(' ')
  return `${space > titleLimit / 2 ? head.slice(0, space) : head}…`
}

const mostSent = 50

/** What the server got in this answer so far, oldest first. */
export function sentTo(serverName: string, { parts }: Message): readonly ToolCallPart['arguments'][] {
  const sent = parts
    .filter(isToolCall)
    .filter((call) => call.serverName === serverName && call.startedAt !== null)
  return sent.slice(-mostSent).map((call) => call.arguments)
}
