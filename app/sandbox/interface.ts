/**
 * Sandboxing: the program of a server runs in a sandbox that the system enforces, with only what the user opened for
 * it. The caller gets another start for its own, starts that instead, and continues as before.
 */
import type { SandboxChoices } from '../contract/consent/sandbox-choices'
import type { HomeStore } from './homes/home-store'

/** A program as it would be started without a sandbox. */
export interface PlainStart {
  /** Absolute. */
  readonly file: string
  readonly args: readonly string[]
  /** null: the server doesn't require one. */
  readonly cwd: string | null
  readonly environment: Readonly<Record<string, string>>
  /** Variables that its entry sets; absent: none. */
  readonly ownNames?: readonly string[] | undefined
  /** Absolute paths that the program may load as its own, whether they exist or not. */
  readonly scripts: readonly string[]
  /** Parley's own paths for it: downloaded packages. Real paths. */
  readonly folders?: readonly GrantedFolder[] | undefined
  /** Identifies its program, which gets its private folder as its home. Absent: its home is empty and closed. */
  readonly homeOf?: string | undefined
  /**
   * While its package is downloaded: lines as in `hosts`. It can connect only to these, and no question is
   * asked.
   */
  readonly fetchesFrom?: readonly string[] | undefined
}

export interface GrantedFolder {
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
  /** The content of its descriptor 3; null: it has none. */
  readonly filter: Buffer | null
  /** Its process is the sandbox: what runs inside is below it, can be measured, and ends with it. */
  readonly hasNamespace: boolean
  /** To be called once its process runs. */
  readonly started: (processId: number) => void
  /** To be called when its process has ended, or failed to start. */
  readonly close: () => void
}

export interface WatchedSocket {
  /** Where the server would look for the service. */
  readonly path: string
  /** The socket that is shown there. */
  readonly source: string
}

/** What a sandboxed server gets of the network if it has one. */
export interface ServerNetwork {
  /** Added to its own environment: the address of its proxy, and what its runtime must load for it. */
  readonly environment: (own: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
  /** The same text with stand-ins for secrets that the server may use but not read. */
  readonly mask: (text: string) => string
  /** The proxy's socket on this computer, and the port of the server's own loopback where it finds the proxy. */
  readonly relay: { readonly socketPath: string; readonly port: number }
  /** Files that the environment names. */
  readonly files: readonly string[]
  /** Sockets of Parley's where services of this computer would listen. */
  readonly watched: readonly WatchedSocket[]
  /** To be called once the process of the sandbox runs. */
  readonly started: (processId: number) => void
  readonly close: () => void
}

export interface NetworkUse {
  /** What the program would be started with. */
  readonly environment: Readonly<Record<string, string>>
  /** No question is asked about hosts outside of the rules. */
  readonly isFixed: boolean
}

/** @throws HostError SERVER_NOT_CONTAINED: a secret that can't be masked */
export type OpenNetwork = (
  serverName: string,
  rules: SandboxChoices,
  use: NetworkUse
) => Promise<ServerNetwork>

/**
 * Sandboxes the start of one server.
 * @throws HostError SERVER_NOT_CONTAINED: the system can't, or a path of the rules has changed. Nothing may be started
 * then.
 */
export type StartSandboxed = (start: PlainStart, rules: SandboxChoices) => Promise<SandboxedStart>

export interface SandboxOptions {
  readonly platform?: NodeJS.Platform
  readonly home: string
  /** No server gets these, for any rule: Parley's own data. */
  readonly closed: readonly string[]
  /** Stores the private folders of servers. Absent: they have none. */
  readonly homes?: Pick<HomeStore, 'open'> | undefined
  /** Absent: sandboxed servers have no network. */
  readonly openNetwork?: OpenNetwork | undefined
  /** Writes to the log of a server. */
  readonly note?: ((serverName: string, text: string) => void) | undefined
  /** The environment of the process, where the system finds the user's session. */
  readonly hostEnvironment?: Readonly<Record<string, string | undefined>> | undefined
}
