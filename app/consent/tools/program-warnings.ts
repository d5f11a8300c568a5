/**
 * Warns if a call, or a permission suggested from it, can write files that trusted servers run, because that means
 * running code.
 */
import type { Warning } from '../../contract/localized-text'
import type { GrantCondition } from '../../contract/grants'
import type { ToolEffect } from '../../contract/tool-definition'
import type { JsonObject, JsonValue } from '../../contract/json'
import type { StoredTrust } from '../../history/interface'
import { isInFolder, readPath } from '../grants/path-rules'
import type { PlainPath } from '../grants/path-rules'
import { mostTexts } from '../grants/real-path'
import type { FindRealPath } from '../grants/real-path'
import { warn } from '../../texts/warn'

export interface ConnectingCall {
  readonly effect: ToolEffect
  readonly arguments: JsonObject
  readonly conditions: readonly GrantCondition[]
}

const mostWarnings = 3
/** Longer than any path that an operating system accepts. */
const longestPath = 4_096

/**
 * Compares paths by text and, if given, by real path (links resolved). A read-only tool changes nothing, so it needs no
 * warning.
 */
export function listProgramWarnings(
  { effect, arguments: args, conditions }: ConnectingCall,
  trusted: readonly Pick<StoredTrust, 'serverName' | 'act'>[],
  findRealPath?: FindRealPath
): Warning[] {
  if (effect === 'read-only') return []
  const { texts, hasMore } = pathsIn(args)
  const real = texts.flatMap((text) => {
    const place = findRealPath?.(text)
    return place !== undefined && 'path' in place ? place.path : []
  })
  const folders = conditions.flatMap((condition) => (condition.type === 'path-below' ? condition.folder : []))
  const reached = [...new Set([...texts, ...real, ...folders])].flatMap((text) => readPlace(text) ?? [])
  const found = trusted.flatMap(({ serverName, act }) =>
    (act.files ?? []).flatMap(({ path }) => warningOf(readPlace(path), reached, serverName) ?? [])
  )
  const missed = hasMore ? [warn('consent.placesNotLookedAt', { count: mostTexts })] : []
  return [...missed, ...found.slice(0, mostWarnings)]
}

interface Place {
  readonly text: string
  readonly path: PlainPath
}

function readPlace(text: string): Place | null {
  const path = readPath(text)
  return path === null ? null : { text, path }
}

function warningOf(file: Place | null, reached: readonly Place[], server: string): Warning | null {
  const place = file === null ? undefined : reached.find(({ path }) => isInFolder(file.path, path))
  if (file === null || place === undefined) return null
  const { text: path } = file
  return isInFolder(place.path, file.path)
    ? warn('consent.writesProgram', { path, server })
    : warn('consent.reachesProgram', { folder: place.text, path, server })
}

/** The first paths. Relative paths are skipped because only the server knows their base folder. */
function pathsIn(args: JsonObject): { readonly texts: readonly string[]; readonly hasMore: boolean } {
  const texts = new Set<string>()
  for (const text of textsIn(args)) {
    if (!/^(?:(?:[a-z]:)?[\\/]|~|file:)/i.test(text) || text.slice(0, longestPath).includes('\n')) continue
    if (texts.size >= mostTexts || text.length > longestPath) return { texts: [...texts], hasMore: true }
    texts.add(text)
  }
  return { texts: [...texts], hasMore: false }
}

/** All texts in order, including argument names, because some tools take a file's content under its path. */
function* textsIn(args: JsonObject): Generator<string> {
  const waiting: JsonValue[] = [args]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === 'string') yield value
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) yield* Object.keys(value)
    for (const inner of Object.values(value).toReversed()) waiting.push(inner)
  }
}
