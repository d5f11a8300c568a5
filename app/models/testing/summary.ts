/** What the parts of an answer tell, in short. */
import type { ModelPart } from '../model'

export function summarizeParts(parts: readonly ModelPart[]) {
  const textOf = (type: ModelPart['type']) =>
    parts.map((part) => (part.type === type && 'text' in part ? part.text : '')).join('')
  const calls = parts.flatMap((part) =>
    part.type === 'tool-call-requested' ? `${part.name} ${JSON.stringify(part.arguments)}` : []
  )
  const end = parts.at(-1)
  return {
    text: textOf('text-delta'),
    thought: textOf('thinking-delta'),
    calls,
    usage: end?.type === 'ended' ? end.usage : undefined,
    stopReason: end?.type === 'ended' ? end.stopReason : undefined
  }
}
