/** A server's hints about a tool in words. They are claims: they are shown, and they lower no protection. */
import type { ToolCallQuestion } from '../../app/contract/consents'

export function describeHints(annotations: ToolCallQuestion['annotations']): string[] {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations
  return [
    readOnlyHint === true && 'read-only',
    readOnlyHint === false && 'makes changes',
    destructiveHint === true && 'may destroy or overwrite',
    destructiveHint === false && 'only adds',
    idempotentHint === true && 'safe to repeat',
    openWorldHint === true && 'reaches outside systems',
    openWorldHint === false && 'stays within its own data'
  ].filter((hint) => hint !== false)
}

/**
 * What a tool may do, in one sentence that differs for tools that read, add, and destroy. `weight` is for the eye only.
 * Without a word of the server the protocol has us expect the worst. @spec 2025-11-25 server/tools#tool-annotations
 */
export function describeEffect({ readOnlyHint, destructiveHint }: ToolCallQuestion['annotations']): {
  readonly weight: 'light' | 'medium' | 'heavy'
  readonly sentence: string
} {
  if (destructiveHint === true)
    return { weight: 'heavy', sentence: 'It may destroy or overwrite something, its server says.' }
  if (readOnlyHint === true)
    return { weight: 'light', sentence: 'It only reads, its server says. That is a claim, not a promise.' }
  if (destructiveHint === false)
    return {
      weight: 'medium',
      sentence: 'It adds or changes something and destroys nothing, its server says.'
    }
  return {
    weight: 'medium',
    sentence: 'Its server does not say whether it changes anything. Expect that it may.'
  }
}
