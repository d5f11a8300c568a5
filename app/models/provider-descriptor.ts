/**
 * Everything that Parley knows about one type of provider, in one object. Settings, router and window read it here or
 * get its plain data through the contract, so that only a vendor's own folder names the vendor.
 */
import type { ThinkingLevel } from '../contract/limits'
import type { ModelProvider, ModelTool } from './model'
import type { ToolRules } from './tool-rules'

export interface ProviderDescriptor {
  /** Value of `type` in the settings. */
  readonly type: string
  readonly address: {
    /** Null: the settings have to give one. */
    readonly usual: string | null
    /** The environment variable that overrides it; null: none. */
    readonly variable: string | null
  }
  readonly key: {
    /** The environment variable with the key when the settings give none; null: none. */
    readonly variable: string | null
    /** If so, nothing is sent without a key. */
    readonly isNeeded: boolean
  }
  /** Null: it exists only when the settings name it. */
  readonly builtIn: BuiltInProvider | null
  /** Services with the same API that the user can add with one click. */
  readonly readyMade: readonly ReadyMadeProviderDescriptor[]
  readonly limits: ProviderLimits
  /** The highest temperature that a model accepts, by the provider's own id; null: it accepts none. */
  highestTemperature(model: string): number | null
  /** Thinking levels of a model, by the provider's own id; empty: none. */
  thinkingLevels(model: string): readonly ThinkingLevel[]
  /** Tool definitions that a model accepts, by the provider's own id, and how many. */
  toolRules(baseUrl: string, model: string): ToolRules
  /** How its services write tool definitions, for comparing what a server's tools cost. */
  readonly definitionForms: readonly DefinitionForm[]
  /** Whether documents are sent as files, to models that accept them. */
  takesDocuments(baseUrl: string): boolean
  create(access: ProviderAccess): ModelProvider
}

export interface DefinitionForm {
  /** Name of the service, the same in every language. */
  readonly title: string
  readonly rules: ToolRules
  readonly write: (tool: ModelTool) => object
}

/** Upper limits of the API. */
export interface ProviderLimits {
  /** Assumed context size of an unknown model, in tokens: rather too small than too large. */
  readonly contextTokens: number
  /** Tokens of one answer in a conversation. */
  readonly outputTokens: number
  /** One image, in base64 characters. */
  readonly image: number
  /** The same for one document. */
  readonly document: number
  /** Length of the id by which the provider may know the user, in characters. */
  readonly userId: number
}

/** A provider that exists without an entry in the settings. */
export interface BuiltInProvider {
  /** Its name in the settings, and the first half of its models' ids. */
  readonly name: string
  /** A proper name, the same in every language. */
  readonly title: string
  /** Common name of its models. */
  readonly modelFamily: string
  /** Prefix of its keys, for the input field. */
  readonly keyExample: string
  /** Shown when listing fails despite a key, newest first: ids with names. */
  readonly models: readonly (readonly [id: string, name: string])[]
  readonly defaultModel: string
  /** Part of the ids of models that may replace the default model when it is no longer available. */
  readonly defaultLine: string
}

/** A service with a known address. */
export interface ReadyMadeProviderDescriptor {
  /** Its name in the settings unless the user chose a different name. */
  readonly name: string
  /** A proper name, the same in every language. */
  readonly title: string
  readonly baseUrl: string
  /** The environment variable that sets a different local address for the program itself. */
  readonly variable?: string
  /** Prefix of its keys, for the input field; null: it runs on this computer and needs none. */
  readonly keyExample: string | null
}

/** Address and credentials of one provider in the settings. */
export interface ProviderAccess {
  /** The provider's name in the settings: first half of its models' ids. */
  readonly name: string
  /** Its name in error messages. Absent: its name and its hostname. */
  readonly shownAs?: string
  readonly baseUrl: string
  /** The API to use when there are two; absent: Parley finds it out. */
  readonly api?: 'responses' | 'chat' | undefined
  /** Which API was found at which address. Stored by the creator of providers, which are short-lived. */
  readonly foundApis?: Map<string, 'responses' | 'chat'>
  /** Null: there is none, and none is needed. @throws HostError MODEL_NO_KEY */
  readonly readKey: () => Promise<string | null>
}
