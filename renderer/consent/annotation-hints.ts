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
