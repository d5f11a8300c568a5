/** Accepts names in a zip that are distinct and safe files on every system. */
import { findHidden } from '../../contract/content/hidden-text'
import { bundleLimits } from '../limits'
import { problems } from '../bundle-problem'

/** Device names on Windows, with any extension. */
const devices = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i
/* eslint-disable-next-line no-control-regex -- the pattern searches for control characters */
const forbidden = /[\u0000-\u001f\u007f<>:"|?*\\]/

/** @throws HostError BUNDLE_REFUSED */
export function checkEntryName(name: string): void {
  // A folder's name ends with a slash.
  const parts = (name.endsWith('/') ? name.slice(0, -1) : name).split('/')
  const isTooLong = name.length > bundleLimits.path || parts.length > bundleLimits.depth
  if (isTooLong || !parts.every(isPlainName)) throw problems.unsafeName(name)
}

function isPlainName(part: string): boolean {
  if (part === '' || part === '.' || part === '..' || part === '~') return false
  if (forbidden.test(part) || devices.test(part) || /[. ]$/.test(part) || part.startsWith(' ')) return false
  // A program that decodes it twice would leave the folder.
  if (/%(?:2e|2f|5c|00)/i.test(part)) return false
  return Buffer.byteLength(part) <= bundleLimits.name && [...findHidden(part)].length === 0
}

/** The key is equal for names that some system takes for the same file. */
export function normalizeEntryName(name: string): string {
  return name.replace(/\/$/, '').normalize('NFKC').toLowerCase().normalize('NFKC')
}
