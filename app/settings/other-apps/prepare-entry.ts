/** A server of another app as it would be written into the settings, and as the user is shown it before. */
import { HostError } from '../../base/host-error'
import type { FoundValue } from '../../contract/servers/other-apps'
import type { JsonValue } from '../../contract/json'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'
import { requireValidEntry } from '../edit/server-entry-text'
import { findPlaceholder, nameMissingValues } from '../paste/missing-values'
import { findUnknownVariable } from '../parse/variables'
import type { ParleyEntry } from './other-app-entry'
import { moveSecrets, type MovedSecret, type MovingOptions } from './move-secrets'
import type { OtherAppServer } from './servers-in'

export interface PreparedEntry {
  readonly entry: ParleyEntry
  readonly json: string
  readonly secrets: readonly MovedSecret[]
  /** Why it can't be added. */
  readonly problem: LocalizedText | null
}

/** @param name its name in the settings */
export function prepareEntry(name: string, server: OtherAppServer, options: MovingOptions): PreparedEntry {
  const { entry: safe, secrets } = moveSecrets(name, server.entry, options)
  const json = nameMissingValues(name, JSON.stringify(safe, null, 2), server.inputs)
  const problem = findEntryProblem(server.entry, { name, json }, say('settings.otherNamesSecret'))
  return { entry: JSON.parse(json) as ParleyEntry, json, secrets, problem }
}

/**
 * Why an entry of another source is invalid here as `own`. `namesSecret`: the message if it names a secret of Parley's.
 */
export function findEntryProblem(
  original: ParleyEntry,
  own: { readonly name: string; readonly json: string },
  namesSecret: LocalizedText
): LocalizedText | null {
  if (original.command === undefined && original.url === undefined) return say('settings.otherNothingToRun')
  // Other programs don't know what Parley stores: the author of that is after it.
  if (JSON.stringify(original).includes('${secret:')) return namesSecret
  try {
    requireValidEntry(own.name, own.json)
    return null
  } catch (error) {
    if (error instanceof HostError) return error.said
    throw error
  }
}

/** With the user's values instead of placeholders. */
export function fillPlaceholders(
  server: OtherAppServer,
  filledIn: Readonly<Record<string, string>>
): OtherAppServer {
  const filled = Object.entries(filledIn).filter(
    ([placeholder, text]) => placeholder !== '' && text.trim() !== ''
  )
  const fill = (text: string) =>
    filled.reduce(
      (remaining, [placeholder, value]) => remaining.replaceAll(placeholder, () => value.trim()),
      text
    )
  const fillAll = (record: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(record).map(([name, text]) => [name, fill(text)]))
  const { command, args, cwd, url, env, headers } = server.entry
  return {
    ...server,
    entry: {
      ...server.entry,
      ...(command !== undefined && { command: fill(command) }),
      ...(args !== undefined && { args: args.map(fill) }),
      ...(cwd !== undefined && { cwd: fill(cwd) }),
      ...(url !== undefined && { url: fill(url) }),
      ...(env !== undefined && { env: fillAll(env) }),
      ...(headers !== undefined && { headers: fillAll(headers) })
    }
  }
}

/** Variables and headers. Each key is shown as what it becomes. */
export function listEntryValues({ entry, secrets }: PreparedEntry): readonly FoundValue[] {
  return Object.entries({ ...entry.env, ...entry.headers }).map(([name, text]) => {
    const named = secretNames(text)
    if (named.length === 0)
      return { name, text, state: findPlaceholder(text) === null ? 'plain' : 'placeholder' }
    const isMoved = named.every((secret) => secrets.some((moved) => moved.name === secret))
    return { name, text: null, state: isMoved ? 'key' : 'asked' }
  })
}

/** Placeholders that the user must still replace. */
export function findEntryPlaceholders({ entry }: PreparedEntry): readonly string[] {
  const texts = [
    entry.command,
    entry.cwd,
    entry.url,
    ...(entry.args ?? []),
    ...Object.values({ ...entry.env, ...entry.headers })
  ]
  return [...new Set(texts.flatMap((text = '') => findPlaceholder(text) ?? findUnknownVariable(text) ?? []))]
}

function secretNames(text: string): readonly string[] {
  return Array.from(text.matchAll(/\$\{secret:([^${}]+)\}/g), ([, name = '']) => name)
}

/** Whether both run the same. Keys count as equal if both contain one. */
export function isSameEntry(ours: ParleyEntry, theirs: ParleyEntry): boolean {
  const same = (one: JsonValue | undefined, other: JsonValue | undefined) => masked(one) === masked(other)
  if (!same(ours.command, theirs.command) || !same(ours.url, theirs.url)) return false
  if (!same([...(ours.args ?? [])], [...(theirs.args ?? [])]) || !same(ours.cwd, theirs.cwd)) return false
  return sameRecord(ours.env, theirs.env) && sameRecord(ours.headers, theirs.headers)
}

function sameRecord(ours: ParleyEntry['env'] = {}, theirs: ParleyEntry['env'] = {}): boolean {
  const names = Object.keys(ours)
  if (names.length !== Object.keys(theirs).length) return false
  return names.every((name) => {
    if (!Object.hasOwn(theirs, name)) return false
    return secretNames(ours[name] ?? '').length > 0 || masked(ours[name]) === masked(theirs[name])
  })
}

function masked(value: JsonValue | undefined): string {
  return JSON.stringify(value ?? null).replace(/\$\{secret:[^${}]+\}/g, '*')
}
