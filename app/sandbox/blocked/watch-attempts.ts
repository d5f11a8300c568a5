/** Blocked attempts of one start of a sandboxed server, as far as Parley sees them without the server's reports. */
import { randomBytes } from 'node:crypto'
import type { ReportedFile } from '../../contract/consent/file-activity'
import type { WatchedSocket } from '../interface'
import { isLoopbackHost } from '../../net/address-location'
import { countAttempts, type CountedAttempts } from './count-attempts'
import { servicePlaces, watchSockets } from './watched-sockets'

/** This computer itself. */
export const isProxyHost = isLoopbackHost
export const isSandboxAddress = (line: string): boolean => isLoopbackHost(line.replace(/:\d+$/, ''))

export interface WatchedAttempts {
  readonly sockets: readonly WatchedSocket[]
  started(processId: number): void
  /** To be called when the server is heard. */
  look(): void
  close(): void
}

export interface WatchOptions {
  /** Only its user may enter it. */
  readonly folder: string
  /** The environment of this computer's user, which says where their services listen. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly askedForOwn: () => number
  readonly tell: (report: ReportedFile) => void
}

export const nothingWatched: WatchedAttempts = {
  sockets: [],
  started: () => {},
  look: () => {},
  close: () => {}
}

export async function watchAttempts({
  folder,
  environment,
  askedForOwn,
  tell
}: WatchOptions): Promise<WatchedAttempts> {
  const watched = await watchSockets({
    folder,
    id: randomBytes(8).toString('hex'),
    places: servicePlaces(environment, process.getuid?.() ?? 0),
    tell: (path) => tell({ access: 'talk', path, folder: null })
  })
  let counted: CountedAttempts | null = null
  let isClosed = false
  return {
    sockets: watched.sockets,
    started: (processId) => {
      if (!isClosed) counted = countAttempts({ processId, askedForOwn, tell })
    },
    look: () => counted?.look(),
    close: () => {
      isClosed = true
      counted?.close()
      watched.close()
    }
  }
}
