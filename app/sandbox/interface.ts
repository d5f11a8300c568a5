/**
 * Containment: the program of a server is run behind walls that the system holds, with what the person opened for it and
 * nothing else. A program in, another one out: whoever starts processes starts that in its place, and goes on as before.
 */
import type { SandboxChoices } from '../contract/choices/sandbox-choices'
import type { HomeStore } from './homes/home-store'

/** A program as it would be started without walls. */
export interface PlainStart {
  /** Absolute. */
  readonly file: string
  readonly args: readonly string[]
  /** null: the server does not care. */
  readonly cwd: string | null
  readonly environment: Readonly<Record<string, string>>
  /** Variables that its entry names itself; left out: none. */
  readonly ownNames?: readonly string[] | undefined
  /** Whole paths of what the program may load as its own: there or not. */
  readonly scripts: readonly string[]
  /** Parley's own places that were made for it: packages that were fetched. Real paths. */
  readonly folders?: readonly LentFolder[] | undefined
  /** What tells its program from others: it gets its private folder as its home. Left out: its home is empty and closed. */
  readonly homeOf?: string | undefined
  /** While its package is fetched: lines like those of `hosts`. It reaches these and no other, and nobody is asked. */
  readonly fetchesFrom?: readonly string[] | undefined
}

export interface LentFolder {
  readonly path: string
  readonly mayWrite: boolean
}

export interface SandboxedStart {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly environment: Readonly<Record<string, string>>
  /** Its private folder on this computer; null: it has none. */
  readonly privateFolder: string | null
  /** What it finds at its descriptor 3; null: nothing stands there. */
  readonly filter: Buffer | null
  /** Once its process runs. */
  readonly started: (processId: number) => void
  /** When its process has ended, or never came to be. */
  readonly close: () => void
}

export interface WatchedSocket {
  /** Where the server would look for the service. */
  readonly path: string
  /** What stands there. */
  readonly source: string
}

/** What a contained server has of the network; nothing of it where there is none. */
export interface ServerNetwork {
  /** Added to its own environment: where its proxy is, what its runtime has to load for it. */
  readonly environment: (own: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
  /** The same text with stand-ins for secrets that the server may use and not read. */
  readonly mask: (text: string) => string
  /** The proxy's socket on this computer, and the port of the server's own loopback under which it finds it. */
  readonly relay: { readonly socketPath: string; readonly port: number }
  /** Files that the environment speaks of. */
  readonly files: readonly string[]
  /** Sockets of Parley's where services of this computer would listen. */
  readonly watched: readonly WatchedSocket[]
  /** Once the process that holds the walls runs. */
  readonly started: (processId: number) => void
  readonly close: () => void
}

export interface NetworkUse {
  /** What the program would be started with. */
  readonly environment: Readonly<Record<string, string>>
  /** Nobody is asked for another host than those of the rules. */
  readonly isFixed: boolean
}

/** @throws HostError SERVER_NOT_CONTAINED: a secret that can't be masked */
export type OpenNetwork = (
  serverName: string,
  rules: SandboxChoices,
  use: NetworkUse
) => Promise<ServerNetwork>

/**
 * Puts walls around the start of one server.
 * @throws HostError SERVER_NOT_CONTAINED: the system can't, or a path of the rules is not what it was. Nothing may be started then.
 */
export type StartSandboxed = (start: PlainStart, rules: SandboxChoices) => Promise<SandboxedStart>

export interface SandboxOptions {
  readonly platform?: NodeJS.Platform
  readonly home: string
  /** Nobody gets these, whatever a rule opens: Parley's own data. */
  readonly closed: readonly string[]
  /** Keeps the private folders of servers. Left out: they have none. */
  readonly homes?: Pick<HomeStore, 'open'> | undefined
  /** Left out: contained servers have no network. */
  readonly openNetwork?: OpenNetwork | undefined
  /** For the log of a server. */
  readonly note?: ((serverName: string, text: string) => void) | undefined
  /** That of the process, where the system finds the session of the person. */
  readonly hostEnvironment?: Readonly<Record<string, string | undefined>> | undefined
}
