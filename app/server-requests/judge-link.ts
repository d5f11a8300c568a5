/**
 * What is to be known of an address before a person opens it for a server: where it really leads, and what is
 * odd about it. Decides nothing but whether it can be opened at all. Pure.
 */
import { isIP } from 'node:net'
import { domainToUnicode } from 'node:url'
import { canParseUrl } from '../base/can-parse-url'
import { bareHost, placeOfHost } from '../net/place'
import { imitatedHost } from './known-hosts'
import type { Said } from '../contract/said'
import { say } from '../texts/said'

export interface JudgedLink {
  /** What would be opened; the text as it came when that is nothing. */
  readonly url: string
  /** As it is looked up, with its port; null when the address can not be opened. */
  readonly host: string | null
  readonly warnings: readonly Said[]
}

/** As for links that a person clicks. */
const lengthLimit = 8_192
const longFrom = 2_000

export function judgeLink(text: string): JudgedLink {
  const url = canParseUrl(text) ? new URL(text) : null
  if (url === null) return refuse(text, say('links.notAnAddress'))
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    const kind = url.protocol.slice(0, -1)
    return refuse(text, say('links.otherKind', { kind }))
  }
  if (url.href.length > lengthLimit) return refuse(text, say('links.tooLong'))
  const warnings = [
    ...warnOfPlace(url.hostname),
    ...warnOfLetters(url.hostname),
    ...warnOfSpelling(text, url),
    ...warnOfParts(url),
    ...(url.href.length > longFrom ? [say('links.veryLong')] : [])
  ]
  return { url: url.href, host: url.host, warnings }
}

function refuse(url: string, reason: Said): JudgedLink {
  return { url, host: null, warnings: [reason] }
}

function warnOfParts({ protocol, username, password, port, hostname }: URL): readonly Said[] {
  const warnings: Said[] = []
  if (username !== '' || password !== '') {
    warnings.push(say('links.userName'))
  }
  if (protocol === 'http:' && placeOfHost(hostname) !== 'computer') {
    warnings.push(say('links.notEncrypted'))
  }
  if (port !== '') warnings.push(say('links.unusualPort', { port }))
  return warnings
}

function warnOfPlace(hostname: string): readonly Said[] {
  const place = placeOfHost(hostname)
  if (place === 'computer') return [say('links.thisComputer')]
  if (place === 'network') return [say('links.ownNetwork')]
  const host = bareHost(hostname)
  if (isIP(host) !== 0) return [say('links.numberedHost')]
  return pointsHome.test(host) ? [say('links.pointsHome')] : []
}

/** What is to be known of a host alone, as it is looked up. `written`: as a person reads it. */
export function warningsOfHost(host: string, written: string): readonly Said[] {
  const imitated = imitatedHost(written || host)
  const imitation = imitated === null ? [] : [say('links.imitates', { imitated, host })]
  return [...warnOfPlace(host), ...warnOfLetters(host), ...imitation]
}

/** Public names that are answered with the number that they hold, or with this computer. */
const pointsHome = /(?:^|\.)(?:(?:nip|sslip|xip)\.io|localtest\.me|lvh\.me|vcap\.me|lacolhost\.com)$/

const alphabets = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Hebrew', 'Arabic', 'Cherokee', 'Georgian'].map(
  (name) => new RegExp(`\\p{Script=${name}}`, 'u')
)

/** Foreign letters are looked up in another form; both are shown. */
function warnOfLetters(hostname: string): readonly Said[] {
  if (!/(?:^|\.)xn--/.test(hostname)) return []
  const written = domainToUnicode(hostname)
  const isMixed = written
    .split('.')
    .some((label) => alphabets.filter((letter) => letter.test(label)).length > 1)
  const shown = { written, host: hostname }
  return [isMixed ? say('links.mixedLetters', shown) : say('links.foreignLetters', shown)]
}

/** What a person reads and what is opened may differ. */
function warnOfSpelling(text: string, { hostname, host }: URL): readonly Said[] {
  const warnings: Said[] = []
  const imitated = imitatedHost(domainToUnicode(hostname) || hostname)
  if (imitated !== null) warnings.push(say('links.imitates', { imitated, host: hostname }))
  // eslint-disable-next-line no-control-regex
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)) warnings.push(say('links.hiddenCharacters'))
  else if (/^[a-z]+:[\\/]*\\/i.test(text) || /^[a-z]+:\/\/[^/?#]*\\/i.test(text))
    warnings.push(say('links.backslash'))
  const named = /^\s*[a-z]+:[\\/]*([^\\/?#]*)/i.exec(text)?.[1]?.split('@').at(-1) ?? host
  const isSpelledOut = isIP(bareHost(hostname)) === 4 && !named.startsWith(hostname)
  if (isSpelledOut || named.includes('%'))
    warnings.push(say('links.spelledOut', { written: named, host: hostname }))
  return warnings
}
