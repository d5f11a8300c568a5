/**
 * Icons that servers declare for themselves and for what they offer, in the contract's form. Nothing is fetched here.
 * Icons that are too long or have a URL of another scheme are left out.
 *
 * @spec 2025-11-25 basic#icons
 */
import { canParseUrl } from '../../base/can-parse-url'
import type { Icon } from '../../contract/servers'
import { isJsonFields, toTextOrNull } from '../protocol/json-fields'
import { readLenientList } from '../protocol/lenient-values'

/** For one entry: number of icons; sizes of an icon; characters of a URL, of a data URL, of a word. */
const limits = { icons: 4, sizes: 8, address: 2_048, image: 32_768, word: 100 }

export function toIcons(raw: unknown): Icon[] {
  const icons = readLenientList(raw, ({ src }) => typeof src === 'string') ?? []
  return icons.flatMap((icon) => toIcon(icon) ?? []).slice(0, limits.icons)
}

function toIcon(raw: unknown): Icon | null {
  if (!isJsonFields(raw) || !isAddress(raw['src'])) return null
  const { src, theme } = raw
  const mimeType = toTextOrNull(raw['mimeType'])
  return {
    src,
    mimeType: mimeType !== null && mimeType.length <= limits.word ? mimeType : null,
    sizes: toSizes(raw['sizes']),
    theme: theme === 'light' || theme === 'dark' ? theme : null
  }
}

function isAddress(src: unknown): src is string {
  if (typeof src !== 'string') return false
  if (src.startsWith('data:image/')) return src.length <= limits.image
  return src.length <= limits.address && /^https?:\/\//i.test(src) && canParseUrl(src)
}

/** A few servers send one size instead of a list. */
function toSizes(raw: unknown): string[] {
  const sizes: unknown[] = Array.isArray(raw) ? raw : [raw]
  const words = sizes.filter((size) => typeof size === 'string' && size !== '' && size.length <= limits.word)
  return (words as string[]).slice(0, limits.sizes)
}
