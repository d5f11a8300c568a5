/** A server's hints about a tool as text. They are claims: they are shown, and they lower no protection. */
import type { ToolCallQuestion } from '../../app/contract/questions/questions'
import { isForModel } from '../../app/contract/content/tool-ui'
import type { ToolDefinition, ToolEffect } from '../../app/contract/tool-definition'
import { consent } from '../../app/texts/compiled/window/consent'

/**
 * In the protocol the other hints mean nothing for a read-only tool. The destructive hint is shown anyway, because a
 * tool that claims both isn't credible.
 */
export function describeHints(annotations: ToolCallQuestion['annotations']): string[] {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations
  const mayChange = readOnlyHint !== true
  return [
    readOnlyHint === true && consent.hintReadOnly(),
    readOnlyHint === false && consent.hintChanges(),
    destructiveHint === true && consent.hintDestroys(),
    mayChange && destructiveHint === false && consent.hintAdds(),
    mayChange && idempotentHint === true && consent.hintRepeatable(),
    openWorldHint === true && consent.hintOpenWorld(),
    openWorldHint === false && consent.hintClosedWorld()
  ].filter((hint) => hint !== false)
}

/** Why no model gets the tool; null if models get it. */
export function explainNotForModels(tool: Pick<ToolDefinition, 'ui'>): string | null {
  if (isForModel(tool)) return null
  return tool.ui?.isForView === true ? consent.viewsOnly() : consent.neitherModelsNorViews()
}

/**
 * What a tool may do, in one sentence that differs for tools that read, add, and destroy. `weight` only affects the
 * look. Without hints the protocol's defaults are the worst case. @spec 2025-11-25 server/tools#tool-annotations
 */
export const describeEffect: Readonly<
  Record<ToolEffect, { readonly weight: 'light' | 'medium' | 'heavy'; readonly sentence: () => string }>
> = {
  'read-only': { weight: 'light', sentence: consent.effectReadOnly },
  adds: { weight: 'medium', sentence: consent.effectAdds },
  destructive: { weight: 'heavy', sentence: consent.effectDestructive },
  doubtful: { weight: 'heavy', sentence: consent.effectDoubtful },
  unknown: { weight: 'medium', sentence: consent.effectUnknown }
}
