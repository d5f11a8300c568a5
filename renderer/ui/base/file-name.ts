/** Suggests a file name for something from a server: the end of its address, without anything that could be a path. */
import { ui } from '../../../app/texts/compiled/window/ui'

const nameLimit = 120

/** Characters that a file system forbids, that a dialog could take for a path, or that are invisible. */
// eslint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
const forbidden = /[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu

/** E.g. `note:///1` of `text/plain` becomes `1.txt`, `file:///a/logo.png` becomes `logo.png`. */
export function fileName(nameOrAddress: string, mimeType: string | null): string {
  const path = nameOrAddress.split(/[?#]/)[0] ?? ''
  const last = decoded(path.split('/').findLast((segment) => segment !== '') ?? '')
  const name = last
    .replace(forbidden, '-')
    .replace(/^[\s.-]+|[\s.-]+$/g, '')
    .slice(0, nameLimit)
  const type = mimeType?.split(';')[0]?.trim().toLowerCase() ?? ''
  const ending = endings.get(type)
  const base = name === '' ? ui.unnamedFile() : name
  return /\.[a-z0-9]{1,8}$/i.test(base) || ending === undefined ? base : `${base}.${ending}`
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment // a lone percent sign: the unchanged name is good enough
  }
}

const endings = new Map([
  ['text/plain', 'txt'],
  ['text/markdown', 'md'],
  ['text/html', 'html'],
  ['text/csv', 'csv'],
  ['application/json', 'json'],
  ['application/pdf', 'pdf'],
  ['application/zip', 'zip'],
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/svg+xml', 'svg'],
  ['audio/mpeg', 'mp3'],
  ['audio/wav', 'wav'],
  ['audio/x-wav', 'wav'],
  ['audio/ogg', 'ogg'],
  ['audio/flac', 'flac']
])
