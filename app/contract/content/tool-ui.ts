/**
 * What a tool's `_meta` says about views (MCP Apps). Servers write it, so anything can be in it.
 *
 * @spec MCP Apps 2026-01-26 Resource Discovery
 */
import { findHidden } from './hidden-text'
import type { ToolUi } from '../servers'

/** In characters. */
const longestUri = 8_192

/** False: its server keeps the tool for its own views, and no model gets it. */
export function isForModel({ ui }: { readonly ui?: ToolUi | undefined }): boolean {
  return ui?.isForModel !== false
}

export interface ReadToolUi {
  /** Null: no view, for models and views. */
  readonly ui: ToolUi | null
  /** It names a view by an address that can't be used. */
  readonly isUriBad: boolean
}

export function readToolUi(meta: unknown): ReadToolUi {
  const fields = toFields(meta)
  const { resourceUri, visibility } = toFields(fields['ui'])
  // The flat key is from drafts of the extension, and servers still write it.
  const named = resourceUri ?? fields['ui/resourceUri'] ?? null
  const uri = isViewUri(named) ? named : null
  const ui = { resourceUri: uri, ...readVisibility(visibility) }
  const isUsual = uri === null && ui.isForModel && ui.isForView
  return { ui: isUsual ? null : ui, isUriBad: named !== null && uri === null }
}

/** A single word counts as a list of one. With an empty list, neither models nor views get the tool. */
function readVisibility(visibility: unknown): Pick<ToolUi, 'isForModel' | 'isForView'> {
  const words: unknown = typeof visibility === 'string' ? [visibility] : visibility
  if (!Array.isArray(words)) return { isForModel: true, isForView: true }
  return { isForModel: words.includes('model'), isForView: words.includes('app') }
}

function isViewUri(named: unknown): named is string {
  if (typeof named !== 'string' || named.length > longestUri) return false
  return /^ui:\/\/[^\s]+$/.test(named) && findHidden(named).length === 0
}

function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
