/**
 * Where well-known services that speak as OpenAI does differ from one another, by the host of their address. Anyone
 * else is expected to speak Chat Completions as most do. Pure.
 */
import { canParseUrl } from '../../base/can-parse-url'

export interface ApiDialect {
  /** Which API it offers; `either`: that is found out (`either-api.ts`), as programs come to offer the newer one. */
  readonly api: 'responses' | 'chat' | 'either'
  /** Whether a request may ask for the count of tokens; who counts without being asked may refuse the wish. */
  readonly asksForUsage: boolean
  /** Ids of calls that it takes, as other models in the same conversation may have made longer ones. */
  readonly callIds: { readonly longest: number; readonly form: RegExp }
  /** Models of its list that write no text. */
  readonly others: RegExp | null
  /** Whether sounds are taken in the form that OpenAI's own models take. */
  readonly takesSounds: boolean
  /** Whether documents are taken in the form that OpenAI's own models take. */
  readonly takesDocuments: boolean
  /** The text of an answer that only calls: some refuse `null` (llama-cpp-python), some refuse to have none (DeepSeek). */
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
    // In a form of its own.
    takesSounds: false
  },
  'generativelanguage.googleapis.com': {
    api: 'chat',
    others: /embed|imagen|veo|aqa|tts|image|live|audio/i,
    // Its own API refuses a text that is empty.
    noText: null,
    signed: /gemini-(?:[3-9]|\d\d)/
  }
}

/** Empty where it is no address. */
export function parseApiHostname(baseUrl: string): string {
  return canParseUrl(baseUrl) ? new URL(baseUrl).hostname : ''
}

export function findApiDialect(baseUrl: string): ApiDialect {
  const host = parseApiHostname(baseUrl)
  return { ...usual, ...(Object.hasOwn(dialects, host) ? dialects[host] : {}) }
}
