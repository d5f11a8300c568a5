/** A model searches for tools. No server is called, and Parley doesn't ask. */
import { HostError, toFailure } from '../../base/host-error'
import type { ToolCallPart } from '../../contract/conversations'
import { say } from '../../texts/render-localized'
import type { LiveMessage } from '../messages/live-message'
import { changeCall, findCall, replaceCall } from '../messages/transcript'
import { readToolQuery } from '../tools/search-tool'
import type { ToolFinder } from '../tools/tool-finder'
import { endCall } from './call-end'
import type { RequestedCall } from './turn-calls'

export interface ToolSearchOptions {
  readonly finder: Pick<ToolFinder, 'find'>
  readonly live: LiveMessage
  readonly now: () => number
}

/** Resolves when the call has ended in the message. */
export async function runToolSearch(
  { callId, isInputBroken }: RequestedCall,
  { finder, live, now }: ToolSearchOptions
): Promise<void> {
  const args = findCall(live.read(), callId)?.arguments ?? {}
  const query = isInputBroken ? null : readToolQuery(args)
  const settle = (end: Partial<ToolCallPart>): void =>
    live.change((message) => replaceCall(message, callId, (part) => endCall(part, end, now())))
  if (query === null) {
    const said = say('conversation.searchNeedsQuery')
    return settle({ state: 'failed', failure: toFailure(new HostError('TOOL_INVALID_ARGUMENTS', said)) })
  }
  live.change((message) => changeCall(message, callId, { state: 'running', startedAt: now() }))
  const found = await finder.find(query.query, query.limit)
  const foundTools = found.map(({ serverName, name }) => ({ serverName, toolName: name }))
  settle({ state: 'done', foundTools })
}
