/** A name for a file from what somebody else calls the thing. */
import { visibleText } from './visible-text'

/** No folder, no hidden file, nothing that a system takes for something else. */
export function toFileName(name: string): string {
  /* eslint-disable-next-line no-control-regex -- control characters are what is looked for */
  const plain = visibleText(name.replace(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '_'))
  return plain.replace(/^[.\s]+|[.\s]+$/g, '').slice(0, 200) || 'file'
}
