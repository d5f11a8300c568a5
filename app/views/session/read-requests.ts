/** What a view asks for, in the form in which the host may use it. */
import type { McpUiDownloadFileRequest } from '@modelcontextprotocol/ext-apps/app-bridge'
import { toFileName } from '../../base/file-name'
import type { ViewDownload } from '../interface'

const linkSchemes: readonly string[] = ['https:', 'http:', 'mailto:']
const longestLink = 8_000
const largestSize = 4_000

/** Null: not an address that Parley opens. */
export function readLink(text: string): string | null {
  if (text.length > longestLink) return null
  try {
    const { protocol, href } = new URL(text)
    return linkSchemes.includes(protocol) ? href : null
  } catch {
    // Not an address.
    return null
  }
}

export function readDownloads(
  contents: McpUiDownloadFileRequest['params']['contents']
): readonly ViewDownload[] {
  return contents.map((item) => {
    const { uri, mimeType = null } = item.type === 'resource' ? item.resource : item
    const file = { name: readFileName(uri), mimeType }
    if (item.type === 'resource_link') return { type: 'link', ...file, uri }
    const { resource } = item
    const data = 'text' in resource ? Buffer.from(resource.text) : Buffer.from(resource.blob, 'base64')
    return { type: 'content', ...file, data }
  })
}

/** In CSS pixels. A value that isn't a finite number is left out. */
export function clampSize(size: { readonly width?: unknown; readonly height?: unknown }): {
  readonly width?: number
  readonly height?: number
} {
  const entries = (['width', 'height'] as const).flatMap((name) => {
    const value = size[name]
    const isUsable = typeof value === 'number' && Number.isFinite(value)
    return isUsable ? [[name, Math.min(largestSize, Math.max(0, value))] as const] : []
  })
  return Object.fromEntries(entries)
}

/** The last part of the address. */
function readFileName(uri: string): string {
  const path = uri.replace(/[?#].*$/su, '').replace(/\/+$/u, '')
  const last = path.slice(path.lastIndexOf('/') + 1)
  try {
    return toFileName(decodeURIComponent(last))
  } catch {
    // Not percent-encoded.
    return toFileName(last)
  }
}
