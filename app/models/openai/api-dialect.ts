/**
 * Differences of well-known OpenAI-compatible services, by hostname. All others are expected to support standard Chat
 * Completions. Pure.
 */
import { canParseUrl } from '../../base/can-parse-url'

export interface ApiDialect {
  /**
   * The API that it offers; `either`: Parley finds it out (`detect-api.ts`), because more programs support the newer
   * one over time.
   */
  readonly api: 'responses' | 'chat' | 'either'
  /** Whether a request may ask for token counts; a service that always counts may reject the option. */
  readonly asksForUsage: boolean
  /** Ids of calls that it accepts, because other models in the conversation may have created longer ones. */
  readonly callIds: { readonly longest: number; readonly form: RegExp }
  /** Models of its list that don't write text. */
  readonly others: RegExp | null
  /** Whether it accepts sounds in the format of OpenAI's own models. */
  readonly takesSounds: boolean
  /** Whether it accepts documents in the format of OpenAI's own models. */
  readonly takesDocuments: boolean
  /**
   * The text of an answer with only calls: some services reject `null` (llama-cpp-python), some require it (DeepSeek).
   */
  readonly noText: '' | null
  /** Models that require a call's signature to be sent back with it. */
  readonly signed: RegExp | null
}

const usual: ApiDialect = {
  api: 'either',
  asksForUsage: true,
  callIds: { longest: 40, form: /^[\w-]+$/ },
  others: /embed|rerank|whisper|(?:^|[-/])tts|moderation/i,
  takesSounds: true,
  takesDocuments: false,
  noText: '',
  signed: null
}

const dialects: Readonly<Record<string, Partial<ApiDialect>>> = {
  'api.openai.com': {
    api: 'responses',
    callIds: { longest: 64, form: /^[\w-]+$/ },
    others:
      /embed|whisper|tts|moderation|dall-e|image|sora|realtime|transcribe|audio|babbage|davinci|instruct/i
  },
  'openrouter.ai': { takesDocuments: true },
  'api.mistral.ai': {
    api: 'chat',
    asksForUsage: false,
    callIds: { longest: 9, form: /^[a-zA-Z0-9]{9}$/ },
    others: /embed|moderation|ocr|transcribe/i,
    // It has a different format.
    takesSounds: false
  },
  'generativelanguage.googleapis.com': {
    api: 'chat',
    others: /embed|imagen|veo|aqa|tts|image|live|audio/i,
    // Its own API rejects an empty text.
    noText: null,
    signed: /gemini-(?:[3-9]|\d\d)/
  }
}

/** Empty when it isn't a valid address. */
export function parseApiHostname(baseUrl: string): string {
  return canParseUrl(baseUrl) ? new URL(baseUrl).hostname : ''
}

export function findApiDialect(baseUrl: string): ApiDialect {
  const host = parseApiHostname(baseUrl)
  return { ...usual, ...(Object.hasOwn(dialects, host) ? dialects[host] : {}) }
}
