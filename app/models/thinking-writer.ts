/** Identifies the writer of a thought: one model's thoughts are never sent to a different model or address. Pure. */
import { canParseUrl } from '../base/can-parse-url'

/** `type`: the form in which they are sealed. */
export function thinkingWriter(type: string, baseUrl: string, model: string): string {
  const host = canParseUrl(baseUrl) ? new URL(baseUrl).host : baseUrl
  return `${type} ${host} ${model}`
}
