/**
 * A `mailto:` address by its named fields. Whatever else it holds is dropped: mail programs know fields that attach files
 * or run what stands in them. Free of zod, for the page.
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

/** What is used of a URL. */
interface ParsedAddress {
  readonly protocol: string
  readonly pathname: string
  readonly search: string
}

const mostReceivers = 50
/** Nothing that a mail program, a header or a command line reads as more than an address. */
const receiver = /^[\p{L}\p{N}!#$*+./^_`{|}~-]+@[\p{L}\p{N}.-]+$/u

/** Null where it can't be read, or names a receiver that is no address. */
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

/** Made of the fields alone. */
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

/** Null for what is no encoded text. */
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
