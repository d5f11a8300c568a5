/** What changed between the definition a person trusted and the one that asks now. Pure. */
import type { ServerAct } from '../../../app/contract/consents'
import { diffSequence, diffWords, type MarkedText } from './sequence-diff'
import { consent } from '../../../app/texts/compiled/window/consent'

/** A line that differs in a few words only. */
export interface ChangedLine {
  readonly mark: 'changed'
  readonly parts: readonly MarkedText[]
}

/** One part of the definition that differs. `lines` are whole pieces; `words` marks inside a single text. */
export type ActChange =
  | { readonly label: string; readonly kind: 'lines'; readonly parts: readonly (MarkedText | ChangedLine)[] }
  | { readonly label: string; readonly kind: 'words'; readonly parts: readonly MarkedText[] }

export function describeActChanges(previous: ServerAct, current: ServerAct): ActChange[] {
  return [
    changedText(consent.connection(), transportWord(previous), transportWord(current)),
    changedText(consent.command(), previous.command, current.command),
    changedLines(consent.arguments(), previous.args, current.args),
    changedText(consent.folder(), previous.cwd, current.cwd),
    changedText(consent.address(), previous.url, current.url),
    changedLines(consent.environmentVariables(), previous.environmentNames, current.environmentNames),
    changedLines(consent.headers(), previous.headerNames, current.headerNames)
  ].filter((change) => change !== null)
}

export function transportWord(act: ServerAct): string {
  if (act.transport === 'stdio') return consent.localProgram()
  return act.transport === 'sse' ? consent.httpWithEvents() : 'HTTP'
}

/**
 * An address in three pieces, the middle one being the host a person has to know, as the network will read
 * it. Null where the text holds no host that stands in it literally (variables, look-alike spellings).
 */
export function splitAddress(address: string): { before: string; host: string; after: string } | null {
  const host = hostOf(address)
  if (host === null) return null
  const match = /^([a-z][a-z0-9+.-]*:\/\/(?:[^/?#\\]*@)?)([^/?#\\@]+)(.*)$/is.exec(address)
  if (match === null || match[2]?.toLowerCase() !== host) return null
  return { before: match[1] ?? '', host: match[2] ?? '', after: match[3] ?? '' }
}

/** Host and port as the network reads them, letters of other alphabets in their `xn--` form; null for none. */
export function hostOf(address: string): string | null {
  try {
    return new URL(address).host || null
  } catch {
    return null // no absolute address, e.g. one that starts with a variable
  }
}

export function changedText(label: string, before: string | null, after: string | null): ActChange | null {
  if (before === after) return null
  const parts: MarkedText[] = []
  if (before === null || after === null) {
    if (before !== null) parts.push({ mark: 'removed', text: before })
    if (after !== null) parts.push({ mark: 'added', text: after })
    return { label, kind: 'lines', parts }
  }
  return { label, kind: 'words', parts: diffWords(before, after) }
}

export function changedLines(
  label: string,
  before: readonly string[],
  after: readonly string[]
): ActChange | null {
  const parts = diffSequence(before, after)
  return parts.every((part) => part.mark === 'same') ? null : { label, kind: 'lines', parts }
}
