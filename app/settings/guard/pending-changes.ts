/**
 * Holds back changes of the file by other programs that lower protection, until the user approves them. At those
 * positions the previous values stay in effect; everything else in the file applies at once. More protection than usual
 * belongs to a server's name, also while its entry is gone. Less protection belongs to the program or address for which
 * it was set, and ends with the entry. The text of an entry isn't a user's choice, no matter who wrote or pasted it.
 * Pure.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { jsonValue } from '../../contract/json'
import type { PendingChange, PendingChanges } from '../../contract/settings'
import type { SettingsContent } from '../definition'
import { ruleAt, type GuardedPath } from './guard-rules'
import {
  collectGuardedValues,
  toGuardedKey,
  listPrograms,
  toGuardedValues,
  withValue
} from './guarded-values'
import type { GuardedValue, GuardedValues } from './guarded-values'

export interface Settled {
  /** The effective settings. */
  readonly content: SettingsContent
  /** Null: everything in the file applies. */
  readonly held: PendingChanges | null
  /** The values for the next comparison. */
  readonly kept: GuardedValues
}

/** `allowed`: the previous values; null if there are none, and the file is accepted. */
export function deferGuardedChanges(allowed: GuardedValues | null, wanted: SettingsContent): Settled {
  const found = collectGuardedValues(wanted)
  if (allowed === null) return { content: wanted, held: null, kept: found }
  const kept = whatIsMeant(allowed, wanted)
  const isThere = presenceIn(wanted)
  const programs = listPrograms(wanted)
  const gone = [...kept.values()].filter(({ path }) => !isThere(path))
  const compared = getPaths(kept, found).filter(isThere)
  const pending: PendingChange[] = []
  const next = compared.map((path): GuardedValue => {
    const change = { path: [...path], from: valueAt(kept, path), to: valueAt(found, path) }
    if (ruleAt(path)?.isWeaker(change.from, change.to) !== true) return said(path, change.to, programs)
    pending.push(change)
    return said(path, change.from, programs)
  })
  return {
    content: pending.reduce((content, { path, from }) => withValue(content, { path, value: from }), wanted),
    held: pending.length === 0 ? null : { id: getId(pending, programs), changes: pending },
    kept: toGuardedValues([...gone, ...next])
  }
}

/** The user approved these changes, which they were shown for that file. */
export function withChanges(
  kept: GuardedValues,
  changes: readonly PendingChange[],
  wanted: SettingsContent
): GuardedValues {
  const programs = listPrograms(wanted)
  return toGuardedValues([...kept.values(), ...changes.map(({ path, to }) => said(path, to, programs))])
}

/** One change in the window: the settings after it, and the paths that it concerns. */
export interface UserChange {
  readonly after: SettingsContent
  /** Everything at and below them counts as the user's, including what was in the file already. */
  readonly chosen: readonly GuardedPath[]
  /** Values of a server move with its name. */
  readonly renamed: ServerRenaming | null
}

export interface ServerRenaming {
  readonly from: string
  readonly to: string
}

/** `shown`: the settings as the user saw them. The file may have another program by now. */
export function withUserChange(
  allowed: GuardedValues,
  { after, chosen, renamed }: UserChange,
  shown: SettingsContent
): GuardedValues {
  const kept = renameIn(allowed, renamed)
  const is = collectGuardedValues(after)
  const programs = listPrograms(shown)
  const own = getPaths(is, kept).filter((path) =>
    chosen.some((place) => place.every((key, index) => path[index] === key))
  )
  return toGuardedValues([...kept.values(), ...own.map((path) => said(path, valueAt(is, path), programs))])
}

function said(
  path: GuardedPath,
  value: GuardedValue['value'],
  programs: ReadonlyMap<string, string>
): GuardedValue {
  const [section, name = ''] = path
  return section === 'mcpServers' ? { path, value, program: programs.get(name) ?? '' } : { path, value }
}

/**
 * Without lowered protection that belongs to another program, or to an entry that is gone. A broken entry may be
 * repaired.
 */
function whatIsMeant(allowed: GuardedValues, wanted: SettingsContent): GuardedValues {
  const programs = listPrograms(wanted)
  const broken = new Set(wanted.brokenServers.map(({ name }) => name))
  const isMeant = ({ path, value, program }: GuardedValue): boolean => {
    const [section, name = ''] = path
    const rule = ruleAt(path)
    if (section !== 'mcpServers' || broken.has(name)) return true
    if (rule?.isWeaker(rule.usual, value) !== true) return true
    // Values of earlier versions store no program.
    return programs.has(name) && (program === undefined || program === programs.get(name))
  }
  return toGuardedValues([...allowed.values()].filter(isMeant))
}

function renameIn(values: GuardedValues, renamed: ServerRenaming | null): GuardedValues {
  if (renamed === null) return values
  const { from, to } = renamed
  const rename = (path: GuardedPath): GuardedPath =>
    path[0] === 'mcpServers' && path[1] === from ? ['mcpServers', to, ...path.slice(2)] : path
  return toGuardedValues([...values.values()].map((each) => ({ ...each, path: rename(each.path) })))
}

const place = z.array(z.string())
const storedValues = z.array(z.union([z.tuple([place, jsonValue]), z.tuple([place, jsonValue, z.string()])]))

export function toStoredText(kept: GuardedValues): string {
  const values = [...kept.values()].map(({ path, value, program }) =>
    program === undefined ? [path, value] : [path, value, program]
  )
  return JSON.stringify(values)
}

/** Unreadable text counts as nothing ever allowed. */
export function readStoredText(text: string): GuardedValues {
  try {
    const values = storedValues.parse(JSON.parse(text))
    return toGuardedValues(
      values.map(([path, value, program]) => ({ path, value, ...(program !== undefined && { program }) }))
    )
  } catch {
    return new Map()
  }
}

/** Also finds a path that the file spells without an effective value. */
function valueAt(values: GuardedValues, path: GuardedPath) {
  return values.get(toGuardedKey(path))?.value ?? ruleAt(path)?.usual ?? null
}

function getPaths(first: GuardedValues, second: GuardedValues): readonly GuardedPath[] {
  return [...new Map([...first, ...second]).values()].map(({ path }) => path)
}

/** The file doesn't decide about a server whose entry is gone or broken. */
function presenceIn({ servers }: SettingsContent): (path: GuardedPath) => boolean {
  const names = new Set(servers.map(({ name }) => name))
  return ([section, name = '']) => section !== 'mcpServers' || names.has(name)
}

/** Differs for other changes and other programs: an approval is for what was shown. */
function getId(changes: readonly PendingChange[], programs: ReadonlyMap<string, string>): string {
  const parts = changes.map(({ path, from, to }) => said(path, [from, to], programs))
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
