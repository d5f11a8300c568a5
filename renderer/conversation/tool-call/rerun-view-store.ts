/** A call that will run again with other arguments, until they are entered. */
import { create } from 'zustand'
import type { CallInput } from '../../../app/contract/bridge/calls'
import type { ToolCallPart } from '../../../app/contract/conversations'
import type { JsonObject } from '../../../app/contract/json'
import type { ToolView } from '../../../app/contract/servers'
import { call } from '../../bridge/call'
import { report } from '../../bridge/report'

/** A call and where it is. */
export interface EarlierCall {
  readonly conversationId: string
  readonly messageId: string
  readonly part: ToolCallPart
}

interface RerunState {
  /** Kept while its dialog closes. */
  readonly asked: { readonly earlier: EarlierCall; readonly tool: ToolView } | null
  readonly isOpen: boolean
}

export const useRerun = create<RerunState>()(() => ({ asked: null, isOpen: false }))

export const rerun = {
  /** Asks for other arguments. */
  ask: async (earlier: EarlierCall): Promise<void> => {
    const { serverName, toolName } = earlier.part
    if (serverName === null) return
    const tool = await call('tool.read', { serverName, toolName })
    useRerun.setState({ asked: { earlier, tool }, isOpen: true })
  },
  close: () => useRerun.setState({ isOpen: false }),
  /** While an answer is written the call waits for its end. */
  run: (earlier: EarlierCall, args: JsonObject, isUnchecked = false) =>
    void call('conversation.send', requestOf(earlier, args, isUnchecked)).catch(report)
}

function requestOf({ conversationId, messageId, part }: EarlierCall, args: JsonObject, isUnchecked: boolean) {
  const { serverName, toolName, callId } = part
  return {
    conversationId,
    text: '',
    resources: [],
    prompt: null,
    ifBusy: 'queue',
    toolRequest: {
      serverName: serverName ?? '',
      toolName,
      arguments: args,
      ...(isUnchecked && { isUnchecked }),
      rerunOf: { messageId, callId }
    }
  } satisfies CallInput<'conversation.send'>
}
