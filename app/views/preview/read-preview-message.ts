/** Reads a message of a preview's page. Parley answers none. */
import { canParseUrl } from '../../base/can-parse-url'
import type { PreviewProblem } from '../../contract/bridge/preview-calls'
import { previewLimits } from '../../contract/limits'

export type PreviewMessage = { readonly type: 'ready' } | PreviewProblem

/** In characters of JSON. */
const longest = 5_000

const problems = ['error', 'blocked', 'import', 'empty'] as const satisfies readonly PreviewProblem['type'][]

/** Null: it isn't a message of Parley's script in the page. */
export function readPreviewMessage(json: string): PreviewMessage | null {
  const message = json.length > longest ? null : parse(json)
  if (typeof message !== 'object' || message === null || !('type' in message)) return null
  if (message.type === 'ready') return { type: 'ready' }
  const type = problems.find((known) => known === message.type)
  if (type === undefined || !('text' in message) || typeof message.text !== 'string') return null
  const text = message.text.slice(0, previewLimits.problem)
  return { type, text: type === 'blocked' ? readHost(text) : text }
}

/** The host of an address; for what has none, such as `inline` or `data`, its name. */
function readHost(address: string): string {
  return canParseUrl(address) ? new URL(address).host || address : address
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null // it is the page's
  }
}
