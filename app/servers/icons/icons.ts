/**
 * Icons that servers name: those in data addresses, and those that are fetched. Nothing is fetched where the person
 * has not allowed it, and never from where it has no business. What the bytes are is found out by the clients.
 */
import pLimit from 'p-limit'
import { canParseUrl } from '../../base/can-parse-url'
import { HostError } from '../../base/host-error'
import type { IconImage, McpClients } from '../../mcp/interface'
import { placeOfHost } from '../../net/sign-in-location'
import type { FetchIcon } from './icon-fetch'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

/** Whose icon it is. */
export interface IconOwner {
  readonly serverName: string
  /** Address of a remote server; null for a program on this machine. */
  readonly url: string | null
  readonly areIconsAllowed: boolean
  /** Whether the address that is asked for is one of the server's. Nobody else decides what leaves in it. */
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

  /** One reading an address, kept while it is among the newest; failures are tried again when asked again. */
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

/** By its name alone: one that may lead elsewhere tomorrow opens no way into the network. */
function isInside(serverUrl: string): boolean {
  return ['computer', 'network'].includes(placeOfHost(new URL(serverUrl).hostname) ?? '')
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
