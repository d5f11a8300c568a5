/**
 * Prompts of a server: their list, and the messages that getting one gives. Entry by entry, as resources are.
 *
 * @spec 2025-11-25 server/prompts
 */
import type { PromptMessage, PromptResult, PromptView } from '../../contract/offers'
import { HostError } from '../../base/host-error'
import { toContentBlocks } from '../protocol/content'
import { limitContent } from '../protocol/content-limits'
import { toIcons } from './icons'
import { isFields, wordsOrNull } from '../protocol/json-fields'
import { findOddity, limits, toClause, toDescription, toLabel } from '../protocol/list-entry-text'
import type { ListKind } from './paged-list'
import type { LogServerLine } from '../protocol/server-log'
import { say } from '../../texts/said'

type PromptArgument = PromptView['arguments'][number]

/** Nobody fills in more fields; the rest is left out. */
const argumentLimit = 100

export function promptKind(serverName: string, log: LogServerLine): ListKind<PromptView> {
  return {
    method: 'prompts/list',
    field: 'prompts',
    request: 'prompts',
    noun: 'prompt',
    read: (entry) => toPrompt(entry, serverName, log),
    keyOf: ({ name }) => name
  }
}

function toPrompt(entry: unknown, serverName: string, log: LogServerLine): PromptView | string {
  if (!isFields(entry)) return "isn't an object"
  const name = wordsOrNull(entry['name'])
  if (name === null) return 'has no name'
  const oddity = findOddity(name, limits.name)
  if (oddity !== null) return `can't be used, because its name ${toClause(oddity)}`
  const given: unknown = entry['arguments'] ?? []
  const read = Array.isArray(given) ? given.slice(0, argumentLimit).map(toArgument) : [null]
  if (read.includes(null))
    log('life', 'warning', `An argument of the prompt "${name}" can't be read; left out.`)
  return {
    serverName,
    name,
    title: toLabel(entry['title']),
    description: toDescription(entry['description']),
    arguments: read.filter((argument) => argument !== null),
    icons: toIcons(entry['icons'])
  }
}

function toArgument(entry: unknown): PromptArgument | null {
  const name = isFields(entry) ? wordsOrNull(entry['name']) : null
  if (!isFields(entry) || name === null || findOddity(name, limits.name) !== null) return null
  return {
    name,
    title: toLabel(entry['title']),
    description: toDescription(entry['description']),
    isRequired: entry['required'] === true
  }
}

/** The result of `prompts/get`. @throws HostError SERVER_PROTOCOL when it holds no messages */
export function toPromptResult(result: unknown, name: string, log: LogServerLine): PromptResult {
  const entries = isFields(result) ? result['messages'] : null
  if (!isFields(result) || !Array.isArray(entries)) {
    throw new HostError('SERVER_PROTOCOL', say('mcp.noMessages', { prompt: name }))
  }
  const messages = entries.flatMap((entry: unknown) => {
    const read = toMessages(entry)
    if (read.length === 0)
      log('life', 'warning', `A message of the prompt "${name}" can't be read; left out.`)
    return read
  })
  return { description: toDescription(result['description']) || null, messages: limitMessages(messages) }
}

/** One, or several where a server puts a list of blocks into one message. */
function toMessages(entry: unknown): PromptMessage[] {
  if (!isFields(entry)) return []
  const { role, content } = entry
  if (role !== 'user' && role !== 'assistant') return []
  return toContentBlocks(content).map((block) => ({ role, content: block }))
}

function limitMessages(messages: readonly PromptMessage[]): PromptMessage[] {
  const blocks = limitContent(messages.map(({ content }) => content))
  return blocks.map((content, index) => ({ role: messages[index]?.role ?? 'user', content }))
}
