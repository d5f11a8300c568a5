/**
 * Fetches the card of a server that the user trusts, from the server's own host. Up to three GET requests without
 * credentials, headers of the entry and redirects, limited in size and time. The card is untrusted.
 * @see SEP-2127
 */
import { HostError } from '../../base/host-error'
import type { LocalizedText } from '../../contract/localized-text'
import { BodyTooLarge, readBounded } from '../../net/bounded-body'
import { sendGuarded } from '../../net/guarded-request'
import type { Published } from '../../contract/workbench/differences'
import { say } from '../../texts/render-localized'
import { readPublished } from '../../workbench/differences/published'

/** On the server's host, after the one below its endpoint, which the newest draft names. */
const places = ['/.well-known/mcp/server-card.json', '/.well-known/mcp/server-card'] as const

export const cardLimits = { bytes: 2_000_000, milliseconds: 15_000 }

export interface CardRequest {
  /** Of the server, without credentials and query. */
  readonly serverUrl: string
  /** Called before each request. */
  readonly record: (url: string) => void
  readonly limits?: typeof cardLimits
}

export interface FetchedCard {
  /** Where it is, without the scheme. */
  readonly name: string
  readonly published: Published
}

/** @throws HostError RECORDING_INVALID */
export async function fetchServerCard({
  serverUrl,
  record,
  limits = cardLimits
}: CardRequest): Promise<FetchedCard> {
  const signal = AbortSignal.timeout(limits.milliseconds)
  for (const url of listCardAddresses(serverUrl)) {
    record(url.href)
    const text = await fetchText(url, limits.bytes, signal)
    if (text === null) continue
    const published = readPublished(text)
    if (published === null) throw failed(say('differences.notACard', { address: url.href }))
    return { name: `${url.host}${url.pathname}`, published }
  }
  throw failed(say('differences.noCard', { host: new URL(serverUrl).host }))
}

function listCardAddresses(serverUrl: string): readonly URL[] {
  const endpoint = new URL(serverUrl)
  return [`${endpoint.pathname.replace(/\/+$/u, '')}/server-card`, ...places].map((place) => {
    // Resolved as an address, a path that begins with two slashes would name another host.
    const address = new URL(endpoint.origin)
    address.pathname = place
    return address
  })
}

/** Null: there is nothing at this address. */
async function fetchText(url: URL, bytes: number, signal: AbortSignal): Promise<string | null> {
  const { host } = url
  try {
    // The user trusts a server on this host, so it may be in a private network.
    const headers = { accept: 'application/mcp-server-card+json, application/json' }
    const response = await sendGuarded(url, { headers, isPrivateAllowed: true, signal })
    const { statusCode = 0 } = response
    if (statusCode === 200) return (await readBounded(response, bytes)).toString('utf8')
    response.destroy()
    // A server can want a sign-in for its endpoint and all below it.
    if (statusCode >= 400 && statusCode < 500) return null
    const isRedirect = statusCode >= 300 && statusCode < 400
    throw failed(
      isRedirect
        ? say('differences.cardRedirects', { host })
        : say('differences.cardStatus', { host, status: `${statusCode}` })
    )
  } catch (error) {
    throw error instanceof HostError ? error : failed(explain(error, host, signal))
  }
}

function explain(error: unknown, host: string, { aborted }: AbortSignal): LocalizedText {
  if (error instanceof BodyTooLarge) return say('differences.cardTooLarge')
  return say(aborted ? 'differences.cardTooSlow' : 'differences.cardUnreachable', { host })
}

function failed(reason: LocalizedText): HostError {
  return new HostError('RECORDING_INVALID', reason)
}
