/**
 * Parses lines of `sandbox.hosts` and compares them with a host that a server wants to connect to. Pure: looks up no
 * names, so a question contacts nothing.
 */
import { isIP } from 'node:net'
import { canParseUrl } from '../base/can-parse-url'
import { bareHost, locateHost } from './address-location'

/** Target of a connection. `host`: lowercase ASCII without brackets or final dot. */
export interface HostTarget {
  readonly host: string
  readonly port: number
}

export interface HostRule {
  /** The part after the star of `*.example.com`. */
  readonly host: string
  /** Null: the ports of HTTP and HTTPS. */
  readonly port: number | null
  /** All names below `host`, but not itself. */
  readonly isBelow: boolean
}

const webPorts: readonly number[] = [80, 443]
const longestHost = 253

/** Null if it isn't a host, or is too broad (`*`, `*.com`). */
export function readHostRule(text: string): HostRule | null {
  const isBelow = text.startsWith('*.')
  const [, written = '', digits] =
    /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(text.slice(isBelow ? 2 : 0)) ?? []
  const host = readHost(written)
  if (host === null) return null
  if (isBelow && (isIP(host) !== 0 || !host.includes('.'))) return null
  if (digits === undefined) return { host, port: null, isBelow }
  const port = Number(digits)
  return isPort(port) ? { host, port, isBelow } : null
}

/** Null if it isn't a valid target. */
export function readTarget(host: string, port: number): HostTarget | null {
  const read = readHost(host)
  return read === null || !isPort(port) ? null : { host: read, port }
}

/** For display, and as a line of the settings. */
export function targetText({ host, port }: HostTarget): string {
  return `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}

/** Whether its name or number is on this computer or in the local network. */
export function isInside({ host }: HostTarget): boolean {
  const place = locateHost(host)
  return place !== null && place !== 'internet'
}

/** A local host needs a line for exactly itself. */
export function isListed(rules: readonly HostRule[], target: HostTarget): boolean {
  if (isInside(target)) return isListedExactly(rules, target)
  return rules.some((rule) => covers(rule, target))
}

/** Whether one of the rules includes everything of this one. */
export function isRuleWithin(rule: HostRule, rules: readonly HostRule[]): boolean {
  return rules.some((each) => {
    if (!rule.isBelow && isInside({ host: rule.host, port: 0 }))
      return !each.isBelow && each.host === rule.host && each.port !== null && each.port === rule.port
    const isNamed = each.isBelow
      ? rule.host.endsWith(`.${each.host}`) || (rule.isBelow && rule.host === each.host)
      : !rule.isBelow && rule.host === each.host
    const isPortNamed =
      each.port === rule.port || (each.port === null && rule.port !== null && webPorts.includes(rule.port))
    return isNamed && isPortNamed
  })
}

/** With its host and port written out. It may then also be local. */
export function isListedExactly(rules: readonly HostRule[], { host, port }: HostTarget): boolean {
  return rules.some((rule) => !rule.isBelow && rule.host === host && rule.port === port)
}

/** The narrowest line that allows the same connection. */
export function lineFor(target: HostTarget): string {
  return isInside(target) || !webPorts.includes(target.port) ? targetText(target) : target.host
}

function covers(rule: HostRule, { host, port }: HostTarget): boolean {
  const isNamed = rule.isBelow ? host.endsWith(`.${rule.host}`) : host === rule.host
  return isNamed && (rule.port === null ? webPorts.includes(port) : rule.port === port)
}

/** Normalizes unusual spellings of IP addresses and letters of other scripts. */
function readHost(text: string): string | null {
  if (text === '' || /[\s/?#@\\%*]/.test(text)) return null
  const address = `http://${isIP(text) === 6 ? `[${text}]` : text}/`
  if (!canParseUrl(address)) return null
  const host = bareHost(new URL(address).hostname).toLowerCase()
  return host === '' || host.length > longestHost || host.includes('..') ? null : host
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port > 0 && port <= 65_535
}
