/** The parts of an office document, which is an archive. Unpacked on demand. */
import { unzipSync } from 'fflate'
import { OfficeProblem } from './document-text'

/** Total bytes of unpacked parts. No more memory is reserved than the archive's stated sizes. */
const unpackedLimit = 150_000_000

export interface OfficeParts {
  readonly names: ReadonlySet<string>
  /** '' if there is none. @throws OfficeProblem large */
  read(name: string): string
}

/** @throws OfficeProblem damaged */
export function openParts(bytes: Uint8Array): OfficeParts {
  const names = new Set<string>()
  let unpacked = 0
  const unpack = (isWanted: (name: string) => boolean) => {
    try {
      return unzipSync(bytes, {
        filter: ({ name, originalSize }) => {
          if (!isWanted(name)) return false
          unpacked += originalSize
          if (unpacked > unpackedLimit) throw new OfficeProblem('large')
          return true
        }
      })
    } catch (error) {
      throw error instanceof OfficeProblem ? error : new OfficeProblem('damaged')
    }
  }
  unpack((name) => {
    names.add(name)
    return false
  })
  const read = (name: string): string => {
    const part = names.has(name) ? unpack((one) => one === name)[name] : undefined
    return part === undefined ? '' : new TextDecoder(encodingOf(part)).decode(part)
  }
  return { names, read }
}

/** XML that isn't UTF-8 begins with a byte order mark. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
