/** Why the person is asked although they allowed something before: one sentence or two for the question. */
import { describeCondition } from '../../contract/condition-words'
import type { GrantCondition, ToolEffect } from '../../contract/consents'
import type { ToolCallFacts, Verdict } from './policy'

export const definitionChangedNote =
  "The tool's definition changed since it was approved. Permissions for it are suspended until you allow it again."

/** Since then it was allowed once, as it is now. */
export const onceAllowedNote =
  'Your permission was for an earlier definition of this tool, so it is suspended. As it is now, you allowed it for single calls only.'

export const changedMeanwhileNote =
  'The tool changed while you were asked about it. Nothing was sent; this is what it says of itself now.'

/** null when nothing was granted, or when the question says it in another place (flows). */
export function noteOf(verdict: Extract<Verdict, { type: 'ask' }>, call: ToolCallFacts): string | null {
  const { obstacle, grant } = verdict
  switch (obstacle?.type) {
    case undefined:
    case 'flow':
      return null
    case 'definition-changed':
      return definitionChangedNote
    case 'server-changed':
      return `The server ${call.serverName} starts or reaches something else than when you allowed this.`
    case 'effect':
      return `Your permission for tools of ${call.serverName} does not take in this one: ${effectWords[obstacle.effect]}.`
    case 'new-tool':
      return `This tool is new: ${call.serverName} did not have it when you allowed its tools.`
    case 'condition':
      return conditionNote(obstacle.condition, grant?.toolName === null)
  }
}

const effectWords: Readonly<Record<ToolEffect, string>> = {
  'read-only': 'it only reads',
  adds: 'it adds something',
  destructive: 'it may destroy or overwrite',
  doubtful: 'its name speaks of changes, though its server calls it read-only',
  unknown: 'its server does not call it read-only'
}

function conditionNote(condition: GrantCondition, isForSeveral: boolean): string {
  const what = isForSeveral ? 'Your permission for tools of this server' : 'Your permission for this tool'
  if (condition.type === 'at-most') return `${what} is used up: it was for ${condition.calls} calls.`
  if (condition.type === 'until') return `${what} has ended.`
  return `${what} holds only while ${describeCondition(condition)}. This call is outside of it.`
}
