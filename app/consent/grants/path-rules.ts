/**
 * Whether a path is inside a folder, by its text alone: nothing is looked up; where links lead is asked in
 * `real-place.ts`. Every spelling that another program may read in two ways counts as outside, so that it is asked about.
 */
import { canParseUrl } from '../../base/can-parse-url'

export interface PlainPath {
  /** What it starts from: `/`, `~`, `c:`, `\\host\share`, or '' for a relative one. */
  readonly root: string
  readonly segments: readonly string[]
}

/**
 * Expanded by shells and by searches for files, escapes that some servers undo, and whatever ends, hides or joins paths:
 * a list of them is one text to us and several to a server that splits it.
 */
const ambiguous =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}`{}*?[\];|&<>"']|\$[\w{(]|%(?:[0-9a-f]{2}|[A-Za-z_]\w*%)|[:,]\s*[/~]|^[\s-]|\s$/iu

/** Null for what is no path, leads above its root, or can be read in two ways. */
export function readPath(text: string): PlainPath | null {
  const path = /^file:/i.test(text) ? fromFileAddress(text) : text
  if (path === null || path === '' || ambiguous.test(path.replace(/^[a-z]:/i, ''))) return null
  return isWindowsPath(path) ? readWindowsPath(path) : readPosixPath(path)
}

function isWindowsPath(path: string): boolean {
  return /^(?:[a-z]:[\\/]|\\\\)/i.test(path)
}

/** The path without what it needs not, as a system takes it; null where `readPath` gives none. */
export function parsePlainPath(text: string): string | null {
  const path = readPath(text)
  return path === null ? null : writePath(path)
}

/**
 * True at the folder itself and below it. Letters count as they are written: two forms of one letter are two folders to
 * most systems. On Windows large and small ones are the same, as far as the Latin alphabet goes.
 */
export function isAtOrBelow(text: string, folder: string): boolean {
  const path = readPath(text)
  const base = readPath(folder)
  return path !== null && base !== null && isInFolder(path, base)
}

/** The same for what was read already. */
export function isInFolder(path: PlainPath, base: PlainPath): boolean {
  if (path.root !== base.root) return false
  return base.segments.every((segment, index) => segment === path.segments[index])
}

/** The nearest folder that all of them lie in, written as `isAtOrBelow` takes it; null where there is none to name. */
export function findCommonFolder(...texts: readonly string[]): string | null {
  const paths = texts.map(readPath)
  const [first] = paths
  if (first === null || first === undefined) return null
  let shared = first.segments.slice(0, -1)
  for (const path of paths) {
    if (path === null || path.root !== first.root) return null
    const end = shared.findIndex((segment, index) => segment !== path.segments[index])
    if (end >= 0) shared = shared.slice(0, end)
  }
  return shared.length === 0 ? null : writePath({ ...first, segments: shared })
}

function writePath({ root, segments }: PlainPath): string {
  if (root === '') return segments.join('/')
  if (root === '/') return `/${segments.join('/')}`
  if (root === '~') return [root, ...segments].join('/')
  return segments.length === 0 && root.endsWith(':') ? `${root}\\` : [root, ...segments].join('\\')
}

function readPosixPath(path: string): PlainPath | null {
  // A separator on one system and a letter on the other.
  if (path.includes('\\')) return null
  const root = path.startsWith('/') ? '/' : /^~(?:\/|$)/.test(path) ? '~' : ''
  if (root === '' && path.startsWith('~')) return null
  const segments = resolveSegments(path.slice(root.length).split('/'))
  if (segments === null || (root === '' && oddAtStart.test(segments[0] ?? ''))) return null
  return { root, segments }
}

/** An option, the folder of a person, an address, or a name in the folder where a Windows drive stands. */
const oddAtStart = /^[-\s~]|^[a-z][a-z\d+.-]*:/i

function readWindowsPath(path: string): PlainPath | null {
  const even = path.replaceAll('/', '\\').replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const parts = even.split('\\')
  // \\?\ and \\.\ turn the rules for names off.
  const isShare = path.startsWith('\\\\')
  if (isShare && !/^[^?.]/.test(parts[2] ?? '')) return null
  const root = isShare ? `\\\\${parts[2] ?? ''}\\${parts[3] ?? ''}` : (parts[0] ?? '')
  const segments = resolveSegments(parts.slice(isShare ? 4 : 1))
  if (segments === null || segments.some((segment) => oddOnWindows.test(segment))) return null
  return { root, segments }
}

/** Streams (`name:stream`), short names (`PROGRA~1`), ends that Windows drops, and names of devices. */
const oddOnWindows = /:|~\d|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/

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

/** Spaces around a name, and letters of other widths that become separators or dots, in a program that evens them out. */
function isDisguised(part: string): boolean {
  const even = part.normalize('NFKC').trim()
  return part.trim() !== part || /[\\/]/.test(even) || even === '.' || even === '..'
}

function fromFileAddress(text: string): string | null {
  if (!canParseUrl(text) || !/^file:\/\/\/[^\\?#\p{Cc}]*$/iu.test(text)) return null
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
