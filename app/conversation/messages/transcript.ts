/** Messages and their parts as values: every function returns a new message. Saving and sending happen elsewhere. */
import { HostError, toFailure } from '../../base/host-error'
import { say } from '../../texts/render-localized'
import type { Citation } from '../../contract/conversation/citation'
import type { Message, MessagePart, ThinkingSeal, ToolCallPart } from '../../contract/conversations'
import type { TimeLimit } from '../../contract/tool-calls'
import type { Failure } from '../../contract/failure'
import type { CatalogTool } from '../../servers/interface'
import { appendGrowing } from './growing-text'

export const untitled = 'New conversation'
const titleLimit = 60
/** Per text. */
const mostCitations = 200

/** States of a call that hasn't ended. */
const openStates: readonly ToolCallPart['state'][] = ['preparing', 'waiting-for-approval', 'running']

export function isToolCall(part: MessagePart): part is ToolCallPart {
  return part.type === 'tool-call'
}

/**
 * Appends text. `offset` is the previous length of the part that grew, 0 for a new part. Text of one step stays in one
 * part until another part follows, a thought until it has ended.
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
  const parts = message.parts.with(partIndex, appendGrowing(last, text))
  return { message: { ...message, parts }, partIndex, offset: last.text.length }
}

/** A part that grows while it is written. */
type WrittenPart = Extract<MessagePart, { readonly type: 'text' | 'thinking' }>

/** Seals the last thought. A thought without visible text is stored with its seal only. */
export function endThought(message: Message, step: number, seal: ThinkingSeal | null): Message {
  const last = message.parts.at(-1)
  const isOpen = last?.type === 'thinking' && last.step === step && last.seal === undefined
  if (seal === null) return message
  if (!isOpen) return addPart(message, { type: 'thinking', step, text: '', seal })
  return { ...message, parts: message.parts.with(-1, { ...last, seal }) }
}

/** Converts the texts of the step to a thought. */
export function textWasThinking(message: Message, step: number): Message {
  const parts = message.parts.map((part): MessagePart => {
    return part.type === 'text' && part.step === step
      ? { type: 'thinking', step, text: part.text.trimEnd() }
      : part
  })
  return { ...message, parts }
}

/** Added to the last text, each source once. */
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

/** How a call names its tool. The view stays with the call if the server removes the tool. */
export function nameTool({
  serverName,
  name: toolName,
  title: toolTitle,
  ui
}: Pick<CatalogTool, 'serverName' | 'name' | 'title' | 'ui'>): Pick<
  ToolCallPart,
  'serverName' | 'toolName' | 'toolTitle' | 'viewUri'
> {
  const viewUri = ui?.resourceUri ?? null
  return { serverName, toolName, toolTitle, ...(viewUri !== null && { viewUri }) }
}

/** A call about which nothing else is known yet. */
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

/** Ignores unknown calls. */
export function changeCall(message: Message, callId: string, change: Partial<ToolCallPart>): Message {
  return replaceCall(message, callId, (call) => ({ ...call, ...change }))
}

/** Ignores unknown calls. */
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

/** null: no limit is near anymore. */
export function withTimeLimit(call: ToolCallPart, timeLimit: TimeLimit | null): ToolCallPart {
  const { timeLimit: _before, ...rest } = call
  return timeLimit === null ? rest : { ...rest, timeLimit }
}

/** Removes what applies only while Parley waits: a time limit that is near, and models that are being called. */
function withoutWaits(call: ToolCallPart): ToolCallPart {
  const { askedModels: _asked, ...rest } = withTimeLimit(call, null)
  return rest
}

/** Whether the call runs as a task on its server, which may continue after Parley has quit. */
export function isOpenTask(call: ToolCallPart): boolean {
  return call.state === 'running' && call.task !== undefined
}

export function findCall(message: Message, callId: string): ToolCallPart | null {
  return message.parts.filter(isToolCall).find((part) => part.callId === callId) ?? null
}

/** -1 if the message is empty. */
export function lastStep(message: Message): number {
  return Math.max(-1, ...message.parts.map((part) => ('step' in part ? part.step : -1)))
}

/** Cancels every call that hasn't ended. */
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

/** The model must not assume that the call didn't run. */
const unknownEnd: Failure = toFailure(new HostError('SERVER_RESTARTED', say('conversation.unknownEnd')))

/**
 * A message that was being written when Parley quit. Calls that are tasks stay open, because their servers may
 * continue.
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

/** Settles a message that was streaming when Parley was killed. Others are returned unchanged. */
export function settleAfterCrash(message: Message): Message {
  return message.state === 'streaming' ? settleAtEnd(message, null) : message
}

export function hasOpenTask(message: Message): boolean {
  return message.parts.some((part) => isToolCall(part) && isOpenTask(part))
}

/**
 * Whether a retry continues the answer: its steps were used up, or Parley quit while a task ran that has ended by now.
 */
export function canGoOn(message: Message): boolean {
  if (message.stopReason === 'step-limit') return true
  if (message.failure?.code !== crashed.code || message.state !== 'stopped') return false
  const step = lastStep(message)
  return message.parts.some((part) => isToolCall(part) && part.step === step && part.task !== undefined)
}

/** Makes a title from the user's first message: the text, cut at a word, or the name of the attachment or tool. */
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

/** Cuts to the maximum length of a title. */
export function cutAtWord(text: string): string {
  const characters = Array.from(text)
  if (characters.length <= titleLimit) return text
  const head = characters.slice(0, titleLimit - 1).join('')
  const space = head.lastIndexOf(' ')
  return `${space > titleLimit / 2 ? head.slice(0, space) : head}…`
}

const mostSent = 50

/** The arguments that the server received in this answer so far, oldest first. */
export function sentTo(serverName: string, { parts }: Message): readonly ToolCallPart['arguments'][] {
  const sent = parts
    .filter(isToolCall)
    .filter((call) => call.serverName === serverName && call.startedAt !== null)
  return sent.slice(-mostSent).map((call) => call.arguments)
}
