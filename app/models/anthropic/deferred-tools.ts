/**
 * Tools whose definitions are sent where a search found them and not before the conversation (`defer_loading` and
 * `tool_reference` of the API): the service's cache up to that point stays valid. Pure.
 */
import type { ModelContent, ModelRequest } from '../model'
import { parseModelVersion } from './model-version'

type Result = ModelContent & { readonly type: 'tool-result' }

/** By name; none for models without support. */
export function deferredTools({ model, messages, tools }: ModelRequest): ReadonlySet<string> {
  const late = new Set<string>()
  if (!knowsLateTools(model)) return late
  const sent = new Set(tools.map(({ name }) => name))
  const called = new Set<string>()
  // A tool that was called before it was found had its definition before the conversation then, and keeps it there.
  const canBeLate = (name: string): boolean => sent.has(name) && (late.has(name) || !called.has(name))
  for (const item of messages.flatMap(({ content }) => content)) {
    if (item.type === 'tool-call') called.add(item.name)
    if (item.type !== 'tool-result' || item.foundTools === undefined) continue
    if (item.foundTools.every(canBeLate)) for (const name of item.foundTools) late.add(name)
  }
  return late
}

/** The tool names that replace the result's text; null: the text is kept. */
export function listToolReferences(
  { foundTools = [] }: Result,
  late: ReadonlySet<string>
): readonly string[] | null {
  return foundTools.length > 0 && foundTools.every((name) => late.has(name)) ? foundTools : null
}

/** Sonnet and Opus since 4, Haiku since 4.5. */
function knowsLateTools(model: string): boolean {
  const [major, minor] = parseModelVersion(model) ?? [0, 0]
  return major > 4 || (major === 4 && (minor >= 5 || !model.includes('haiku')))
}
