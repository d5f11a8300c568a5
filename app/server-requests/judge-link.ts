/**
 * What is to be known of an address before a person opens it for a server: where it really leads, and what is
 * odd about it. Decides nothing but whether it can be opened at all. Pure.
 */
import { isIP } from 'node:net'
import { domainToUnicode } from 'node:url'
import { bareHost, placeOfHost } from '../net/place'
import { imitatedHost } from './known-hosts'

export interface JudgedLink {
  /** What would be opened; the text as it came when that is nothing. */
  readonly url: string
  /** As it is looked up, with its port; null when the address can not be opened. */
  readonly host: string | null
  /** Sentences. */
  readonly warnings: readonly string[]
}

/** As for links that a person clicks. */
const lengthLimit = 8_192
const longFrom = 2_000

export function judgeLink(text: string): JudgedLink {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null) return refuse(text, 'This is no address, so it can not be opened.')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    const kind = url.protocol.slice(0, -1)
    return refuse(text, `Only http and https addresses are opened. This one is of the kind “${kind}”.`)
  }
  if (url.href.length > lengthLimit) return refuse(text, 'This address is too long to be opened.')
  const warnings = [
    ...warnOfPlace(url.hostname),
    ...warnOfLetters(url.hostname),
    ...warnOfSpelling(text, url),
    ...warnOfParts(url),
    ...(url.href.length > longFrom ? ['The address is very long: it may carry much about you.'] : [])
  ]
  return { url: url.href, host: url.host, warnings }
}

function refuse(url: string, reason: string): JudgedLink {
  return { url, host: null, warnings: [reason] }
}

function warnOfParts({ protocol, username, password, port, hostname }: URL): readonly string[] {
  const warnings: string[] = []
  if (username !== '' || password !== '') {
    warnings.push('What stands before the “@” is a user name and not where the address leads.')
  }
  if (protocol === 'http:' && placeOfHost(hostname) !== 'computer') {
    warnings.push('The connection is not encrypted: others can read and change what is sent.')
  }
  if (port !== '') warnings.push(`The address names an unusual port, ${port}.`)
  return warnings
}

function warnOfPlace(hostname: string): readonly string[] {
  const place = placeOfHost(hostname)
  if (place === 'computer') return ['The address leads to a program on this computer.']
  if (place === 'network') return ['The address leads into your own network, not to the internet.']
  const host = bareHost(hostname)
  if (isIP(host) !== 0) return ['The address names a computer by number, not by name.']
  return pointsHome.test(host)
    ? ['The host is one of those that lead to a number in their name, or back to this computer.']
    : []
}

/** Public names that are answered with the number that they hold, or with this computer. */
const pointsHome = /(?:^|\.)(?:(?:nip|sslip|xip)\.io|localtest\.me|lvh\.me|vcap\.me|lacolhost\.com)$/

const alphabets = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Hebrew', 'Arabic', 'Cherokee', 'Georgian'].map(
  (name) => new RegExp(`\\p{Script=${name}}`, 'u')
)

/** Foreign letters are looked up in another form; both are shown. */
function warnOfLetters(hostname: string): readonly string[] {
  if (!/(?:^|\.)xn--/.test(hostname)) return []
  const written = domainToUnicode(hostname)
  const isMixed = written
    .split('.')
    .some((label) => alphabets.filter((letter) => letter.test(label)).length > 1)
  const oddity = isMixed
    ? 'mixes letters of several alphabets, as addresses do that imitate another'
    : 'holds letters that may look like others'
  return [`The host is written “${written}” and looked up as “${hostname}”: it ${oddity}.`]
}

/** What a person reads and what is opened may differ. */
function warnOfSpelling(text: string, { hostname, host }: URL): readonly string[] {
  const warnings: string[] = []
  const imitated = imitatedHost(domainToUnicode(hostname) || hostname)
  if (imitated !== null)
    warnings.push(`The host looks like “${imitated}”, and is another one: “${hostname}”.`)
  // eslint-disable-next-line no-control-regex
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text))
    warnings.push('The address holds characters that can not be seen. What is opened is shown here.')
  else if (/^[a-z]+:[\\/]*\\/i.test(text) || /^[a-z]+:\/\/[^/?#]*\\/i.test(text))
    warnings.push('The address is written with “\\”, which programs read in different ways.')
  const named = /^\s*[a-z]+:[\\/]*([^\\/?#]*)/i.exec(text)?.[1]?.split('@').at(-1) ?? host
  const isSpelledOut = isIP(bareHost(hostname)) === 4 && !named.startsWith(hostname)
  if (isSpelledOut || named.includes('%'))
    warnings.push(`The host is written “${named}” and read as “${hostname}”.`)
  return warnings
}
