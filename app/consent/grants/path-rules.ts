/**
 * Whether a path is inside a folder, by its text alone: nothing is looked up, so a link in the folder is not
 * noticed. Every spelling that another program may read in two ways counts as outside, so that it is asked about.
 */

export interface PlainPath {
  /** What it starts from: `/`, `~`, `c:`, `\\host\share`, or '' for a relative one. */
  readonly root: string
  readonly segments: readonly string[]
}

/** Expanded by shells, escapes that some servers undo, and whatever ends or hides a path. */
const ambiguous = /[\p{Cc}\p{Cf}`]|\$[\w{(]|%(?:[0-9a-f]{2}|[A-Za-z_]\w*%)/iu

/** Null for what is no path, leads above its root, or can be read in two ways. */
export function readPath(text: string): PlainPath | null {
  const path = /^file:/i.test(text) ? fromFileAddress(text) : text
  if (path === null || path === '' || ambiguous.test(path)) return null
  const isWindows = /^(?:[a-z]:[\\/]|\\\\)/i.test(path)
  return isWindows ? readWindowsPath(path) : readPosixPath(path)
}

/** True at the folder itself and below it. Letters count as they are, but on Windows, where they do not. */
export function isAtOrBelow(text: string, folder: string): boolean {
  const path = readPath(text)
  const base = readPath(folder)
  if (path === null || base === null || path.root !== base.root) return false
  return base.segments.every((segment, index) => segment === path.segments[index])
}

/** The folder that a path lies in, written as `isAtOrBelow` takes it; null where there is none to name. */
export function folderOf(text: string): string | null {
  const path = readPath(text)
  if (path === null || path.segments.length < 2) return null
  const inside = path.segments.slice(0, -1)
  if (path.root === '') return inside.join('/')
  if (path.root === '/') return `/${inside.join('/')}`
  return [path.root, ...inside].join(path.root === '~' ? '/' : '\\')
}

function readPosixPath(path: string): PlainPath | null {
  // A separator on one system and a letter on the other.
  if (path.includes('\\')) return null
  const root = path.startsWith('/') ? '/' : /^~(?:\/|$)/.test(path) ? '~' : ''
  if (root === '' && path.startsWith('~')) return null
  const segments = resolveSegments(path.slice(root.length).split('/'))
  return segments === null ? null : { root, segments: segments.map((segment) => segment.normalize('NFC')) }
}

function readWindowsPath(path: string): PlainPath | null {
  const parts = path.replaceAll('/', '\\').toLowerCase().split('\\')
  // \\?\ and \\.\ turn the rules for names off.
  const isShare = path.startsWith('\\\\')
  if (isShare && !/^[^?.]/.test(parts[2] ?? '')) return null
  const root = isShare ? `\\\\${parts[2] ?? ''}\\${parts[3] ?? ''}` : (parts[0] ?? '')
  const segments = resolveSegments(parts.slice(isShare ? 4 : 1))
  // Streams (`name:stream`), short names (`PROGRA~1`), and ends that Windows drops.
  if (segments === null || segments.some((segment) => /[:]|~\d|[. ]$/.test(segment))) return null
  return { root, segments: segments.map((segment) => segment.normalize('NFC')) }
}

function resolveSegments(parts: readonly string[]): string[] | null {
  const segments: string[] = []
  for (const part of parts) {
    if (part === '' || part === '.') continue
    if (part === '..') {
      if (segments.pop() === undefined) return null
    } else if (isDisguised(part)) return null
    else segments.push(part)
  }
  return segments
}

/** Letters of other widths that become separators or dots in a program that evens them out. */
function isDisguised(part: string): boolean {
  const even = part.normalize('NFKC').trim()
  return /[\\/]/.test(even) || even === '.' || even === '..'
}

function fromFileAddress(text: string): string | null {
  if (!URL.canParse(text) || /[\\?#]/.test(text)) return null
  const { host, pathname } = new URL(text)
  if (host !== '' || /%(?:2f|5c|00|25)/i.test(text)) return null
  try {
    // Written with dots or escaped dots, an address loses them before they can be seen.
    const written = decodeURIComponent(text.replace(/^file:(?:\/\/)?/i, ''))
    const path = decodeURIComponent(pathname)
    if (written.split('/').includes('..')) return null
    return /^\/[a-z]:/i.test(path) ? path.slice(1) : path
  } catch {
    return null // broken escapes
  }
}
