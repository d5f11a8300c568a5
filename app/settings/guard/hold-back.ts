/**
 * Changes of the file that somebody else made and that take protection away are held back until the person says yes:
 * at those places what held before goes on to hold, everything else of the file counts at once. What a server was
 * given stays known while its entry is gone, so that taking it out and putting it back takes nothing away. Pure.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { jsonValue } from '../../contract/json'
import type { HeldChange, HeldChanges } from '../../contract/settings'
import type { SettingsContent } from '../definition'
import { ruleAt, type GuardedPath } from './guard-rules'
import { guardedValuesOf, keyOf, toGuardedValues, withValue } from './guarded-values'
import type { GuardedValue, GuardedValues } from './guarded-values'

export interface Settled {
  /** What holds. */
  readonly content: SettingsContent
  /** Null: everything of the file holds. */
  readonly held: HeldChanges | null
  /** What is to be compared with from now on. */
  readonly kept: GuardedValues
}

/** `kept`: what held before; null where nothing ever did, and the file is taken as it is. */
export function holdBack(kept: GuardedValues | null, wanted: SettingsContent): Settled {
  const found = guardedValuesOf(wanted)
  if (kept === null) return { content: wanted, held: null, kept: found }
  const isThere = presenceIn(wanted)
  const gone = [...kept.values()].filter(({ path }) => !isThere(path))
  const compared = pathsOf(kept, found).filter(isThere)
  const held: HeldChange[] = []
  const next = compared.map((path): GuardedValue => {
    const change = { path: [...path], from: valueAt(kept, path), to: valueAt(found, path) }
    if (ruleAt(path)?.isWeaker(change.from, change.to) !== true) return { path, value: change.to }
    held.push(change)
    return { path, value: change.from }
  })
  return {
    content: held.reduce((content, { path, from }) => withValue(content, { path, value: from }), wanted),
    held: held.length === 0 ? null : { id: idOf(held), changes: held },
    kept: toGuardedValues([...gone, ...next])
  }
}

/** The person said yes to these. */
export function withChanges(kept: GuardedValues, changes: readonly HeldChange[]): GuardedValues {
  return toGuardedValues([...kept.values(), ...changes.map(({ path, to }) => ({ path, value: to }))])
}

/** One change that was made in the window: the settings before and after it, and the places that it was about. */
export interface OwnChange {
  readonly before: SettingsContent
  readonly after: SettingsContent
  /** Everything at and below them counts as the person's, also what stood in the file already. */
  readonly chosen: readonly GuardedPath[]
  /** What was said of a server goes with its name. */
  readonly renamed: Renaming | null
}

export interface Renaming {
  readonly from: string
  readonly to: string
}

export function withOwnChange(allowed: GuardedValues, change: OwnChange): GuardedValues {
  const { before, after, chosen, renamed } = change
  const kept = renameIn(allowed, renamed)
  const [was, is] = [renameIn(guardedValuesOf(before), renamed), guardedValuesOf(after)]
  const own = [...pathsOf(was, is), ...[...kept.values()].map(({ path }) => path)].filter(
    (path) =>
      chosen.some((place) => place.every((key, index) => path[index] === key)) ||
      JSON.stringify(valueAt(was, path)) !== JSON.stringify(valueAt(is, path))
  )
  return toGuardedValues([...kept.values(), ...own.map((path) => ({ path, value: valueAt(is, path) }))])
}

function renameIn(values: GuardedValues, renamed: Renaming | null): GuardedValues {
  if (renamed === null) return values
  const { from, to } = renamed
  const rename = (path: GuardedPath): GuardedPath =>
    path[0] === 'mcpServers' && path[1] === from ? ['mcpServers', to, ...path.slice(2)] : path
  return toGuardedValues([...values.values()].map(({ path, value }) => ({ path: rename(path), value })))
}

const storedValues = z.array(z.tuple([z.array(z.string()), jsonValue]))

export function toStoredText(kept: GuardedValues): string {
  return JSON.stringify([...kept.values()].map(({ path, value }) => [path, value]))
}

/** What can't be read counts as nothing that was ever allowed. */
export function readStoredText(text: string): GuardedValues {
  try {
    return toGuardedValues(storedValues.parse(JSON.parse(text)).map(([path, value]) => ({ path, value })))
  } catch {
    return new Map()
  }
}

/** Also in a file that spells a place in which nothing holds. */
function valueAt(values: GuardedValues, path: GuardedPath) {
  return values.get(keyOf(path))?.value ?? ruleAt(path)?.usual ?? null
}

function pathsOf(first: GuardedValues, second: GuardedValues): readonly GuardedPath[] {
  return [...new Map([...first, ...second]).values()].map(({ path }) => path)
}

/** Of a server whose entry is gone or broken the file says nothing. */
function presenceIn({ servers }: SettingsContent): (path: GuardedPath) => boolean {
  const names = new Set(servers.map(({ name }) => name))
  return ([section, name = '']) => section !== 'mcpServers' || names.has(name)
}

/** Another one for other changes: a yes is for what was shown. */
function idOf(changes: readonly HeldChange[]): string {
  return createHash('sha256').update(JSON.stringify(changes)).digest('hex')
}
