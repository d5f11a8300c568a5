/**
 * Icons that servers declare, in data URLs or fetched. Nothing is fetched unless the user allows it, and never from
 * private addresses or other origins that the rules below forbid. The clients detect the type of the bytes.
 */
import pLimit from 'p-limit'
import { canParseUrl } from '../../base/can-parse-url'
import { HostError } from '../../base/host-error'
import type { IconImage, McpClients } from '../../mcp/interface'
import { locateHost } from '../../net/address-location'
import type { FetchIcon } from './icon-fetch'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

/** The server of the icon. */
export interface IconOwner {
  readonly serverName: string
  /** URL of a remote server; null for a program on this computer. */
  readonly url: string | null
  readonly areIconsAllowed: boolean
  /** True if the server declared the requested URL. Only the server decides what a URL contains. */
  readonly isNamed: () => Promise<boolean>
}

export interface Icons {
  /** @throws HostError ICON_UNAVAILABLE */
  read(owner: IconOwner, src: string): Promise<IconImage>
}

const limitBytes = 256 * 1_024
const timeLimitMs = 5_000
const mostKept = 200
const atOnce = 4

export function createIcons(fetchIcon: FetchIcon, clients: Pick<McpClients, 'readIcon'>): Icons {
  const kept = new Map<string, Promise<IconImage>>()
  const limit = pLimit(atOnce)

  /** Fetches a URL once and keeps it while it is among the newest. Failures are tried again at the next request. */
  function readOnce(key: string, work: () => Promise<IconImage>): Promise<IconImage> {
    const known = kept.get(key)
    if (known !== undefined) return known
    const reading = work()
    kept.set(key, reading)
    for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - mostKept))) kept.delete(oldest)
    reading.catch(() => kept.delete(key))
    return reading
  }

  return {
    read: async (owner, src) => {
      if (/^data:/i.test(src)) return await clients.readIcon({ dataAddress: src })
      const url = allowedAddress(owner, src)
      if (!(await owner.isNamed()))
        throw unavailable(say('servers.iconNotNamed', { server: owner.serverName }))
      const isPrivateAllowed = owner.url !== null && isInside(owner.url)
      const fetchOptions = { limitBytes, timeLimitMs, isPrivateAllowed }
      return await readOnce(JSON.stringify([owner.serverName, owner.url, url.href]), () =>
        limit(async () => await clients.readIcon({ bytes: await fetchIcon(url, fetchOptions) }))
      )
    }
  }
}

/**
 * Decides only by the hostname: a DNS name may resolve to another address later, so it gives no access to the local
 * network.
 */
function isInside(serverUrl: string): boolean {
  return ['computer', 'network'].includes(locateHost(new URL(serverUrl).hostname) ?? '')
}

/** @throws HostError ICON_UNAVAILABLE */
function allowedAddress({ serverName, url, areIconsAllowed }: IconOwner, src: string): URL {
  if (!areIconsAllowed) throw unavailable(say('servers.iconsNotAllowed', { server: serverName }))
  if (!canParseUrl(src)) throw unavailable(say('servers.iconAddress'))
  const address = new URL(src)
  if (address.username !== '' || address.password !== '') throw unavailable(say('servers.iconPassword'))
  if (url === null) {
    if (address.protocol !== 'https:') throw unavailable(say('servers.iconHttps'))
  } else if (
    !canParseUrl(url) ||
    address.origin !== new URL(url).origin ||
    !/^https?:$/.test(address.protocol)
  ) {
    throw unavailable(say('servers.iconOtherPlace'))
  }
  return address
}

function unavailable(reason: LocalizedText): HostError {
  return new HostError('ICON_UNAVAILABLE', say('mcp.iconNotShown', { reason }))
}
