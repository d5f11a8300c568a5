/** A server's hints about a tool in words. They are claims: they are shown, and they lower no protection. */
import type { ToolCallQuestion, ToolEffect } from '../../../app/contract/consents'

/**
 * Of a tool that only reads the protocol leaves the other hints about changes without meaning. That it destroys is told
 * all the same: who says both is not to be believed.
 */
export function describeHints(annotations: ToolCallQuestion['annotations']): string[] {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations
  const mayChange = readOnlyHint !== true
  return [
    readOnlyHint === true && 'read-only',
    readOnlyHint === false && 'makes changes',
    destructiveHint === true && 'may destroy or overwrite',
    mayChange && destructiveHint === false && 'only adds',
    mayChange && idempotentHint === true && 'safe to repeat',
    openWorldHint === true && 'reaches outside systems',
    openWorldHint === false && 'stays within its own data'
  ].filter((hint) => hint !== false)
}

/**
 * What a tool may do, in one sentence that differs for tools that read, add, and destroy. `weight` is for the eye only.
 * Without a word of the server the protocol has us expect the worst. @spec 2025-11-25 server/tools#tool-annotations
 */
export const effectWords: Readonly<
  Record<ToolEffect, { readonly weight: 'light' | 'medium' | 'heavy'; readonly sentence: string }>
> = {
  'read-only': {
    weight: 'light',
    sentence: 'It only reads, its server says. That is a claim, not a promise.'
  },
  adds: { weight: 'medium', sentence: 'It adds or changes something and destroys nothing, its server says.' },
  destructive: { weight: 'heavy', sentence: 'It may destroy or overwrite something, its server says.' },
  doubtful: { weight: 'heavy', sentence: 'It may change or destroy something, whatever its server says.' },
  unknown: {
    weight: 'medium',
    sentence: 'Its server does not say whether it changes anything. Expect that it may.'
  }
}
