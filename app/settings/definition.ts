/**
 * What the settings say, checked and with defaults filled in, variables not yet expanded.
 * The file's own shape is in `settings-schema.ts`; what may run is decided by consent, not here.
 */
import type { SandboxChoices } from '../contract/choices/sandbox-choices'
import type { CallLimits } from '../contract/servers'
import { secretsNamedIn } from '../contract/server-act'
import type { FolderChoice } from '../contract/folders/folders'
import type { ModelPrice, SettingsProblem } from '../contract/settings'
import { usualValues, type ServerChoices, type SimpleValues } from '../contract/simple-settings'

/** What the person decided for one tool. */
export interface ToolChoices {
  readonly isDisabled: boolean
  /** Models are sent it also where others are to be searched for. */
  readonly isAlwaysSent: boolean
  /** Limits of its calls; null: those of its server. */
  readonly timeoutMs: number | null
  readonly maxTotalTimeoutMs: number | null
  readonly callLimits: CallLimits
}

/** Of a tool that the settings don't speak of. */
export const usualToolChoices: ToolChoices = {
  isDisabled: false,
  isAlwaysSent: false,
  timeoutMs: null,
  maxTotalTimeoutMs: null,
  callLimits: { perTurn: null, perConversation: null, perDay: null }
}

interface DefinitionBase extends ServerChoices {
  /** The key of the entry: the server's identity. */
  readonly name: string
  /** By the server's own name of the tool; only those that the settings speak of. */
  readonly tools: ReadonlyMap<string, ToolChoices>
  /** Other configured names that a reader may take for this one. */
  readonly lookAlikes: readonly string[]
}

export interface StdioDefinition extends DefinitionBase {
  readonly transport: 'stdio'
  /** A bare name to be searched, or an absolute path. */
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Absolute. */
  readonly cwd: string | null
  /** What is open for it; absent: it is not contained. */
  readonly containment?: SandboxChoices
}

export interface RemoteDefinition extends DefinitionBase {
  readonly transport: 'http' | 'sse'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** How to sign in; absent: by what the server says. */
  readonly oauth?: OAuthDefinition
}

/** What the person says of signing in at one server. Texts may hold variables. */
export interface OAuthDefinition {
  /**
   * `browser`: the person signs in. `client-credentials`: Parley itself does, with a secret or a key. `workload`: with
   * an assertion that was made for it. `enterprise`: through the identity provider of an organization.
   */
  readonly flow: 'browser' | 'client-credentials' | 'workload' | 'enterprise'
  readonly clientId: string | null
  readonly clientSecret: string | null
  /** An https address with a description of this client, for servers that take one as a client id. */
  readonly clientMetadataUrl: string | null
  /** The only authorization server that may be used; null: the one that the server names. */
  readonly issuer: string | null
  /** All that are asked for; null: those that the server names. */
  readonly scopes: readonly string[] | null
  /** Port of the address that the browser comes back to; null: a free one. */
  readonly redirectPort: number | null
  /** How the browser comes back: to a port of this machine, or by the app's own scheme. */
  readonly redirect: 'loopback' | 'app'
  /** Added to the address that the browser opens. */
  readonly parameters: Readonly<Record<string, string>>
  /** PEM; signs in place of a client secret. */
  readonly privateKey: string | null
  readonly signingAlgorithm: string
  /** Of `workload`: a signed JWT. */
  readonly assertion: string | null
  /** Of `enterprise`. */
  readonly identityProvider: IdentityProvider | null
}

export interface IdentityProvider {
  /** Where the person signs in; null: `tokenEndpoint` and `idToken` say all. */
  readonly issuer: string | null
  /** Where identities are exchanged; null: as the issuer publishes it. */
  readonly tokenEndpoint: string | null
  readonly clientId: string
  readonly clientSecret: string | null
  /** The token that says who the person is there; null: they sign in for it. */
  readonly idToken: string | null
}

export type ServerDefinition = StdioDefinition | RemoteDefinition

/** An entry that can be edited or removed and not started. */
export interface BrokenServerDefinition {
  readonly name: string
  /** As far as it can be told. */
  readonly transport: 'stdio' | 'http' | 'sse'
  readonly address: string
  /** In file order, at least one of them an error. */
  readonly problems: readonly SettingsProblem[]
}

export interface ProviderDefinition {
  readonly name: string
  readonly type: string
  /** Unexpanded: may hold `${env:…}` or `${secret:…}`. */
  readonly apiKey: string | null
  readonly baseUrl: string | null
  /** Absent: it is found out. */
  readonly api?: 'responses' | 'chat'
}

export interface SettingsContent {
  /** Of the settings that hold one value each. */
  readonly values: SimpleValues
  /** Valid entries in the order of the file. */
  readonly servers: readonly ServerDefinition[]
  readonly brokenServers: readonly BrokenServerDefinition[]
  /** Names of valid and broken servers in the order of the file. */
  readonly serverOrder: readonly string[]
  readonly models: {
    readonly providers: readonly ProviderDefinition[]
    /** By `<provider name>/<model id>`. */
    readonly prices: ReadonlyMap<string, ModelPrice>
  }
  /** As they stand in the file; paths are absolute. */
  readonly roots: readonly FolderChoice[]
  /** Collector that the ledger is sent to, too; null or absent: none. */
  readonly ledgerEndpoint?: string | null
  /** What it is sent with; values may hold variables. Absent: nothing. */
  readonly ledgerHeaders?: Readonly<Record<string, string>>
}

/** What holds when the file says nothing. */
export const defaultContent: SettingsContent = {
  values: usualValues,
  servers: [],
  brokenServers: [],
  serverOrder: [],
  models: { providers: [], prices: new Map() },
  roots: [],
  ledgerEndpoint: null
}

/** What is kept of sign-ins lies in the same vault under such names, and is no secret that settings can name. */
export const accountPrefix = 'oauth/'

/** The secrets of the vault that the entry speaks of, in the order in which they appear. What they hold is filled in later. */
export function namedSecrets(definition: ServerDefinition): readonly string[] {
  return secretsNamedIn(definition).filter((name) => !name.startsWith(accountPrefix))
}

/** Whether anything in the settings speaks of that secret. */
export function isSecretVariable({ servers, models, ledgerHeaders }: SettingsContent, name: string): boolean {
  return JSON.stringify([servers, models.providers, ledgerHeaders]).includes(`\${secret:${name}}`)
}
