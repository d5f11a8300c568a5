/**
 * Icons that servers name for themselves and for what they offer, taken into the contract's form. Nothing is fetched
 * here; what is too long or has an address of another kind is left out.
 *
 * @spec 2025-11-25 basic#icons
 */
import { canParseUrl } from '../../base/can-parse-url'
import type { Icon } from '../../contract/servers'
import { isJsonFields, toTextOrNull } from '../protocol/json-fields'
import { readLenientList } from '../protocol/lenient-values'

/** Of one thing: icons; sizes of an icon; characters of an address, of an image inside it, of a word. */
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

/** A few servers write one size where a list belongs. */
function toSizes(raw: unknown): string[] {
  const sizes: unknown[] = Array.isArray(raw) ? raw : [raw]
  const words = sizes.filter((size) => typeof size === 'string' && size !== '' && size.length <= limits.word)
  return (words as string[]).slice(0, limits.sizes)
}
