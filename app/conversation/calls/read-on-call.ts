/**
 * A model reads the rest of a stored result. No server is called, and Parley doesn't ask. The text still counts as text
 * of the server that sent the result: if the user reviews that server's results, they review this text too.
 */
import { HostError, toFailure } from '../../base/host-error'
import type { Message, ToolCallPart } from '../../contract/conversations'
import { say } from '../../texts/render-localized'
import type { LiveMessage } from '../messages/live-message'
import { changeCall, findCall, isToolCall, replaceCall } from '../messages/transcript'
import { canReadAgain, parseReadArguments } from '../tools/read-tool'
import { endCall } from './call-end'
import type { KeptResults } from './kept-results'
import { isForReview, reviewEnd } from './result-review'
import type { PassResult } from './result-review'
import type { RequestedCall, TurnCalls } from './turn-calls'

export interface ReadOnOptions extends PassResult {
  readonly results: Pick<KeptResults, 'readForModel'>
  /** The messages whose results the model may read. */
  readonly messages: readonly Message[]
  readonly live: LiveMessage
  readonly runningCalls: Pick<TurnCalls, 'signalOf'>
  readonly now: () => number
}

/** Resolves when the call has ended in the message. */
export async function runReadOn(
  { callId, isInputBroken }: RequestedCall,
  options: ReadOnOptions
): Promise<void> {
  const { live, now } = options
  const args = findCall(live.read(), callId)?.arguments ?? {}
  const end = await read(callId, isInputBroken ? null : parseReadArguments(args), options).catch(
    (error: unknown) => ({
      state: 'failed' as const,
      failure: toFailure(error)
    })
  )
  live.change((message) => replaceCall(message, callId, (part) => endCall(part, end, now())))
  void live.save() // never rejects; the turn doesn't wait for the disk
}

/** @throws HostError TOOL_INVALID_ARGUMENTS, HISTORY_UNAVAILABLE */
async function read(
  callId: string,
  wish: ReturnType<typeof parseReadArguments>,
  options: ReadOnOptions
): Promise<Partial<ToolCallPart>> {
  if (wish === null) throw misfit(say('conversation.readNeedsResult'))
  const { live, messages, results, now } = options
  const { conversationId } = live.read()
  const source = messages
    .flatMap(({ parts }) => parts.filter(isToolCall))
    .find((call) => call.callId === wish.result && canReadAgain(call))
  const serverName = source?.serverName ?? null
  const from = { conversationId, callId: wish.result, from: wish.from }
  const piece = source === undefined ? null : await results.readForModel(from, source)
  if (piece === null || source === undefined || serverName === null)
    throw misfit(say('conversation.resultNotKept'))
  if (wish.from >= piece.length) throw misfit(say('conversation.resultEnds', { length: piece.length }))
  const { toolName } = source
  live.change((message) => changeCall(message, callId, { state: 'running', startedAt: now() }))
  const end: Partial<ToolCallPart> = {
    state: 'done',
    content: [{ type: 'text', text: piece.text }],
    readOf: { callId: wish.result, serverName, toolName, from: wish.from, length: piece.length }
  }
  const call = { conversationId, callId, serverName, toolName }
  if (!isForReview(end, call, options)) return end
  live.change((message) => changeCall(message, callId, { state: 'waiting-for-approval' }))
  return await reviewEnd(end, { call, signal: options.runningCalls.signalOf(callId), gate: options })
}

function misfit(said: ReturnType<typeof say>): HostError {
  return new HostError('TOOL_INVALID_ARGUMENTS', said)
}
