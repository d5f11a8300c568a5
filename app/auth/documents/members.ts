/**
 * Reads members of external documents as tolerantly as possible: `null` and empty text are absent, a text is a list of
 * one, numbers and booleans may be text. Members that can't be read are absent too. The caller decides whether an
 * absent member matters. Pure.
 */

export type Members = Readonly<Record<string, unknown>>

/** Longer texts count as absent. */
const longestText = 65_536
const mostItems = 500

/** A required member is missing or invalid, or the whole answer is no document. */
export class DocumentFault extends Error {
  override readonly name = 'DocumentFault'
  readonly document: SignInDocumentKind
  /** Null: the fault is in the document as a whole. */
  readonly member: string | null
  readonly fault: 'notJson' | 'notObject' | 'missing' | 'invalid'

  constructor(document: SignInDocumentKind, fault: DocumentFault['fault'], member: string | null = null) {
    super(`${document}: ${member ?? 'document'} ${fault}`)
    this.document = document
    this.fault = fault
    this.member = member
  }
}

export type SignInDocumentKind = 'resource' | 'server' | 'openid' | 'registration' | 'tokens'

/** Null for anything but a JSON object. */
export function toMembers(value: unknown): Members | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : null
}

/** Undefined for text that is not JSON. A byte order mark before it does no harm. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body.replace(/^\uFEFF/, ''))
  } catch {
    return undefined // a web page, a form, or nothing
  }
}

/** A text without surrounding white space, a number as text, or the only item of a list. */
export function readTextMember(members: Members, name: string): string | null {
  return toText(own(members, name))
}

/**
 * Items of a list without duplicates. A text is split at white space and commas, because lists are often written as one
 * text.
 */
export function readSpaceSeparated(members: Members, name: string): readonly string[] | null {
  return readItems(members, name, (text) => text.split(/[\s,]+/))
}

/** Items of a list without duplicates. A text is split only at white space: addresses may contain commas. */
export function readAddresses(members: Members, name: string): readonly string[] | null {
  return readItems(members, name, (text) => text.split(/\s+/))
}

export function readFlag(members: Members, name: string): boolean {
  const value = own(members, name)
  return value === true || value === 1 || (typeof value === 'string' && /^\s*(?:true|1|yes)\s*$/i.test(value))
}

/** Also from text (`"3600"`, `"3600.5"`). */
export function readNumberMember(members: Members, name: string): number | null {
  const value = own(members, name)
  const text = typeof value === 'string' ? value.trim() : value
  if (text === '' || (typeof text !== 'string' && typeof text !== 'number')) return null
  const number = Number(text)
  return Number.isFinite(number) ? number : null
}

function readItems(
  members: Members,
  name: string,
  split: (text: string) => readonly string[]
): readonly string[] | null {
  const value = own(members, name)
  const items = toItems(value).flatMap((item) => split(toText(item) ?? ''))
  const words = [...new Set(items.filter((item) => item !== ''))].slice(0, mostItems)
  return words.length === 0 ? null : words
}

/** Some languages write a list with gaps as an object: `{"0": "a", "2": "b"}`. */
function toItems(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  const members = toMembers(value)
  if (members === null) return [value]
  return Object.keys(members).every((key) => /^\d+$/.test(key)) ? Object.values(members) : []
}

function toText(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (Array.isArray(value)) return value.length === 1 && !Array.isArray(value[0]) ? toText(value[0]) : null
  if (typeof value !== 'string' || value.length > longestText) return null
  const text = value.trim()
  return text === '' ? null : text
}

function own(members: Members, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined
}
