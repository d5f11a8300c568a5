/**
 * Determines what a tool may do from its server's hints. Hints are unverified claims, so the tool's name wins when it
 * contradicts them. A hint affects the wording of the question and narrows permissions for several tools. It never
 * allows a call.
 * @spec 2025-11-25 server/tools#tool-annotations
 */
import type { ToolDefinition, ToolEffect } from '../../contract/tool-definition'

const changing =
  /^(?:delete|remove|erase|drop|destroy|purge|wipe|truncate|write|edit|update|overwrite|replace|rename|move|create|insert|send|post|publish|pay|transfer|execute|exec|run|kill|install|uninstall|deploy|format|reset|revoke|grant)$/

export function readToolEffect(
  name: string,
  { annotations }: Pick<ToolDefinition, 'annotations'>
): ToolEffect {
  const { readOnlyHint, destructiveHint } = annotations
  if (destructiveHint === true) return 'destructive'
  if (readOnlyHint === true) return changingWord(name) === null ? 'read-only' : 'doubtful'
  return destructiveHint === false ? 'adds' : 'unknown'
}

const reading =
  /^(?:get|list|read|search|find|show|describe|fetch|check|count|query|view|lookup|is|has|preview|validate)$/

/**
 * The first word of a name that describes a change: `delete` in `delete_file` and `deleteFile`, none in `get_update`.
 */
export function changingWord(name: string): string | null {
  const words = name
    .normalize('NFKC')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+/g)
  if (words === null || reading.test(words[0] ?? '')) return null
  return words.find((word) => changing.test(word)) ?? null
}
