/**
 * Everything that Parley knows about one type of provider, in one object. Settings, router and window read it here or
 * get its plain data through the contract, so that only a vendor's own folder names the vendor.
 */
import type { ThinkingLevel } from '../contract/limits'
import type { ModelProvider } from './model'
import type { ToolRules } from './tool-rules'

export interface ProviderDescriptor {
  /** What `type` says in the settings. */
  readonly type: string
  readonly address: {
    /** Null: the settings have to name one. */
    readonly usual: string | null
    /** The environment variable that says another one; null: none does. */
    readonly variable: string | null
  }
  readonly key: {
    /** The environment variable that holds the key where the settings name none; null: none does. */
    readonly variable: string | null
    /** Without one nothing is sent. */
    readonly isNeeded: boolean
  }
  /** Null: it is there only where the settings name it. */
  readonly builtIn: BuiltInProvider | null
  /** Services that speak as this type does, to be set up with a press. */
  readonly readyMade: readonly ReadyMadeProviderDescriptor[]
  readonly limits: ProviderLimits
  /** The highest temperature that a model takes, by the provider's own id; null: it takes none. */
  highestTemperature(model: string): number | null
  /** Thinking levels of a model, by the provider's own id; empty: none. */
  thinkingLevels(model: string): readonly ThinkingLevel[]
  /** How tools have to be defined for a model, by the provider's own id, and how many of them it takes. */
  toolRules(baseUrl: string, model: string): ToolRules
  /** Whether documents are sent as files, to models that accept them. */
  takesDocuments(baseUrl: string): boolean
  create(access: ProviderAccess): ModelProvider
}

/** What the API takes at most. */
export interface ProviderLimits {
  /** What a model reads at once of which nothing is known, in tokens: rather too little than too much. */
  readonly contextTokens: number
  /** Tokens of one answer in a conversation. */
  readonly outputTokens: number
  /** One image, in characters of base64. */
  readonly image: number
  /** The same for one document. */
  readonly document: number
  /** Length of the id by which the provider may know the user, in characters. */
  readonly userId: number
}

/** A provider that is offered without an entry in the settings. */
export interface BuiltInProvider {
  /** Its name in the settings, and the first half of its models' ids. */
  readonly name: string
  /** A proper name, the same in every language. */
  readonly title: string
  /** What its models are called together. */
  readonly modelFamily: string
  /** How a key begins, for the field that takes one. */
  readonly keyExample: string
  /** Shown while listing fails though a key is there, newest first: ids with names. */
  readonly models: readonly (readonly [id: string, name: string])[]
  readonly defaultModel: string
  /** Part of the ids of models that may replace the default model when it is no longer available. */
  readonly defaultLine: string
}

/** A service whose address is known. */
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

/** Where one provider of the settings is reached, and with what. */
export interface ProviderAccess {
  /** The provider's name in the settings: first half of its models' ids. */
  readonly name: string
  /** What its errors call it. Absent: its name and its host. */
  readonly shownAs?: string
  readonly baseUrl: string
  /** Which API is asked where there are two; absent: it is found out. */
  readonly api?: 'responses' | 'chat' | undefined
  /** Which API was found at which address. Stored by the creator of providers, which are short-lived. */
  readonly foundApis?: Map<string, 'responses' | 'chat'>
  /** Null: there is none, and none is needed. @throws HostError MODEL_NO_KEY */
  readonly readKey: () => Promise<string | null>
}
