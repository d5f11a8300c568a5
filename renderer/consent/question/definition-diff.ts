/** What changed between the trusted definition and the current one. Pure. */
import type { ProgramFile, ShownValue, ServerAct } from '../../../app/contract/server-act'
import { formatSize } from '../../ui/base/format'
import { describeLimit } from './describe-limit'
import { diffSequence, diffText, type MarkedText } from './sequence-diff'
import { consent } from '../../../app/texts/compiled/window/consent'

/** A line with small differences. */
export interface DefinitionDiffLine {
  readonly mark: 'changed'
  readonly parts: readonly MarkedText[]
}

/** One changed part of the definition. `lines` are whole pieces; `words` marks inside a single text. */
export type DefinitionDiff =
  | {
      readonly label: string
      readonly kind: 'lines'
      readonly parts: readonly (MarkedText | DefinitionDiffLine)[]
    }
  | { readonly label: string; readonly kind: 'words'; readonly parts: readonly MarkedText[] }

export function diffServerDefinitions(previous: ServerAct, current: ServerAct): DefinitionDiff[] {
  return [
    changedText(consent.connection(), transportWord(previous), transportWord(current)),
    changedText(consent.command(), previous.command, current.command),
    changedLines(consent.arguments(), previous.args, current.args),
    changedText(consent.folder(), previous.cwd, current.cwd),
    changedText(consent.address(), previous.url, current.url),
    ...changedWalls(previous, current),
    changedValues(consent.environmentVariables(), [previous, current], 'environment'),
    changedValues(consent.headers(), [previous, current], 'headers'),
    changedLines(consent.signInWith(), linesOf(previous.oauth), linesOf(current.oauth)),
    changedFiles(previous.files, current.files),
    changedLines(consent.packages(), packageLines(previous), packageLines(current))
  ].filter((change) => change !== null)
}

function maskedLines({ containment }: ServerAct): string[] {
  return Object.entries(containment?.masked ?? {}).map(([name, hosts]) => `${name}: ${hosts.join(', ')}`)
}

function portLines({ containment }: ServerAct): string[] {
  return (containment?.listens ?? []).map(String)
}

function scriptLines({ containment }: ServerAct): string[] {
  return containment?.installScripts === true ? [consent.mayInstall()] : []
}

function changedWalls(previous: ServerAct, current: ServerAct): readonly (DefinitionDiff | null)[] {
  if (previous.transport !== 'stdio' || current.transport !== 'stdio') return []
  const words = ({ containment }: ServerAct) =>
    containment === undefined ? consent.wallsNone() : consent.wallsThere()
  const open = (act: ServerAct, list: 'read' | 'write' | 'hosts') => act.containment?.[list] ?? []
  const changed = (label: string, list: 'read' | 'write' | 'hosts') =>
    changedLines(label, open(previous, list), open(current, list))
  return [
    changedText(consent.walls(), words(previous), words(current)),
    changed(consent.mayRead(), 'read'),
    changed(consent.mayWrite(), 'write'),
    changed(consent.mayReach(), 'hosts'),
    changedLines(consent.mayListen(), portLines(previous), portLines(current)),
    changedLines(consent.packages(), scriptLines(previous), scriptLines(current)),
    changedLines(consent.masked(), maskedLines(previous), maskedLines(current)),
    changedLines(consent.limits(), describeLimit(previous.containment), describeLimit(current.containment))
  ]
}

/** What the user must not overlook: other content under the same name, another file or another package. */
export function describeProgramChanges(previous: ServerAct, current: ServerAct): string[] {
  const before = new Map(previous.files?.map((file) => [file.path, file]))
  const files = (before.size === 0 ? [] : (current.files ?? [])).flatMap((file) => {
    const { path, role } = file
    const known = before.get(path)
    if (known === undefined) return role === 'package' ? [] : consent.fileMoved({ path })
    return isSameContent(known, file) ? [] : consent.fileChanged({ path })
  })
  const packages = (current.packages ?? []).flatMap((pin) => {
    const known = previous.packages?.find(({ name }) => name === pin.name)
    if (known === undefined || known.version === null || pin.version === null) return []
    if (known.version !== pin.version)
      return consent.packageChanged({ name: pin.name, before: known.version, now: pin.version })
    const isOther = known.integrity !== null && pin.integrity !== null && known.integrity !== pin.integrity
    return isOther
      ? consent.packageChanged({ name: pin.name, before: known.integrity ?? '', now: pin.integrity ?? '' })
      : []
  })
  return [...files, ...packages]
}

