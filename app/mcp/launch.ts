/** Types for starting a connection, and for information about a connected server. */
import type { SandboxChoices } from '../contract/consent/sandbox-choices'
import type { Icon, LogLevel, ToolView } from '../contract/servers'
import type { PackagePin, ProgramFile } from '../contract/server-act'

export interface StdioLaunch {
  readonly transport: 'stdio'
  readonly command: string
  readonly args: readonly string[]
  /** The entry's own `env`, with variables expanded. It overrides the allowed variables of the host's environment. */
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string | null
  /** What the sandbox allows. If absent, the server is not sandboxed. */
  readonly containment?: SandboxChoices
}

export interface RemoteLaunch {
  /** `http`: Streamable HTTP. `sse`: the legacy transport, if the user chose it. */
  readonly transport: 'http' | 'sse'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The token for requests; null if there is none yet. If absent, no `challenged` events are sent. */
  readonly access?: AccessToken | null
}

/** The result of a sign-in at one server. A secret: never log it. */
export interface AccessToken {
  readonly token: string
  /** When to renew it before the next request, milliseconds since the epoch; null if unknown. */
  readonly renewAt: number | null
  /** The private key (JWK, P-256) that signs every request (DPoP); null for a bearer token. */
  readonly proofKey: Readonly<Record<string, string>> | null
  /**
   * `basic`: the token is a user name and a password in the form of RFC 7617. Absent for a token that was issued for
   * them.
   */
  readonly scheme?: 'basic' | undefined
}

declare const trusted: unique symbol

/**
 * Proof that the user trusts the server's current definition, the policy allows it, and variables are filled in. Only
 * `trust-check.ts` in `app/servers` creates it, so code that bypasses that check can't connect or sign in: it doesn't
 * compile.
 */
export interface TrustMark {
  readonly [trusted]: true
}
export type Trusted<T> = T & TrustMark

/** A server that is ready to be connected. Contains secrets: never log it. */
export type ServerLaunch = Trusted<StdioLaunch | RemoteLaunch> & {
  readonly serverName: string
  /** Names of the secrets that were filled in, for the activity log. */
  readonly secretNames?: readonly string[]
  /** Chosen by the caller, unique while the program runs. Late events of an old connection carry it. */
  readonly connectionId: string
  /** The packages that the user trusted for it. If absent or empty, any version is accepted. */
  readonly packagePins?: readonly TrustedPackage[]
  /** Limit for starting the process and the handshake together. */
  readonly connectTimeoutMs: number
  /** Limit of a download before that, which doesn't count there. If absent, the download counts. */
  readonly installTimeoutMs?: number
  /** `legacy`: known to support only the older revisions, so `server/discover` is left out. */
  readonly knownEra: 'legacy' | null
  /** The level from which the server sends log messages; null leaves it to the server. */
  readonly logLevel: LogLevel | null
  /** Time between two pings of a quiet connection; 0 disables pings. */
  readonly pingIntervalMs: number
  /** The user switched sampling off, so it isn't declared. If absent, it is declared. */
  readonly isWithoutSampling?: boolean
  /** Parley draws views of tools, so that is declared. If absent, it isn't. */
  readonly drawsViews?: boolean
  /** Replaces Parley's own name and version in the handshake. */
  readonly clientName?: string
  readonly clientVersion?: string
  /** The server gets no notification when the roots change. */
  readonly isWithoutFolderNews?: boolean
}

/** A version that was fetched before. `integrity`: null if nothing identifies the content. */
export interface TrustedPackage {
  readonly name: string
  readonly version: string
  readonly integrity: string | null
}

export interface ConnectionInfo {
  readonly connectionId: string
  readonly protocolVersion: string
  readonly usedTransport: 'stdio' | 'http' | 'sse'
  /**
   * The answer to `server/discover`. `silent` and `exited` delay a start, so the host remembers them. Null if it was
   * not sent.
   */
  readonly probe: 'answered' | 'silent' | 'exited' | null
  readonly icons: readonly Icon[]
  /** The server's own title; untrusted. */
  readonly title: string | null
  readonly version: string | null
  readonly instructions: string | null
  /** Dotted names, as in `ServerView`. */
  readonly capabilities: readonly string[]
  /** The capabilities that Parley declared to it, in the same form. */
  readonly clientCapabilities?: readonly string[]
  /** Lists whose changes the server announces. The others may change at any time without notice. */
  readonly announcedLists: readonly ('tools' | 'resources' | 'prompts')[]
  /** Process id of a stdio server. */
  readonly processId: number | null
  /** All pages of tools/list. Broken tools are in the list with `problem` set. */
  readonly tools: readonly ToolView[]
}

/** A program that isn't trusted yet and must not run. `args` are without secrets. */
export interface ProgramToInspect extends Omit<StdioLaunch, 'transport'> {
  /** The server of the program; absent if it isn't configured yet. A sandboxed server has its own packages. */
  readonly serverName?: string
  /** What is known of its files. A file with the same stamp isn't read again. */
  readonly known: readonly ProgramFile[]
  /** The user trusts it, so computers that store it may be contacted for the inspection. */
  readonly mayContact: boolean
}

export interface InspectedProgram {
  readonly files: ProgramFile[]
  readonly packages: PackagePin[]
  /** True if there are more files than are checked. */
  readonly isCut?: boolean
}

/** About a trusted program, before its server gets any request. */
export interface ExaminedProgram {
  /** The whole path of the script if that file doesn't exist. */
  readonly missingScript: string | null
  /** The runtime of its script if the script's package says which one it needs; null if unknown. */
  readonly runtime: {
    readonly name: string
    readonly version: string
    /** Text of the package; untrusted. */
    readonly wanted: string
    readonly isEnough: boolean
  } | null
}

/** The last HTTP answer of a connection that failed to open. Part of the failure's data. */
export interface SeenAnswer {
  readonly status: number
  readonly contentType: string | null
  /** The address to which it redirects. */
  readonly location: string | null
  /** The start of its body; untrusted. */
  readonly text: string
}

/** About a program on another computer that may not be contacted: only its path, `elsewhere`, is known. */
export interface UnseenProgram {
  readonly elsewhere: string
}
