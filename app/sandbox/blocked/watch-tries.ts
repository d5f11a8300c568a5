/** What one start of a contained server tries past its walls, as far as it is seen without a word of its own. */
import { randomBytes } from 'node:crypto'
import type { ReportedFile } from '../../contract/consent/file-activity'
import type { WatchedSocket } from '../interface'
import { isLoopbackHost } from '../../net/sign-in-location'
import { countTries, type CountedTries } from './counted-tries'
import { servicePlaces, watchSockets } from './watched-sockets'

/** Of this computer itself. */
export const isProxyHost = isLoopbackHost
export const isSandboxLine = (line: string): boolean => isLoopbackHost(line.replace(/:\d+$/, ''))

export interface WatchedTries {
  readonly sockets: readonly WatchedSocket[]
  started(processId: number): void
  /** The server was heard. */
  look(): void
  close(): void
}

export interface WatchOptions {
  /** Only its person may enter it. */
  readonly folder: string
  /** That of this computer's person: where their services listen. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly askedForOwn: () => number
  readonly tell: (told: ReportedFile) => void
}

export const nothingWatched: WatchedTries = {
  sockets: [],
  started: () => {},
  look: () => {},
  close: () => {}
}

export async function watchTries({
  folder,
  environment,
  askedForOwn,
  tell
}: WatchOptions): Promise<WatchedTries> {
  const watched = await watchSockets({
    folder,
    id: randomBytes(8).toString('hex'),
    places: servicePlaces(environment, process.getuid?.() ?? 0),
    tell: (path) => tell({ access: 'talk', path, folder: null })
  })
  let counted: CountedTries | null = null
  let isClosed = false
  return {
    sockets: watched.sockets,
    started: (processId) => {
      if (!isClosed) counted = countTries({ processId, askedForOwn, tell })
    },
    look: () => counted?.look(),
    close: () => {
      isClosed = true
      counted?.close()
      watched.close()
    }
  }
}
