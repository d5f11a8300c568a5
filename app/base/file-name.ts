/** A safe file name from an external name. */
import { visibleText } from './visible-text'

/** Windows opens a device under these names, with any ending. */
const devices = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\s*\.|\s*$)/iu

/** No folder, no hidden file, no name that a system reserves for a device. */
export function toFileName(name: string): string {
  /* eslint-disable-next-line no-control-regex -- the pattern searches for control characters */
  const plain = visibleText(name.replace(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '_'))
  const safe = plain.replace(/^[.\s]+|[.\s]+$/g, '').slice(0, 200) || 'file'
  return devices.test(safe) ? `_${safe}`.slice(0, 200) : safe
}
