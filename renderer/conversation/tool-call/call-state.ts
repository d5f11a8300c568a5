/** A call's state in a word or two, for its card and for screen readers. */
import type { ToolCallPart } from '../../../app/contract/conversations'
import { isContinuedReading } from './continued-reading'
import { isAskForScripts, isScript } from './script-parts'
import { isToolSearch } from './tool-search-result'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

const words: Record<ToolCallPart['state'], () => string> = {
  preparing: texts.preparing,
  'waiting-for-approval': texts.waitingForApproval,
  running: texts.running,
  done: texts.callDone,
  failed: texts.failed,
  denied: texts.denied,
  cancelled: texts.cancelled
}

export function describeCallState({ state, isError }: Pick<ToolCallPart, 'state' | 'isError'>): string {
  return isError && state === 'done' ? texts.toolError() : words[state]()
}

/** Parley's own tools have no server. */
export function nameCallServer(part: ToolCallPart): string {
  const isOwn = isToolSearch(part) || isContinuedReading(part) || isScript(part) || isAskForScripts(part)
  return part.serverName ?? (isOwn ? texts.ownTool() : texts.unknownServer())
}
