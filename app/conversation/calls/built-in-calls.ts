/**
 * The calls that Parley handles itself: finding tools, reading results, and running or requesting scripts. Servers only
 * get the calls that a script makes.
 */
import {
  askForScriptsName,
  readToolName,
  scriptToolName,
  searchToolName
} from '../../contract/content/tool-token-limit'
import type { Message } from '../../contract/conversations'
import { findCall } from '../messages/transcript'
import { runAskForScripts } from './ask-for-scripts-call'
import type { ScriptsChoice } from './ask-for-scripts-call'
import { runReadOn } from './read-on-call'
import type { ReadOnOptions } from './read-on-call'
import { runToolSearch } from './tool-search-call'
import type { ToolSearchOptions } from './tool-search-call'
import type { RequestedCall } from './turn-calls'

export interface BuiltInCallsOptions extends ToolSearchOptions, Omit<ReadOnOptions, 'messages'> {
  /** The messages before the answer. */
  readonly earlier: readonly Message[]
  /** Whether the model had the search tool. */
  readonly isSearched: boolean
  readonly modelId: string
  readonly scripts: ScriptsChoice
  /** Called even when scripts are off, to report why the script doesn't run. */
  readonly startScript: (requested: RequestedCall) => Promise<void>
}

/** Starts Parley's own calls and returns the others. */
export function runBuiltInCalls(
  requested: readonly RequestedCall[],
  options: BuiltInCallsOptions
): { readonly own: readonly Promise<void>[]; readonly ofServers: readonly RequestedCall[] } {
  const { live, earlier, isSearched } = options
  const messages = [...earlier, live.read()]
  const own: Promise<void>[] = []
  const ofServers: RequestedCall[] = []
  for (const one of requested) {
    const name = findCall(live.read(), one.callId)?.modelToolName
    if (isSearched && name === searchToolName) own.push(runToolSearch(one, options))
    else if (name === readToolName) own.push(runReadOn(one, { ...options, messages }))
    else if (name === askForScriptsName) own.push(runAskForScripts(one, options))
    else if (name === scriptToolName) own.push(options.startScript(one))
    else ofServers.push(one)
  }
  return { own, ofServers }
}
