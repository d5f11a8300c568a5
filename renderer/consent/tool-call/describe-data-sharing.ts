/** Data sharing as text, and the positions of its passages in a shown argument. */
import type { DataFlow, TextOrigin } from '../../../app/contract/flows'
import type { JsonObject, JsonValue } from '../../../app/contract/json'
import { describeOrigin, secretKind } from '../../parts/describe-origin'
import { consent } from '../../../app/texts/compiled/window/consent'
import { formatList } from '../../ui/base/format'

export function describeTextOrigin(origin: TextOrigin): string {
  if (origin.type === 'secret') return consent.looksLike(secretKind(origin.kind))
  if (origin.type === 'unread') return consent.tooLongToCompare()
  return consent.from({ origin: describeOrigin(origin) })
}

/** The call's special feature, in one sentence. */
export function describeDataSharing(flows: readonly DataFlow[], serverName: string): string {
  const servers = new Set(flows.flatMap(({ origin }) => ('serverName' in origin ? origin.serverName : [])))
  if (servers.size > 0) return consent.flowText({ sources: formatList(servers), server: serverName })
  if (flows.some(({ origin }) => origin.type === 'secret')) return consent.flowSecret({ server: serverName })
  const imported = flows.find(({ origin }) => origin.type === 'imported')
  if (imported !== undefined)
    return consent.flowText({ sources: describeOrigin(imported.origin), server: serverName })
  return consent.flowUnread()
}

export function groupByOrigin(
  flows: readonly DataFlow[]
): readonly { readonly key: string; readonly flows: readonly DataFlow[] }[] {
  const groups = new Map<string, DataFlow[]>()
  for (const flow of flows) {
    const key = JSON.stringify(flow.origin)
    groups.set(key, [...(groups.get(key) ?? []), flow])
  }
  return Array.from(groups, ([key, group]) => ({ key, flows: group }))
}

/** `/items/0/name` → `items › 0 › name` */
export function describePlace({ path, isName }: DataFlow): string {
  const place = keysOf(path).join(' › ')
  return isName === true ? consent.nameAt({ place }) : place
}

export interface Passage {
  readonly start: number
  readonly end: number
}

/**
 * Ranges of the passages in an argument's shown text: the text itself, or indented JSON. Ascending, without overlaps.
 */
export function passagesIn(
  { name, value, shown }: { readonly name: string; readonly value: JsonValue; readonly shown: string },
  flows: readonly DataFlow[]
): readonly Passage[] {
  const own = flows.filter(({ path }) => keysOf(path)[0] === name)
  const find = createFinder(shown)
  const ranges = own.flatMap((flow) => {
    if (flow.isName === true) {
      const keys = keysOf(flow.path)
      return keys.length === 1 ? [] : find((keys.at(-1) ?? '').slice(flow.start, flow.end))
    }
    if (typeof value === 'string') return [{ start: flow.start, end: flow.end }]
    return find(leafAt({ [name]: value }, flow.path).slice(flow.start, flow.end))
  })
  return joined(ranges.toSorted((one, other) => one.start - other.start))
}

/** Of the argument's own name. */
export function passagesInName(name: string, flows: readonly DataFlow[]): readonly Passage[] {
  const own = flows.filter(({ path, isName }) => {
    const keys = keysOf(path)
    return isName === true && keys.length === 1 && keys[0] === name
  })
  return joined(own.toSorted((one, other) => one.start - other.start))
}

/** In JSON form: the first match, and for a repeated passage the next one. */
function createFinder(shown: string): (passage: string) => readonly Passage[] {
  const ends = new Map<string, number>()
  return (passage) => {
    const written = JSON.stringify(passage).slice(1, -1)
    const next = written === '' ? -1 : shown.indexOf(written, ends.get(written) ?? 0)
    if (next === -1) return []
    ends.set(written, next + written.length)
    return [{ start: next, end: next + written.length }]
  }
}

function leafAt(args: JsonObject, path: string): string {
  let value: JsonValue | undefined = args
  for (const key of keysOf(path)) {
    if (typeof value !== 'object' || value === null) return ''
    value = Object.hasOwn(value, key) ? (value as JsonObject)[key] : undefined
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function joined(ranges: readonly Passage[]): readonly Passage[] {
  const all: Passage[] = []
  for (const range of ranges) {
    const last = all.at(-1)
    if (last === undefined || range.start > last.end) all.push(range)
    else all[all.length - 1] = { start: last.start, end: Math.max(last.end, range.end) }
  }
  return all
}

/** Of a JSON pointer. */
function keysOf(path: string): readonly string[] {
  return path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}
