/** Whose thoughts are whose: what one model thought is for no other one, nor for another address. Pure. */
import { canParseUrl } from '../base/can-parse-url'

/** `type`: the form in which they are sealed. */
export function thinkingWriter(type: string, baseUrl: string, model: string): string {
  const host = canParseUrl(baseUrl) ? new URL(baseUrl).host : baseUrl
  return `${type} ${host} ${model}`
}
