/**
 * What the settings say, checked and with defaults filled in, variables not yet expanded.
 * The file's own shape is in `schema.ts`; what may run is decided by consent, not here.
 */
import type { SettingsProblem } from '../contract/settings'

interface DefinitionBase {
  /** The key of the entry: the server's identity. */
  readonly name: string
  readonly isDisabled: boolean
  readonly isAutoStart: boolean
  /** Silence limit of a call. */
  readonly timeoutMs: number
  /** Limit of a whole call, progress or not. */
  readonly maxTotalTimeoutMs: number
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
}

export interface RemoteDefinition extends DefinitionBase {
  readonly transport: 'http' | 'sse'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export type ServerDefinition = StdioDefinition | RemoteDefinition

/** An entry that can be edited or removed and not started. */
export interface BrokenServer {
  readonly name: string
  /** As far as it can be told. */
  readonly transport: 'stdio' | 'http' | 'sse'
  readonly address: string
  /** In file order, at least one of them an error. */
  readonly problems: readonly SettingsProblem[]
}

export interface ProviderDefinition {
  readonly name: string
  readonly type: 'anthropic' | 'openai-compatible'
  /** Unexpanded: may hold `${env:…}` or `${secret:…}`. */
  readonly apiKey: string | null
  readonly baseUrl: string | null
}

export interface SettingsContent {
  /** Valid entries in the order of the file. */
  readonly servers: readonly ServerDefinition[]
  readonly brokenServers: readonly BrokenServer[]
  /** Names of valid and broken servers in the order of the file. */
  readonly serverOrder: readonly string[]
  readonly models: {
    /** `<provider name>/<model id>` or `direct`; null when the file names none. */
    readonly default: string | null
    readonly providers: readonly ProviderDefinition[]
  }
  /** Absolute paths. */
  readonly roots: readonly string[]
  readonly conversation: { readonly maxToolSteps: number; readonly systemPrompt: string }
  readonly appearance: { readonly theme: 'light' | 'dark' | 'system'; readonly language: string }
}

/** What holds when the file says nothing. */
export const defaultContent: SettingsContent = {
  servers: [],
  brokenServers: [],
  serverOrder: [],
  models: { default: null, providers: [] },
  roots: [],
  conversation: { maxToolSteps: 50, systemPrompt: '' },
  appearance: { theme: 'system', language: 'en' }
}
