/** A server's hints about a tool in words. They are claims: they are shown, and they lower no protection. */
import type { ToolCallQuestion, ToolEffect } from '../../../app/contract/consents'
import { consent } from '../../../app/texts/compiled/window/consent'

/**
 * Of a tool that only reads the protocol leaves the other hints about changes without meaning. That it destroys is told
 * all the same: who says both is not to be believed.
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

/**
 * What a tool may do, in one sentence that differs for tools that read, add, and destroy. `weight` is for the eye only.
 * Without a word of the server the protocol has us expect the worst. @spec 2025-11-25 server/tools#tool-annotations
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
