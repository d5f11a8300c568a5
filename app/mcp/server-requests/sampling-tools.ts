/**
 * Checks that tool uses and tool results in the messages of a sampling request match. A provider would refuse the
 * request after the user had already read and approved it.
 *
 * @spec 2025-11-25 client/sampling#message-content-constraints
 */
import type { SamplingContent, SamplingMessage } from '../../contract/requests'
import { invalidParams } from './invalid-params'

/** @throws ProtocolError -32602 */
export function checkToolUses(messages: readonly SamplingMessage[]): void {
  let open = new Set<string>()
  for (const { role, content } of messages) {
    const results = content.filter((block) => block.type === 'tool-result')
    if (results.length > 0 && (role !== 'user' || results.length < content.length))
      throw invalidParams('results of tools stand in a user message of their own')
    for (const { toolUseId } of results) {
      if (!open.delete(toolUseId)) throw invalidParams(`a tool result refers to no tool use: "${toolUseId}"`)
    }
    if (open.size > 0) throw invalidParams('a tool use has no result in the message after it')
    open = new Set(readUses(role, content))
  }
}

function readUses(role: SamplingMessage['role'], content: readonly SamplingContent[]): string[] {
  const ids = content.flatMap((block) => (block.type === 'tool-use' ? block.id : []))
  if (ids.length > 0 && role !== 'assistant') throw invalidParams('only the assistant uses tools')
  if (new Set(ids).size < ids.length) throw invalidParams('two tool uses have the same id')
  return ids
}
