/**
 * Decides whether a path is inside a folder by its text, without file system access. `real-path.ts` resolves
 * links. A spelling that another program may read differently counts as outside, so Parley asks about it.
 */
import { canParseUrl } from '../../base/can-parse-url'

export interface PlainPath {
  /** Root: `/`, `~`, `c:`, `\\host\share`, or '' for a relative path. */
  readonly root: string
  readonly segments: readonly string[]
}

/**
 * Characters that shells and file searches expand, escapes that some servers decode, and anything that ends, hides, or
 * joins paths. A list of paths is one text here, but several to a server that splits it.
 */
const ambiguous =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}`{}*?[\];|&<>"']|\$[\w{(]|%(?:[0-9a-f]{2}|[A-Za-z_]\w*%)|[:,]\s*[/~]|^[\s-]|\s$/iu

/** null if the text isn't a path, leads above its root, or can be read in two ways. */
export function readPath(text: string): PlainPath | null {
  const path = /^file:/i.test(text) ? fromFileAddress(text) : text
  if (path === null || path === '' || ambiguous.test(path.replace(/^[a-z]:/i, ''))) return null
  return isWindowsPath(path) ? readWindowsPath(path) : readPosixPath(path)
}

function isWindowsPath(path: string): boolean {
  return /^(?:[a-z]:[\\/]|\\\\)/i.test(path)
}

/** The normalized path as the operating system accepts it; null if `readPath` returns null. */
export function parsePlainPath(text: string): string | null {
  const path = readPath(text)
  return path === null ? null : writePath(path)
}

/**
 * True for the folder itself and everything below it. Letters are compared as written, because most systems treat two
 * Unicode forms as two folders. On Windows, Latin letters are compared without case.
 */
export function isAtOrBelow(text: string, folder: string): boolean {
  const path = readPath(text)
  const base = readPath(folder)
  return path !== null && base !== null && isInFolder(path, base)
}

/** The same for paths that are already parsed. */
export function isInFolder(path: PlainPath, base: PlainPath): boolean {
  if (path.root !== base.root) return false
  return base.segments.every((segment, index) => segment === path.segments[index])
}

/** The nearest common folder, in the form that `isAtOrBelow` takes; null if there is none to name. */
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
  // A separator on one system, a letter on another.
  if (path.includes('\\')) return null
  const root = path.startsWith('/') ? '/' : /^~(?:\/|$)/.test(path) ? '~' : ''
  if (root === '' && path.startsWith('~')) return null
  const segments = resolveSegments(path.slice(root.length).split('/'))
  if (segments === null || (root === '' && oddAtStart.test(segments[0] ?? ''))) return null
  return { root, segments }
}

/** An option, a user's home folder, an address, or a name relative to the current folder of a Windows drive. */
const oddAtStart = /^[-\s~]|^[a-z][a-z\d+.-]*:/i

function readWindowsPath(path: string): PlainPath | null {
  const even = path.replaceAll('/', '\\').replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const parts = even.split('\\')
  // The prefixes \\?\ and \\.\ turn off the rules for names.
  const isShare = path.startsWith('\\\\')
  if (isShare && !/^[^?.]/.test(parts[2] ?? '')) return null
  const root = isShare ? `\\\\${parts[2] ?? ''}\\${parts[3] ?? ''}` : (parts[0] ?? '')
  const segments = resolveSegments(parts.slice(isShare ? 4 : 1))
  if (segments === null || segments.some((segment) => oddOnWindows.test(segment))) return null
  return { root, segments }
}

/** Streams (`name:stream`), short names (`PROGRA~1`), endings that Windows drops, and device names. */
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

/** Spaces around a name, and characters that a program may normalize to separators or dots. */
function isDisguised(part: string): boolean {
  const even = part.normalize('NFKC').trim()
  return part.trim() !== part || /[\\/]/.test(even) || even === '.' || even === '..'
}

function fromFileAddress(text: string): string | null {
  if (!canParseUrl(text) || !/^file:\/\/\/[^\\?#\p{Cc}]*$/iu.test(text)) return null
  const { host, pathname } = new URL(text)
  if (host !== '' || /%(?:2f|5c|00|25)/i.test(text)) return null
  try {
    // URL parsing removes dots and escaped dots before they can be checked.
    const written = decodeURIComponent(text.replace(/^file:(?:\/\/)?/i, ''))
    const path = decodeURIComponent(pathname)
    if (written.split('/').includes('..')) return null
    return /^\/[a-z]:/i.test(path) ? path.slice(1) : path
  } catch {
    return null // broken escapes
  }
}
