/** A model asks whether it may write scripts. The user answers, for this conversation. No server is involved. */
import type { Ask } from '../../consent/interface'
import type { ToolCallPart } from '../../contract/conversations'
import type { TurnSettings } from '../context/turn-settings'
import type { LiveMessage } from '../messages/live-message'
import { changeCall, findCall, replaceCall } from '../messages/transcript'
import { readReason } from '../tools/ask-for-scripts-tool'
import { endCall } from './call-end'
import type { RequestedCall, TurnCalls } from './turn-calls'

/** Whether the conversation uses scripts, read at each moment. */
export interface ScriptsChoice {
  readonly read: () => Pick<TurnSettings, 'isCodeMode' | 'mayAskForScripts'>
  /** Resolves when the choice is saved. */
  readonly choose: (isOn: boolean) => Promise<void>
  readonly ask: Ask['scripts']
}

export interface AskForScriptsOptions {
  readonly modelId: string
  readonly live: LiveMessage
  readonly scripts: ScriptsChoice
  readonly runningCalls: Pick<TurnCalls, 'signalOf'>
  readonly now: () => number
}

/** Resolves when the call has ended in the message. */
export async function runAskForScripts(
  { callId }: RequestedCall,
  options: AskForScriptsOptions
): Promise<void> {
  const { live, scripts, now } = options
  const settle = (end: Partial<ToolCallPart>): void => {
    live.change((message) => replaceCall(message, callId, (part) => endCall(part, end, now())))
    void live.save() // never rejects; the turn doesn't wait for the disk
  }
  // The user has already chosen, so Parley doesn't ask again.
  const { isCodeMode, mayAskForScripts } = scripts.read()
  if (isCodeMode === true) return settle({ state: 'done' })
  if (mayAskForScripts !== true) return settle({ state: 'denied' })
  live.change((message) => changeCall(message, callId, { state: 'waiting-for-approval' }))
  const decision = await decide(callId, options)
  if (decision.type === 'withdrawn') return settle({ state: 'cancelled' })
  const isAllowed = decision.type === 'allow'
  await scripts.choose(isAllowed)
  settle({ state: isAllowed ? 'done' : 'denied' })
}

function decide(callId: string, { modelId, live, scripts, runningCalls }: AskForScriptsOptions) {
  const { conversationId } = live.read()
  const reason = readReason(findCall(live.read(), callId)?.arguments ?? {})
  return scripts.ask({ conversationId, callId, model: modelId, reason }, runningCalls.signalOf(callId))
}
