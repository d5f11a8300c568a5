/** The one interface behind which every language model, and Direct mode, stands. */
import type { Citation } from '../contract/answers/citation'
import type { ContentBlock } from '../contract/content-blocks'
import type { ThinkingSeal, Usage } from '../contract/conversations'
import type { JsonObject } from '../contract/json'
import type { ModelAbility } from '../contract/models/model-facts'
import type { LocalizedText } from '../contract/localized-text'
import type { ThinkingLevel } from '../contract/limits'
import type { ModelView } from '../contract/settings'

export interface ModelTool {
  /** Unique over all servers, letters, digits, `_` and `-`, at most 64 characters. */
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
}

export type ModelContent =
  /** `file`: the name of the person's file that it is the content of. `server`: the one that gave it, in a resource or a prompt. */
  | { readonly type: 'text'; readonly text: string; readonly file?: string; readonly server?: string }
  /** What a model thought in an earlier step. Providers send back only thoughts of their own (`thinking-writer.ts`). */
  | { readonly type: 'thinking'; readonly text: string; readonly seal: ThinkingSeal }
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly arguments: JsonObject }
  | {
      readonly type: 'tool-result'
      readonly id: string
      readonly content: readonly ContentBlock[]
      /** Set for failures, denials and cancellations too. */
      readonly isError: boolean
      /**
       * Names of tools of the request that the model learnt of here first. Providers that can have their definitions stand
       * here, so that what they have read before stays as it was; for others the content says it.
       */
      readonly foundTools?: readonly string[]
    }
  /** Content other than text that the person attached or a prompt holds. */
  | { readonly type: 'block'; readonly block: ContentBlock; readonly file?: string; readonly server?: string }
  /** Direct mode only: something that a model would have read. */
  | { readonly type: 'attachment'; readonly name: string }
  /** Direct mode only: the person's own request for a tool. */
  | { readonly type: 'tool-request'; readonly name: string; readonly arguments: JsonObject }

/** As it happened; neighbours may have one role. Providers bring messages into the order that their vendor accepts. */
export interface ModelMessage {
  readonly role: 'user' | 'assistant'
  readonly content: readonly ModelContent[]
}

export interface ModelRequest {
  /** The provider's id of the model, without the provider's name. */
  readonly model: string
  readonly systemPrompt: string
  /** How many letters of the system prompt are of which server: its instructions, functions for its tools. */
  readonly serverLetters?: ReadonlyMap<string, number>
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly ModelTool[]
  readonly maxOutputTokens: number
  /** What the model must do with the tools; absent: it decides. */
  readonly toolChoice?: 'auto' | 'required' | 'none'
  readonly stopSequences?: readonly string[]
  /** Whether the model is known to take sounds: others refuse a request that holds one. Default false. */
  readonly takesSounds?: boolean
  /** The same of documents; others get their words. */
  readonly takesDocuments?: boolean
  /** 0 to 2. A wish: it is left out for models that take none, and held to what they take (`highestTemperature`). */
  readonly temperature?: number
  /** What the person chose; `usual`: nothing, but it is a conversation, in which thoughts are shown. Absent: no thoughts are wanted. */
  readonly thinking?: ThinkingLevel | 'usual'
  /** What a server wants the provider told. Providers pass on what they know and leave out the rest. */
  readonly metadata?: JsonObject
  /** Hears each request of it as it goes out to the network. */
  readonly onSent?: (sent: SentBody) => void
}

/** A request of HTTP without its headers, which hold the key. */
export interface SentBody {
  /** Without what stands behind a question mark. */
  readonly address: string
  readonly body: string
}

/** What a reply is made of, in order of arrival. `ended` is always last. */
export type ModelPart =
  | { readonly type: 'text-delta'; readonly text: string }
  /** It thinks before it goes on. */
  | { readonly type: 'thinking-delta'; readonly text: string }
  /** All text of this reply so far was a thought: its end alone was marked. */
  | { readonly type: 'text-was-thinking' }
  /** The thought before it has ended; without a text before it nothing of it is shown, without a seal it goes to nobody. */
  | { readonly type: 'thinking-ended'; readonly seal: ThinkingSeal | null }
  /** The model began to write a call; its arguments follow. */
  | { readonly type: 'tool-call-started'; readonly id: string; readonly name: string }
  | {
      readonly type: 'tool-call-requested'
      readonly id: string
      readonly name: string
      readonly arguments: JsonObject
      /** Set when the model wrote no JSON object: `arguments` is empty then, and the call must not run. */
      readonly isInputBroken?: boolean
    }
  /** Its definition was refused, or could not be told to the provider at all; the request went on without it. Before everything else. */
  | { readonly type: 'tool-left-out'; readonly name: string; readonly reason: LocalizedText }
  /** The provider refused it as it is, in these words; its words went in its place. */
  | { readonly type: 'document-left-out'; readonly name: string; readonly reason: LocalizedText }
  /** A place that the words before it come from. */
  | { readonly type: 'cited'; readonly citation: Citation }
  /** Direct mode only: tools to choose from, by model-facing name. */
  | { readonly type: 'tool-suggestions'; readonly names: readonly string[] }
  | {
      readonly type: 'ended'
      /** The provider's word: `end_turn`, `tool_use`, `max_tokens`, `refusal`, … */
      readonly stopReason: string
      readonly usage: Usage | null
    }

/**
 * One provider. `stream` ends by returning after `ended`, or throws HostError MODEL_NO_KEY, MODEL_WRONG_KEY,
 * MODEL_RATE_LIMIT, MODEL_OVERLOADED, MODEL_NETWORK, MODEL_STREAM_DROPPED, MODEL_REFUSED_REQUEST, MODEL_UNKNOWN,
 * MODEL_EMPTY_ANSWER.
 * When `signal` fires it ends soon, by returning or with the signal's reason.
 */
export interface ModelProvider {
  readonly name: string
  listModels(signal: AbortSignal): Promise<readonly ModelView[]>
  /**
   * Resolves when something may be sent: with a key, and after a yes to the address. Absent: nothing is ever sent. Failures
   * are those of `stream`, which waits for it by itself; who asks before knows that what follows goes out.
   */
  readonly admitted?: (signal: AbortSignal) => Promise<void>
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart>
}

/** A model id of the settings taken apart. */
export interface ResolvedModel {
  readonly provider: ModelProvider
  /** The provider's own id of the model. */
  readonly model: string
  /** Of an answer in a conversation. */
  readonly maxOutputTokens: number
  /** What it can read at once. */
  readonly contextTokens: number
  /** What it takes as it is reached; absent: nobody knows. */
  readonly abilities?: readonly ModelAbility[]
  /** How many tools its provider takes in one request; null: as many as there are. */
  readonly mostTools: number | null
}
