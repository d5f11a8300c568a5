/** What a connection is made of, and what is known of a server once it stands. */
import type { SandboxChoices } from '../contract/choices/sandbox-choices'
import type { Icon, LogLevel, ToolView } from '../contract/servers'
import type { PackagePin, ProgramFile } from '../contract/server-act'

export interface StdioLaunch {
  readonly transport: 'stdio'
  readonly command: string
  readonly args: readonly string[]
  /** The entry's own `env`, variables expanded; merged over the allow-list of the host's environment. */
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string | null
  /** What is open for it, all else being closed; absent: it is not contained. */
  readonly containment?: SandboxChoices
}

export interface RemoteLaunch {
  /** `http`: Streamable HTTP. `sse`: the legacy transport, when the person says so. */
  readonly transport: 'http' | 'sse'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** What the requests are sent with; null: nothing yet. Left out: nobody is there to be asked for it (`challenged`). */
  readonly access?: AccessToken | null
}

/** What a sign-in has brought for one server. A secret: never log it. */
export interface AccessToken {
  readonly token: string
  /** From when on a new one is asked for before the next request, milliseconds since the epoch; null: not known. */
  readonly renewAt: number | null
  /** The private key (JWK, P-256) that every request is signed with (DPoP); null: whoever has the token may use it. */
  readonly proofKey: Readonly<Record<string, string>> | null
  /** The token is a user name and a password, in the form of RFC 7617; absent: it is one that was given for them. */
  readonly scheme?: 'basic' | undefined
}

declare const trusted: unique symbol

/**
 * Trusted by the person as it is now, allowed by the policy, variables filled in. Only the door of `app/servers` makes
 * it, so what does not come through there can neither be connected nor signed in at: it does not compile.
 */
export interface TrustMark {
  readonly [trusted]: true
}
export type Trusted<T> = T & TrustMark

/** A server ready to be connected. Holds secrets: never log it. */
export type ServerLaunch = Trusted<StdioLaunch | RemoteLaunch> & {
  readonly serverName: string
  /** Names of the secrets that were filled in, for the ledger. */
  readonly secretNames?: readonly string[]
  /** Chosen by the caller, unique in the life of the program; late news of an old connection carry it. */
  readonly connectionId: string
  /** Of a package that is fetched for it: what the person said yes to. Absent or empty: whatever its command leads to. */
  readonly packagePins?: readonly TrustedPackage[]
  /** Limit for spawn and handshake together. */
  readonly connectTimeoutMs: number
  /** Limit of the download that may come before it, which does not count there; absent: it counts. */
  readonly installTimeoutMs?: number
  /** `legacy`: known to speak the older revisions only, so the question for the newest one is left out. */
  readonly knownEra: 'legacy' | null
  /** From which level on the server is asked for log messages; null: it decides. */
  readonly logLevel: LogLevel | null
  /** Time between two pings of a quiet connection; 0: none. */
  readonly pingIntervalMs: number
  /** The person switched sampling off: the server hears that there is none. Absent: there is. */
  readonly isWithoutSampling?: boolean
  /** What we call ourselves to it in place of our own name and version; absent: those. */
  readonly clientName?: string
  readonly clientVersion?: string
  /** It is not told when the folders change. */
  readonly isWithoutFolderNews?: boolean
}

/** A version that was fetched once. `integrity`: null where nothing tells one content from another. */
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
   * What the question for the newest revision told: `silent` and `exited` cost a start its time, so they are worth
   * remembering. Null when it was not asked.
   */
  readonly probe: 'answered' | 'silent' | 'exited' | null
  readonly icons: readonly Icon[]
  /** What the server says of itself; untrusted. */
  readonly title: string | null
  readonly version: string | null
  readonly instructions: string | null
  /** Dotted names, as in `ServerView`. */
  readonly capabilities: readonly string[]
  /** What it was told that it may ask for, in the same form. */
  readonly clientCapabilities?: readonly string[]
  /** Lists whose changes the server announces; the others may change at any time. */
  readonly announcedLists: readonly ('tools' | 'resources' | 'prompts')[]
  /** Process id of a stdio server. */
  readonly processId: number | null
  /** All pages of tools/list. Broken tools are in the list with `problem` set. */
  readonly tools: readonly ToolView[]
}

/** A program that is not trusted yet: nothing of it is run. `args`: without secrets. */
export interface ProgramToInspect extends Omit<StdioLaunch, 'transport'> {
  /** Whose it is; absent: of nobody yet. A contained server has packages of its own. */
  readonly serverName?: string
  /** What was read of its files before; a file whose stamp is the same is not read again. */
  readonly known: readonly ProgramFile[]
  /** The person said yes to it: other computers that it lies on may be contacted for the look. */
  readonly mayContact: boolean
}

export interface InspectedProgram {
  readonly files: ProgramFile[]
  readonly packages: PackagePin[]
  /** There are more files than are watched. */
  readonly isCut?: boolean
}

/** Of a trusted program, before its server is asked anything. */
export interface ExaminedProgram {
  /** The script that it is to run, where there is no such file; whole path. */
  readonly missingScript: string | null
  /** The runtime of its script, where the script's package says which it needs; null: nothing is known. */
  readonly runtime: {
    readonly name: string
    readonly version: string
    /** In the words of the package; untrusted. */
    readonly wanted: string
    readonly isEnough: boolean
  } | null
}

/** The last answer over HTTP of a connection that did not come about: in the data of its failure. */
export interface SeenAnswer {
  readonly status: number
  readonly contentType: string | null
  /** Where it sends on to. */
  readonly location: string | null
  /** The beginning of its body; untrusted. */
  readonly text: string
}

/** Of what lies on another computer, which may not be contacted: `elsewhere` is its path, and nothing else is known. */
export interface UnseenProgram {
  readonly elsewhere: string
}
