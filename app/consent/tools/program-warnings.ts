/** Whether a call, or a longer permission made from it, reaches files that trusted servers run: writing them is running code. */
import type { GrantCondition, ToolEffect } from '../../contract/consents'
import type { JsonObject, JsonValue } from '../../contract/json'
import type { Said } from '../../contract/said'
import type { StoredTrust } from '../../history/interface'
import { say } from '../../texts/said'
import { isAtOrBelow } from '../grants/path-rules'
import type { FindRealPlace } from '../grants/real-place'

export interface ReachingCall {
  readonly effect: ToolEffect
  readonly arguments: JsonObject
  readonly conditions: readonly GrantCondition[]
}

const mostWarnings = 3

/** A tool that only reads changes nothing; by the text of paths and by the real path where it is given (links resolved). */
export function warningsOfPrograms(
  { effect, arguments: args, conditions }: ReachingCall,
  trusted: readonly Pick<StoredTrust, 'serverName' | 'act'>[],
  findRealPlace?: FindRealPlace
): Said[] {
  if (effect === 'read-only') return []
  const named = textsIn(args).filter((text) => text.length <= 4_096)
  const real = named.filter(isOfThisComputer).flatMap((text) => {
    const place = findRealPlace?.(text)
    return place !== undefined && 'path' in place ? place.path : []
  })
  const folders = conditions.flatMap((condition) => (condition.type === 'path-below' ? condition.folder : []))
  const reached = [...named, ...real, ...folders]
  const found = trusted.flatMap(({ serverName: server, act }) =>
    (act.files ?? []).flatMap(({ path }): Said[] => {
      const place = reached.find((text) => isAtOrBelow(path, text))
      if (place === undefined) return []
      const isTheFile = isAtOrBelow(place, path)
      return [isTheFile ? say('consent.writesProgram', { path, server }) : say('consent.reachesProgram', { folder: place, path, server })] // prettier-ignore
    })
  )
  return found.slice(0, mostWarnings)
}

/** To look at a path of another computer is to contact it. */
function isOfThisComputer(text: string): boolean {
  return /^(?:[a-z]:)?[\\/](?![\\/])|^~/i.test(text)
}

function textsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
