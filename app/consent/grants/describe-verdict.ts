/** Explains in a question why an earlier permission doesn't cover the call. */
import type { GrantCondition } from '../../contract/grants'
import type { ToolEffect } from '../../contract/tool-definition'
import type { LocalizedText } from '../../contract/localized-text'
import { describeCondition, nameArgument } from '../../texts/condition-texts'
import { say } from '../../texts/render-localized'
import type { ToolCallFacts, PolicyVerdict } from './policy'

/** null if there is no permission, or if the question says it in another place (data sharing). */
export function describeVerdict(
  verdict: Extract<PolicyVerdict, { type: 'ask' }>,
  call: ToolCallFacts
): LocalizedText | null {
  const { obstacle, grant } = verdict
  const server = call.serverName
  switch (obstacle?.type) {
    case undefined:
    case 'flow':
      return null
    case 'definition-changed':
      return say('consent.definitionChanged')
    case 'tools-changing':
      return say('consent.toolsChanging', { server })
    case 'server-changed':
      return say('consent.serverChanged', { server })
    case 'effect':
      return say('consent.effect', { server, effect: effectNames[obstacle.effect] })
    case 'new-tool':
      return say('consent.newTool', { server })
    case 'condition':
      return conditionNote(obstacle.condition, grant?.toolName === null)
    case 'argument-name':
      return say('consent.otherArgument', { argument: nameArgument(obstacle.pointer) })
  }
}

const effectNames = {
  'read-only': 'readOnly',
  adds: 'adds',
  destructive: 'destructive',
  doubtful: 'doubtful',
  unknown: 'unknown'
} as const satisfies Record<ToolEffect, string>

function conditionNote(condition: GrantCondition, isForSeveral: boolean): LocalizedText {
  const several = isForSeveral ? 'yes' : 'no'
  if (condition.type === 'at-most') return say('consent.usedUp', { several, calls: condition.calls })
  if (condition.type === 'until') return say('consent.ended', { several })
  return say('consent.outsideLimit', { several, limit: describeCondition(condition) })
}
