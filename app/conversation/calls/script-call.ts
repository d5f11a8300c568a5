/**
 * Runs a model's script in its sandbox. Each call that it makes becomes a call of the conversation next to the script's
 * own, and ends with the script. `tool-step.ts` checks these calls, asks about them, and runs them like all others.
 */
import pLimit from 'p-limit'
import { HostError, toFailure } from '../../base/host-error'
import type { ToolCallPart } from '../../contract/conversations'
import type { JsonObject } from '../../contract/json'
import type { RunScript, ScriptAnswer, ScriptEnd } from '../../scripts/interface'
import { defaultScriptLimits } from '../../scripts/interface'
import type { CatalogTool } from '../../servers/interface'
import { say } from '../../texts/render-localized'
import { returnedContent, scriptAnswer, scriptNotices } from '../context/script-result'
import type { LiveMessage } from '../messages/live-message'
import { addPart, changeCall, findCall, nameTool, newCall, replaceCall } from '../messages/transcript'
import { readScript } from '../tools/script-tool'
import { endCall } from './call-end'
import type { RequestedCall } from './turn-calls'

/** Calls of one script that wait or run at once. More calls wait for these. */
const mostAtOnce = 8

export interface RunningScript {
  readonly callId: string
  readonly code: string
  /** Fires when the script has ended. */
  readonly signal: AbortSignal
}

export interface ScriptCallOptions {
  readonly run: RunScript
  /** The functions that the script can call, by the names that the model knows; null: scripts are off. */
  readonly functions: ReadonlyMap<string, CatalogTool> | null
  readonly live: LiveMessage
  /** Fires when the script must end. */
  readonly signal: AbortSignal
  /** Resolves when the call, which is in the message, has ended there. `signal` ends it with its script. */
  readonly runCall: (call: RequestedCall, script: RunningScript) => Promise<void>
  readonly now: () => number
  readonly newId: () => string
}

/** Resolves when the script and all its calls have ended in the message. */
export async function runScriptCall(
  { callId, isInputBroken }: RequestedCall,
  options: ScriptCallOptions
): Promise<void> {
  const { live, now } = options
  const settle = (end: Partial<ToolCallPart>): void => {
    live.change((message) => replaceCall(message, callId, (part) => endCall(part, end, now())))
    void live.save() // never rejects; the turn doesn't wait for the disk
  }
  if (options.functions === null) return settle(failed('TOOL_UNKNOWN', say('conversation.scriptsOff')))
  const code = isInputBroken ? null : readScript(findCall(live.read(), callId)?.arguments ?? {})
  if (code === null) return settle(failed('TOOL_INVALID_ARGUMENTS', say('conversation.scriptNeedsCode')))
  const started = { state: 'running', startedAt: now(), script: { output: '' } } as const
  live.change((message) => changeCall(message, callId, started))
  settle(endOf(await runCode(callId, code, options)))
}

async function runCode(callId: string, code: string, options: ScriptCallOptions): Promise<ScriptEnd> {
  const { run, functions, live, signal } = options
  const names = functions === null ? [] : [...functions.keys()]
  const over = new AbortController()
  const ofCalls = AbortSignal.any([signal, over.signal])
  const limit = pLimit(mostAtOnce)
  const calls: Promise<ScriptAnswer>[] = []
  const print = (text: string): void =>
    live.change((message) =>
      replaceCall(message, callId, (part) => ({ ...part, script: { output: appended(part, text) } }))
    )
  const call = (name: string, args: JsonObject): Promise<ScriptAnswer> => {
    const script = { callId, code, signal: ofCalls }
    const answer = limit(() => callTool({ name, args, print }, script, options))
    calls.push(answer)
    return answer
  }
  const end = await run({ code, functions: names, call, onOutput: print, signal })
  over.abort() // ends calls that the script didn't wait for
  await Promise.all(calls)
  return end
}

interface WantedCall {
  readonly name: string
  readonly args: JsonObject
  readonly print: (text: string) => void
}

async function callTool(
  { name, args, print }: WantedCall,
  script: RunningScript,
  { functions, live, newId, runCall }: ScriptCallOptions
): Promise<ScriptAnswer> {
  const tool = functions?.get(name)
  if (script.signal.aborted || tool === undefined) return scriptAnswer(null, false)
  const callId = newId()
  const step = findCall(live.read(), script.callId)?.step ?? 0
  const { modelToolName, outputSchema } = tool
  const named = { ...nameTool(tool), modelToolName, arguments: args }
  const part = { ...newCall(), ...named, step, callId, providerCallId: callId }
  live.change((message) => addPart(message, { ...part, scriptCallId: script.callId }))
  await runCall({ callId, isInputBroken: false }, script)
  const ended = findCall(live.read(), callId)
  for (const notice of scriptNotices(ended)) print(notice)
  return scriptAnswer(ended, outputSchema !== null)
}

function appended({ script }: ToolCallPart, text: string): string {
  const before = script?.output ?? ''
  return before === '' ? text : `${before}\n${text}`
}

function endOf(end: ScriptEnd): Partial<ToolCallPart> {
  switch (end.type) {
    case 'returned':
      return { state: 'done', content: returnedContent(end.text) }
    case 'threw':
      return { state: 'done', isError: true, content: returnedContent(end.message) }
    case 'beyond':
      return failed('SCRIPT_LIMIT', beyond(end))
    case 'stopped':
      return { state: 'cancelled' }
    case 'broken':
      return failed('SCRIPT_LIMIT', say('conversation.scriptBroken'))
  }
}

function beyond({ limit }: ScriptEnd & { readonly type: 'beyond' }) {
  switch (limit) {
    case 'time':
      return say('conversation.scriptTime', { seconds: defaultScriptLimits.timeMs / 1_000 })
    case 'calls':
      return say('conversation.scriptCalls', { count: defaultScriptLimits.calls })
    case 'memory':
      return say('conversation.scriptMemory', { megabytes: defaultScriptLimits.memoryBytes / 1_048_576 })
  }
}

function failed(
  code: 'TOOL_INVALID_ARGUMENTS' | 'TOOL_UNKNOWN' | 'SCRIPT_LIMIT',
  said: ReturnType<typeof say>
) {
  return { state: 'failed' as const, failure: toFailure(new HostError(code, said)) }
}
