/** The one interface of every language model, and of Direct mode. */
import type { Citation } from '../contract/conversation/citation'
import type { ContentBlock } from '../contract/content-blocks'
import type { ThinkingSeal, Usage } from '../contract/conversations'
import type { JsonObject } from '../contract/json'
import type { ModelAbility } from '../contract/models/model-facts'
import type { LocalizedText } from '../contract/localized-text'
import type { ThinkingLevel } from '../contract/limits'
import type { ModelView } from '../contract/settings'

export interface ModelTool {
  /** Unique over all servers; letters, digits, `_` and `-`, at most 64 characters. */
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
}

export type ModelContent =
  /**
   * `file`: name of the user's file whose content it is. `server`: the server that sent it, in a resource or a prompt.
   */
  | { readonly type: 'text'; readonly text: string; readonly file?: string; readonly server?: string }
  /** Thought of an earlier step. Providers send back only thoughts of their own models (`thinking-writer.ts`). */
  | { readonly type: 'thinking'; readonly text: string; readonly seal: ThinkingSeal }
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly arguments: JsonObject }
  | {
      readonly type: 'tool-result'
      readonly id: string
      readonly content: readonly ContentBlock[]
      /** Set for failures, denials and cancellations too. */
      readonly isError: boolean
      /**
       * Names of the request's tools that the model first learned of here. Providers that support it send their
       * definitions here, so that the text before stays unchanged and cached; for others the content describes them.
       */
      readonly foundTools?: readonly string[]
    }
  /** Content other than text that the user attached or a prompt contains. */
  | { readonly type: 'block'; readonly block: ContentBlock; readonly file?: string; readonly server?: string }
  /** Direct mode only: an attachment that a model would have read. */
  | { readonly type: 'attachment'; readonly name: string }
  /** Direct mode only: the user's own tool call. */
  | { readonly type: 'tool-request'; readonly name: string; readonly arguments: JsonObject }

/** As it happened; neighbors may have the same role. Providers reorder messages for their vendor. */
export interface ModelMessage {
  readonly role: 'user' | 'assistant'
  readonly content: readonly ModelContent[]
}

export interface ModelRequest {
  /** The provider's id of the model, without the provider's name. */
  readonly model: string
  readonly systemPrompt: string
  /** How many characters of the system prompt come from which server: its instructions, functions for its tools. */
  readonly serverLetters?: ReadonlyMap<string, number>
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly ModelTool[]
  readonly maxOutputTokens: number
  /** What the model must do with the tools; absent: it decides. */
  readonly toolChoice?: 'auto' | 'required' | 'none'
  readonly stopSequences?: readonly string[]
  /** Whether the model is known to accept sounds: other models reject a request with one. Default false. */
  readonly takesSounds?: boolean
  /** The same for documents; other models get their text. */
  readonly takesDocuments?: boolean
  /**
   * 0 to 2. A preference: left out for models without a temperature, and limited to the model's maximum
   * (`highestTemperature`).
   */
  readonly temperature?: number
  /** The user's choice; `usual`: none, but in a conversation, which shows thinking. Absent: no thinking is wanted. */
  readonly thinking?: ThinkingLevel | 'usual'
  /** What a server wants to send to the provider. Providers send the keys that they know and leave out the rest. */
  readonly metadata?: JsonObject
  /** Called for each request when it is sent. */
  readonly onSent?: (sent: SentBody) => void
}

/** An HTTP request without its headers, which contain the key. */
export interface SentBody {
  /** Without the query string. */
  readonly address: string
  readonly body: string
}

/** Parts of a reply, in order of arrival. `ended` is always last. */
export type ModelPart =
  | { readonly type: 'text-delta'; readonly text: string }
  /** The model thinks before it continues. */
  | { readonly type: 'thinking-delta'; readonly text: string }
  /** All text of this reply so far was thinking: only its end was marked. */
  | { readonly type: 'text-was-thinking' }
  /**
   * The thought before has ended. Without text before it, the provider hides it; without a seal, it is never
   * sent back.
   */
  | { readonly type: 'thinking-ended'; readonly seal: ThinkingSeal | null }
  /** The model began to write a call; its arguments follow. */
  | { readonly type: 'tool-call-started'; readonly id: string; readonly name: string }
  /** A piece of the arguments of a started call. A provider may leave them out. */
  | { readonly type: 'tool-call-written'; readonly id: string; readonly json: string }
  | {
      readonly type: 'tool-call-requested'
      readonly id: string
      readonly name: string
      readonly arguments: JsonObject
      /** Set when the model wrote no JSON object: `arguments` is then empty, and the call must not run. */
      readonly isInputBroken?: boolean
    }
  /**
   * Its definition was rejected, or could not be sent to the provider at all; the request continued without it. Comes
   * before all other parts.
   */
  | { readonly type: 'tool-left-out'; readonly name: string; readonly reason: LocalizedText }
  /** The provider rejected the document, with this message; its text was sent as a replacement. */
  | { readonly type: 'document-left-out'; readonly name: string; readonly reason: LocalizedText }
  /** A source of the text before it. */
  | { readonly type: 'cited'; readonly citation: Citation }
  /** Direct mode only: suggested tools, by model-facing name. */
  | { readonly type: 'tool-suggestions'; readonly names: readonly string[] }
  | {
      readonly type: 'ended'
      /** The provider's value: `end_turn`, `tool_use`, `max_tokens`, `refusal`, … */
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
   * Resolves when Parley may send: with a key, and after the address is approved. Absent: nothing is ever sent. Fails
   * like `stream`, which also waits for it. A caller that awaits it first knows that what follows is sent.
   */
  readonly admitted?: (signal: AbortSignal) => Promise<void>
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart>
}

/** A model id of the settings, resolved. */
export interface ResolvedModel {
  readonly provider: ModelProvider
  /** The provider's own id of the model. */
  readonly model: string
  /** For an answer in a conversation. */
  readonly maxOutputTokens: number
  /** Context size. */
  readonly contextTokens: number
  /** What it accepts through this provider; absent: unknown. */
  readonly abilities?: readonly ModelAbility[]
  /** How many tools its provider accepts in one request; null: no limit. */
  readonly mostTools: number | null
}
