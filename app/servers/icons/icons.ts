/**
 * Icons that servers name: found in data addresses or fetched, recognised by their first bytes, drawings made
 * harmless. Nothing is fetched where the person has not allowed it, and never from where it has no business.
 */
import pLimit from 'p-limit'
import { HostError } from '../../base/host-error'
import { placeOfHost } from '../../net/place'
import type { FetchIcon } from './icon-fetch'
import { neutraliseSvg } from './sanitize-svg'

export interface IconImage {
  /** What the bytes are, whatever the server says. */
  readonly mimeType: string
  /** base64 */
  readonly data: string
}

/** Whose icon it is. */
export interface IconOwner {
  readonly serverName: string
  /** Address of a remote server; null for a program on this machine. */
  readonly url: string | null
  readonly areIconsAllowed: boolean
}

export interface Icons {
  /** @throws HostError ICON_UNAVAILABLE */
  read(owner: IconOwner, src: string): Promise<IconImage>
}

const limitBytes = 256 * 1_024
const timeLimitMs = 5_000
const mostKept = 200
const atOnce = 4

export function createIcons(fetchIcon: FetchIcon): Icons {
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
      if (/^data:/i.test(src)) return toImage(decodeData(src))
      const url = allowedAddress(owner, src)
      const isPrivateAllowed = owner.url !== null && isInside(owner.url)
      const fetchOptions = { limitBytes, timeLimitMs, isPrivateAllowed }
      return await readOnce(JSON.stringify([owner.serverName, owner.url, url.href]), () =>
        limit(async () => toImage(await fetchIcon(url, fetchOptions)))
      )
    }
  }
}

/** By its name alone: one that may lead elsewhere tomorrow opens no way into the network. */
function isInside(serverUrl: string): boolean {
  return ['computer', 'network'].includes(placeOfHost(new URL(serverUrl).hostname) ?? '')
}

/** @throws HostError ICON_UNAVAILABLE */
function decodeData(src: string): Uint8Array {
  const [, parameters, data] = /^data:([^,]*),(.*)$/is.exec(src) ?? []
  if (data === undefined) throw unavailable('Its address holds no data.')
  if (data.length > limitBytes * 3) throw unavailable('It is too large.')
  if (/;base64$/i.test(parameters?.trim() ?? '')) return Buffer.from(data, 'base64')
  try {
    return Buffer.from(decodeURIComponent(data), 'utf8')
  } catch {
    throw unavailable('Its data can not be read.')
  }
}

/** @throws HostError ICON_UNAVAILABLE */
function allowedAddress({ serverName, url, areIconsAllowed }: IconOwner, src: string): URL {
  if (!areIconsAllowed)
    throw unavailable(`Icons of ${serverName} are not fetched. Allow it in the server's details.`)
  if (!URL.canParse(src)) throw unavailable('Its address can not be read.')
  const address = new URL(src)
  if (address.username !== '' || address.password !== '') throw unavailable('Its address holds a password.')
  if (url === null) {
    if (address.protocol !== 'https:') throw unavailable('Only https addresses are fetched for it.')
  } else if (
    !URL.canParse(url) ||
    address.origin !== new URL(url).origin ||
    !/^https?:$/.test(address.protocol)
  ) {
    throw unavailable('It lies elsewhere than its server.')
  }
  return address
}

/** By first bytes: what a server calls its file proves nothing. @throws HostError ICON_UNAVAILABLE */
function toImage(bytes: Uint8Array): IconImage {
  if (bytes.length > limitBytes) throw unavailable('It is too large.')
  const buffer = Buffer.from(bytes)
  const known = signatures.find(({ isMatch }) => isMatch(buffer.toString('latin1', 0, 16)))
  if (known !== undefined) return { mimeType: known.mimeType, data: buffer.toString('base64') }
  const drawing = neutraliseSvg(buffer.toString('utf8'))
  if (drawing === null) throw unavailable('It is no PNG, JPEG, WebP, GIF or plain SVG image.')
  return { mimeType: 'image/svg+xml', data: Buffer.from(drawing, 'utf8').toString('base64') }
}

const signatures: readonly { readonly mimeType: string; readonly isMatch: (start: string) => boolean }[] = [
  { mimeType: 'image/png', isMatch: (start) => start.startsWith('\x89PNG\r\n\x1a\n') },
  { mimeType: 'image/jpeg', isMatch: (start) => start.startsWith('\xff\xd8\xff') },
  { mimeType: 'image/gif', isMatch: (start) => /^GIF8[79]a/.test(start) },
  { mimeType: 'image/webp', isMatch: (start) => start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP' }
]

function unavailable(reason: string): HostError {
  return new HostError('ICON_UNAVAILABLE', `The icon is not shown. ${reason}`)
}