export function assignment({ name, value }: ShownValue): string {
  return `${name}=${value}`
}

/** A number distinguishes hidden values. */
function lineOfValue(shown: ShownValue): string {
  const { hiddenMark: mark } = shown
  return mark === undefined ? assignment(shown) : consent.hiddenValue({ text: assignment(shown), mark })
}

export function listFileFacts({ size, hash }: ProgramFile): string {
  const shown = formatSize(size)
  return hash === null
    ? consent.fileUnread({ size: shown })
    : consent.fileFacts({ size: shown, hash: hash.slice(0, 16) })
}

function linesOf(values: readonly ShownValue[] | undefined): string[] {
  return (values ?? []).map(lineOfValue)
}

/** Approvals from earlier releases contain only names. */
function changedValues(
  label: string,
  [previous, current]: readonly [ServerAct, ServerAct],
  what: 'environment' | 'headers'
): DefinitionDiff | null {
  const before = previous[what]
  const names = what === 'environment' ? ('environmentNames' as const) : ('headerNames' as const)
  if (before === undefined) return changedLines(label, previous[names], current[names])
  return changedLines(label, linesOf(before), linesOf(current[what]))
}

function changedFiles(
  before: readonly ProgramFile[] | undefined,
  now: readonly ProgramFile[] | undefined
): DefinitionDiff | null {
  if (before === undefined || now === undefined) return null
  const lines = (files: readonly ProgramFile[]) =>
    files.map((file) => `${file.path} · ${listFileFacts(file)}`)
  return changedLines(consent.filesRun(), lines(before), lines(now))
}

function packageLines({ packages = [] }: ServerAct): string[] {
  return packages.map(({ name, requested, version, integrity }) =>
    [`${name}@${requested ?? '*'}`, version, integrity].filter((text) => text !== null).join(' · ')
  )
}

function isSameContent(one: ProgramFile, other: ProgramFile): boolean {
  return one.hash === null || other.hash === null ? one.stamp === other.stamp : one.hash === other.hash
}

export function transportWord(act: ServerAct): string {
  if (act.transport === 'stdio') return consent.localProgram()
  return act.transport === 'sse' ? consent.httpWithEvents() : 'HTTP'
}

/**
 * An address in three pieces, the middle one being the host to check, as the network reads it. Null if the text
 * contains no literal host (variables, look-alike spellings).
 */
export function splitAddress(address: string): { before: string; host: string; after: string } | null {
  const host = readHostname(address)
  if (host === null) return null
  const match = /^([a-z][a-z0-9+.-]*:\/\/(?:[^/?#\\]*@)?)([^/?#\\@]+)(.*)$/is.exec(address)
  if (match === null || match[2]?.toLowerCase() !== host) return null
  return { before: match[1] ?? '', host: match[2] ?? '', after: match[3] ?? '' }
}

/** Host and port as the network reads them, with other alphabets in `xn--` form; null for none. */
export function readHostname(address: string): string | null {
  try {
    return new URL(address).host || null
  } catch {
    return null // not an absolute address, e.g. one that starts with a variable
  }
}

export function changedText(
  label: string,
  before: string | null,
  after: string | null
): DefinitionDiff | null {
  if (before === after) return null
  const parts: MarkedText[] = []
  if (before === null || after === null) {
    if (before !== null) parts.push({ mark: 'removed', text: before })
    if (after !== null) parts.push({ mark: 'added', text: after })
    return { label, kind: 'lines', parts }
  }
  return { label, kind: 'words', parts: diffText(before, after) }
}

export function changedLines(
  label: string,
  before: readonly string[],
  after: readonly string[]
): DefinitionDiff | null {
  const parts = diffSequence(before, after)
  return parts.every((part) => part.mark === 'same') ? null : { label, kind: 'lines', parts }
}
