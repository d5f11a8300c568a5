/**
 * The image of an icon, from its data URL or its bytes. The type is recognized by the first bytes, and SVG is
 * sanitized. The type that a server declares proves nothing.
 */
import { HostError } from '../../base/host-error'
import type { LocalizedText } from '../../contract/localized-text'
import type { IconImage, IconSource } from '../interface'
import { sanitizeSvg } from './sanitize-svg'
import { say } from '../../texts/render-localized'

const limitBytes = 256 * 1_024

const signatures: readonly { readonly mimeType: string; readonly isMatch: (start: string) => boolean }[] = [
  { mimeType: 'image/png', isMatch: (start) => start.startsWith('\x89PNG\r\n\x1a\n') },
  { mimeType: 'image/jpeg', isMatch: (start) => start.startsWith('\xff\xd8\xff') },
  { mimeType: 'image/gif', isMatch: (start) => /^GIF8[79]a/.test(start) },
  { mimeType: 'image/webp', isMatch: (start) => start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP' }
]

/** @throws HostError ICON_UNAVAILABLE */
export function toIconImage(source: IconSource): IconImage {
  const bytes = 'bytes' in source ? Buffer.from(source.bytes) : decodeData(source.dataAddress)
  if (bytes.length > limitBytes) throw unavailable(say('mcp.iconLarge'))
  const known = signatures.find(({ isMatch }) => isMatch(bytes.toString('latin1', 0, 16)))
  if (known !== undefined) return { mimeType: known.mimeType, data: bytes.toString('base64') }
  const drawing = sanitizeSvg(bytes.toString('utf8'))
  if (drawing === null) throw unavailable(say('mcp.iconKind'))
  return { mimeType: 'image/svg+xml', data: Buffer.from(drawing, 'utf8').toString('base64') }
}

/** @throws HostError ICON_UNAVAILABLE */
function decodeData(address: string): Buffer {
  const [, parameters, data] = /^data:([^,]*),(.*)$/is.exec(address) ?? []
  if (data === undefined) throw unavailable(say('mcp.iconWithoutData'))
  if (data.length > limitBytes * 3) throw unavailable(say('mcp.iconLarge'))
  if (/;base64$/i.test(parameters?.trim() ?? '')) return Buffer.from(data, 'base64')
  try {
    return Buffer.from(decodeURIComponent(data), 'utf8')
  } catch {
    throw unavailable(say('mcp.iconUnreadable'))
  }
}

function unavailable(reason: LocalizedText): HostError {
  return new HostError('ICON_UNAVAILABLE', say('mcp.iconNotShown', { reason }))
}
