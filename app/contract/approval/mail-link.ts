/**
 * Reads the known fields of a `mailto:` address and drops all others: mail programs support fields that attach files or
 * run commands. Free of zod, because the page imports it.
 *
 * @see RFC 6068
 */

export interface MailLink {
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly bcc: readonly string[]
  readonly subject: string
  readonly body: string
}

/** The parts of a URL that are used. */
interface ParsedAddress {
  readonly protocol: string
  readonly pathname: string
  readonly search: string
}

const mostReceivers = 50
/** Only characters that a mail program, a header or a command line reads as an address. */
const receiver = /^[\p{L}\p{N}!#$*+./^_`{|}~-]+@[\p{L}\p{N}.-]+$/u

/** Null if the address is malformed or a receiver isn't an email address. */
export function readMailLink({ protocol, pathname, search }: ParsedAddress): MailLink | null {
  if (protocol !== 'mailto:') return null
  const fields = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '')
    .map((part) => [
      decoded(part.split('=')[0] ?? '')?.toLowerCase(),
      decoded(part.split('=').slice(1).join('='))
    ])
  const path = decoded(pathname)
  if (path === null || fields.some(([name, value]) => name === undefined || value === null)) return null
  const valuesOf = (wanted: string): string[] =>
    fields.flatMap(([name, value]) => (name === wanted ? (value ?? []) : []))
  const mail = {
    to: addressesIn([path, ...valuesOf('to')]),
    cc: addressesIn(valuesOf('cc')),
    bcc: addressesIn(valuesOf('bcc')),
    subject: onOneLine(valuesOf('subject')[0] ?? ''),
    body: inLines(valuesOf('body')[0] ?? '')
  }
  const all = [...mail.to, ...mail.cc, ...mail.bcc]
  return all.length <= mostReceivers && all.every((address) => receiver.test(address)) ? mail : null
}

/** Contains only the given fields. */
export function writeMailLink({ to, cc, bcc, subject, body }: MailLink): string {
  const fields = [
    ['cc', cc.map(encoded).join(',')],
    ['bcc', bcc.map(encoded).join(',')],
    ['subject', encoded(subject)],
    ['body', encoded(body)]
  ].filter(([, value]) => value !== '')
  const query = fields.map(([name, value]) => `${name}=${value}`).join('&')
  return `mailto:${to.map(encoded).join(',')}${query === '' ? '' : `?${query}`}`
}

/** Null if the text isn't valid percent-encoding. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

function encoded(text: string): string {
  const quotes = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
  return encodeURIComponent(text)
    .replaceAll(/[!'()*]/g, quotes)
    .replaceAll('%40', '@')
}

function addressesIn(lists: readonly string[]): readonly string[] {
  return lists
    .flatMap((list) => list.split(','))
    .map((address) => address.trim())
    .filter((address) => address !== '')
}

/** A line break would begin another header. */
function onOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

function inLines(text: string): string {
  return text
    .split(/\r\n|[\n\r\p{Zl}\p{Zp}]/u)
    .map((line) => line.replaceAll(/[^\P{Cc}\t]/gu, ''))
    .join('\r\n')
}
