/**
 * Describes an address before the user opens it for a server: where it really leads, and what is suspicious about it.
 * Decides only whether it can be opened at all. Pure.
 */
import type { Warning } from '../contract/localized-text'
import { isIP } from 'node:net'
import { domainToUnicode } from 'node:url'
import { canParseUrl } from '../base/can-parse-url'
import { bareHost, locateHost } from '../net/address-location'
import { warn } from '../texts/warn'
import { createSkeleton } from '../base/skeleton'

const known =
  'google.com gmail.com youtube.com github.com gitlab.com bitbucket.org microsoft.com microsoftonline.com live.com outlook.com office.com apple.com icloud.com amazon.com paypal.com facebook.com instagram.com whatsapp.com linkedin.com anthropic.com claude.ai openai.com slack.com notion.so atlassian.com dropbox.com stripe.com cloudflare.com okta.com auth0.com figma.com linear.app sentry.io discord.com zoom.us salesforce.com netflix.com steamcommunity.com coinbase.com binance.com modelcontextprotocol.io'.split(
    ' '
  )
const bySkeleton = new Map(known.map((host) => [lookOf(host), host]))

export interface JudgedLink {
  /** What would be opened. The original text if it can't be opened. */
  readonly url: string
  /** As it is looked up, with its port; null if the address can't be opened. */
  readonly host: string | null
  readonly warnings: readonly Warning[]
}

/** The same limit as for links that the user clicks. */
const lengthLimit = 8_192
const longFrom = 2_000

export function judgeLink(text: string): JudgedLink {
  const url = canParseUrl(text) ? new URL(text) : null
  if (url === null) return refuse(text, warn('links.notAnAddress'))
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    const kind = url.protocol.slice(0, -1)
    return refuse(text, warn('links.otherKind', { kind }))
  }
  if (url.href.length > lengthLimit) return refuse(text, warn('links.tooLong'))
  const warnings = [
    ...warnOfPlace(url.hostname),
    ...warnOfLetters(url.hostname),
    ...warnOfSpelling(text, url),
    ...warnOfParts(url),
    ...(url.href.length > longFrom ? [warn('links.veryLong')] : [])
  ]
  return { url: url.href, host: url.host, warnings }
}

function refuse(url: string, reason: Warning): JudgedLink {
  return { url, host: null, warnings: [reason] }
}

function warnOfParts({ protocol, username, password, port, hostname }: URL): readonly Warning[] {
  const warnings: Warning[] = []
  if (username !== '' || password !== '') {
    warnings.push(warn('links.userName'))
  }
  if (protocol === 'http:') warnings.push(...warnAboutPlainHttp(hostname))
  if (port !== '') warnings.push(warn('links.unusualPort', { port }))
  return warnings
}

/** Warns about unencrypted connections, depending on the destination. */
export function warnAboutPlainHttp(hostname: string): readonly Warning[] {
  const place = locateHost(hostname)
  if (place === 'computer') return []
  return [place === 'network' ? warn('links.notEncryptedNearby') : warn('links.notEncrypted')]
}

function warnOfPlace(hostname: string): readonly Warning[] {
  const place = locateHost(hostname)
  if (place === 'computer') return [warn('links.thisComputer')]
  const host = bareHost(hostname)
  if (linkLocal.test(host)) return [warn('links.linkLocal', { host })]
  if (place === 'network') return [warn('links.ownNetwork')]
  if (isIP(host) !== 0) return [warn('links.numberedHost')]
  return pointsHome.test(host) ? [warn('links.pointsHome')] : []
}

/** Warnings about a host, as it is looked up. `written`: as the user reads it. */
export function listHostWarnings(host: string, written: string): readonly Warning[] {
  const imitated = findImitatedHost(written || host)
  const imitation = imitated === null ? [] : [warn('links.imitates', { imitated, host })]
  return [...warnOfPlace(host), ...warnOfLetters(host), ...imitation]
}

/** Includes the metadata services of cloud machines, which give out credentials. */
const linkLocal = /^(?:169\.254\.|fe[89ab][0-9a-f]:|fd00:ec2:)/i

/** Public names that resolve to an address in the name, or to this computer. */
const pointsHome = /(?:^|\.)(?:(?:nip|sslip|xip)\.io|localtest\.me|lvh\.me|vcap\.me|lacolhost\.com)$/

const alphabets = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Hebrew', 'Arabic', 'Cherokee', 'Georgian'].map(
  (name) => new RegExp(`\\p{Script=${name}}`, 'u')
)

/** Internationalized names are looked up in another form. The warning shows both. */
function warnOfLetters(hostname: string): readonly Warning[] {
  if (!/(?:^|\.)xn--/.test(hostname)) return []
  const written = domainToUnicode(hostname)
  const isMixed = written
    .split('.')
    .some((label) => alphabets.filter((letter) => letter.test(label)).length > 1)
  const shown = { written, host: hostname }
  return [isMixed ? warn('links.mixedLetters', shown) : warn('links.foreignLetters', shown)]
}

/** What the user reads and what is opened may differ. */
function warnOfSpelling(text: string, { hostname, host }: URL): readonly Warning[] {
  const warnings: Warning[] = []
  const imitated = findImitatedHost(domainToUnicode(hostname) || hostname)
  if (imitated !== null) warnings.push(warn('links.imitates', { imitated, host: hostname }))
  // eslint-disable-next-line no-control-regex
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)) warnings.push(warn('links.hiddenCharacters'))
  else if (/^[a-z]+:[\\/]*\\/i.test(text) || /^[a-z]+:\/\/[^/?#]*\\/i.test(text))
    warnings.push(warn('links.backslash'))
  const named = /^\s*[a-z]+:[\\/]*([^\\/?#]*)/i.exec(text)?.[1]?.split('@').at(-1) ?? host
  const isSpelledOut = isIP(bareHost(hostname)) === 4 && !named.startsWith(hostname)
  if (isSpelledOut || named.includes('%'))
    warnings.push(warn('links.spelledOut', { written: named, host: hostname }))
  return warnings
}

/** The known host that the displayed host imitates; null if it imitates none or is one. */
function findImitatedHost(written: string): string | null {
  const labels = written.replace(/\.$/, '').toLowerCase().split('.')
  const own = labels.slice(-2).join('.')
  if (known.includes(own)) return null
  const looksLike = bySkeleton.get(lookOf(own))
  if (looksLike !== undefined) return looksLike
  // `github.com.evil.example`, `login-github-com.evil.example`
  const before = `-${labels.slice(0, -1).join('-')}-`
  return known.find((host) => before.includes(`-${host.replaceAll('.', '-')}-`)) ?? null
}

/** Pairs of letters that look like one. */
function lookOf(host: string): string {
  return createSkeleton(host).replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('cl', 'd')
}
