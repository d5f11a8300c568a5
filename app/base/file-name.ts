/** A safe file name from an external name. */
import { visibleText } from './visible-text'

/** No folder, no hidden file, no reserved name. */
export function toFileName(name: string): string {
  /* eslint-disable-next-line no-control-regex -- the pattern searches for control characters */
  const plain = visibleText(name.replace(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '_'))
  return plain.replace(/^[.\s]+|[.\s]+$/g, '').slice(0, 200) || 'file'
}
