/**
 * The content of the settings, validated and with defaults filled in. Variables aren't expanded yet.
 * `settings-schema.ts` has the shape of the file. Consent decides what may run, not this module.
 */
import type { SandboxChoices } from '../contract/consent/sandbox-choices'
import type { CallLimits } from '../contract/servers'
import { secretsNamedIn } from '../contract/server-act'
import type { FolderChoice } from '../contract/conversation/folders'
import type { ModelPrice, SettingsProblem } from '../contract/settings'
import { usualValues, type ServerChoices, type SimpleValues } from '../contract/simple-settings'

/** The user's choices for one tool. */
export interface ToolChoices {
  readonly isDisabled: boolean
  /** It is sent to models even if others are only searched for. */
  readonly isAlwaysSent: boolean
  /** Limits of its calls; null: its server's limits. */
  readonly timeoutMs: number | null
  readonly maxTotalTimeoutMs: number | null
  readonly callLimits: CallLimits
}

/** Of a tool that the settings don't mention. */
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
  /** By the server's own name of the tool. Contains only tools that the settings mention. */
  readonly tools: ReadonlyMap<string, ToolChoices>
  /** Other configured names that a reader may mistake for this one. */
  readonly lookAlikes: readonly string[]
}

export interface StdioDefinition extends DefinitionBase {
  readonly transport: 'stdio'
  /** A bare name that is searched for, or an absolute path. */
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Absolute. */
  readonly cwd: string | null
  /** What the sandbox opens for it; absent: it isn't sandboxed. */
  readonly containment?: SandboxChoices
}

export interface RemoteDefinition extends DefinitionBase {
  readonly transport: 'http' | 'sse'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** How to sign in; absent: as the server says. */
  readonly oauth?: OAuthDefinition
}

/** The user's settings for signing in at one server. Texts may contain variables. */
export interface OAuthDefinition {
  /**
   * `browser`: the user signs in. `client-credentials`: Parley signs in with a secret or a key. `workload`: with an
   * assertion that was made for it. `enterprise`: through the identity provider of an organization.
   */
  readonly flow: 'browser' | 'client-credentials' | 'workload' | 'enterprise'
  readonly clientId: string | null
  readonly clientSecret: string | null
  /** An https address with a description of this client, for servers that accept one as a client id. */
  readonly clientMetadataUrl: string | null
  /** The only authorization server that may be used; null: as the server says. */
  readonly issuer: string | null
  /** All requested scopes; null: those that the server names. */
  readonly scopes: readonly string[] | null
  /** Port of the redirect address; null: a free one. */
  readonly redirectPort: number | null
  /** How the browser redirects back: to a port of this computer, or with Parley's own scheme. */
  readonly redirect: 'loopback' | 'app'
  /** Added to the address that the browser opens. */
  readonly parameters: Readonly<Record<string, string>>
  /** PEM; signs instead of a client secret. */
  readonly privateKey: string | null
  readonly signingAlgorithm: string
  /** Only with `workload`: a signed JWT. */
  readonly assertion: string | null
  /** Only with `enterprise`. */
  readonly identityProvider: IdentityProvider | null
}

export interface IdentityProvider {
  /** Where the user signs in; null: `tokenEndpoint` and `idToken` are enough. */
  readonly issuer: string | null
  /** Where identities are exchanged; null: as the issuer publishes it. */
  readonly tokenEndpoint: string | null
  readonly clientId: string
  readonly clientSecret: string | null
  /** The token that identifies the user there; null: they sign in for it. */
  readonly idToken: string | null
}

export type ServerDefinition = StdioDefinition | RemoteDefinition

/** An entry that can be edited and removed, but not started. */
export interface BrokenServerDefinition {
  readonly name: string
  /** As far as the entry shows it. */
  readonly transport: 'stdio' | 'http' | 'sse'
  readonly address: string
  /** In file order, at least one of them an error. */
  readonly problems: readonly SettingsProblem[]
}

export interface ProviderDefinition {
  readonly name: string
  readonly type: string
  /** Unexpanded: may contain `${env:…}` or `${secret:…}`. */
  readonly apiKey: string | null
  readonly baseUrl: string | null
  /** Absent: detected automatically. */
  readonly api?: 'responses' | 'chat'
}

export interface SettingsContent {
  /** Settings with a single value. */
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
  /** In the order of the file; paths are absolute. */
  readonly roots: readonly FolderChoice[]
  /** Collector that also gets the ledger; null or absent: none. */
  readonly ledgerEndpoint?: string | null
  /** HTTP headers for the collector. Values may contain variables. Absent: none. */
  readonly ledgerHeaders?: Readonly<Record<string, string>>
}

/** The defaults, used for everything that the file doesn't set. */
export const defaultContent: SettingsContent = {
  values: usualValues,
  servers: [],
  brokenServers: [],
  serverOrder: [],
  models: { providers: [], prices: new Map() },
  roots: [],
  ledgerEndpoint: null
}

/** Data of sign-ins is in the same vault under names with this prefix. Settings can't name it as a secret. */
export const accountPrefix = 'oauth/'

/** The secrets of the vault that the entry names, in order of appearance. Their values are filled in later. */
export function namedSecrets(definition: ServerDefinition): readonly string[] {
  return secretsNamedIn(definition).filter((name) => !name.startsWith(accountPrefix))
}

/** Whether the settings name that secret. */
export function isSecretVariable({ servers, models, ledgerHeaders }: SettingsContent, name: string): boolean {
  return JSON.stringify([servers, models.providers, ledgerHeaders]).includes(`\${secret:${name}}`)
}
