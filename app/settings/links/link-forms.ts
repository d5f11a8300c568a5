/**
 * The formats of links that add a server: Parley's own, VS Code's and Cursor's, and web pages that wrap them.
 * Parsed as text; nothing is requested, and other modules read the content of the parts.
 */
import { canParseUrl } from '../../base/can-parse-url'
import { HostError } from '../../base/host-error'
import type { LinkOrigin } from '../../contract/servers/link'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

export interface LinkParts {
  readonly origin: LinkOrigin
  /** null: the link has none; its content may. */
  readonly name: string | null
  /** JSON, or base64 of it. */
  readonly config: string
  /** What VS Code would ask for, as JSON. */
  readonly inputs: string | null
  /** Query parameters without a meaning here. */
  readonly leftOut: readonly string[]
}

/** For links that the system opens and that are pasted. Complete links of other apps are a tenth of this. */
export const longestLink = 8_192

const own = /^parley:(?:\/\/)?install\/?\?(.*)$/is
const codeLink = /^vscode(?:-insiders)?:(?:\/\/)?mcp\/install\?(.*)$/is
const cursorLink = /^cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\/?\?(.*)$/is
const codePage = /^https:\/\/(?:insiders\.)?vscode\.dev\/redirect\/mcp\/install\/?\?(.*)$/is
const codeRedirect = /^https:\/\/(?:insiders\.)?vscode\.dev\/redirect\/?\?(.*)$/is
const cursorPage = /^https:\/\/(?:www\.)?cursor\.com\/(?:[a-z]{2}\/)?install-mcp\/?\?(.*)$/is
const anyOf = /^(?:parley|vscode|vscode-insiders|cursor):/i

/** Whether a text looks like such a link, even if broken. */
export function isServerLink(text: string): boolean {
  const link = text.trim()
  return anyOf.test(link) || [codePage, codeRedirect, cursorPage].some((form) => form.test(link))
}

/** @throws HostError SETTINGS_INVALID: Parley doesn't know its format, or a parameter is repeated */
export function splitLink(text: string): LinkParts {
  const link = text.trim()
  if (link.length > longestLink) throw refuseLink(say('adding.linkLong', { most: longestLink }))
  const redirected = codeRedirect.exec(link)
  return splitPlain(redirected === null ? link : getTarget(redirected[1] ?? ''))
}

function splitPlain(link: string): LinkParts {
  const code = codeLink.exec(link)
  if (code !== null)
    return { origin: 'vscode', name: null, config: decoded(code[1] ?? ''), inputs: null, leftOut: [] }
  const forms: readonly [LinkOrigin, RegExp][] = [
    ['parley', own],
    ['cursor', cursorLink],
    ['vscode', codePage],
    ['cursor', cursorPage]
  ]
  for (const [origin, form] of forms) {
    const query = form.exec(link)?.[1]
    if (query !== undefined) return splitQuery(origin, query)
  }
  throw refuseLink(say('adding.linkUnknown'))
}

function splitQuery(origin: LinkOrigin, query: string): LinkParts {
  const given = new URLSearchParams(query.replace(/#.*$/s, ''))
  const known = ['name', 'config', 'inputs']
  const twice = known.find((key) => given.getAll(key).length > 1)
  if (twice !== undefined) throw refuseLink(say('adding.linkTwice', { part: twice }))
  if (given.has('bundle')) throw refuseLink(say('adding.linkBundle'))
  const config = given.get('config') ?? ''
  if (config.trim() === '') throw refuseLink(say('adding.linkEmpty'))
  const leftOut = [...new Set(given.keys())].filter((key) => !known.includes(key) && key !== '')
  return { origin, name: given.get('name'), config, inputs: given.get('inputs'), leftOut }
}

/** The link that a page of VS Code redirects to. One page deep. */
function getTarget(query: string): string {
  const target = new URLSearchParams(query).get('url') ?? ''
  if (!canParseUrl(target) || !codeLink.test(target)) throw refuseLink(say('adding.linkUnknown'))
  return target
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw refuseLink(say('adding.linkDamaged'))
  }
}

export function refuseLink(reason: LocalizedText): HostError {
  return new HostError('SETTINGS_INVALID', say('adding.linkRefused', { reason }))
}
