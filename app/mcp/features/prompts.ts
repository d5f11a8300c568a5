/**
 * Prompts of a server: their list, and the messages of one prompt. Entries are read one by one, like resources.
 *
 * @spec 2025-11-25 server/prompts
 */
import type { PromptMessage, PromptResult, PromptView } from '../../contract/offers'
import { HostError } from '../../base/host-error'
import { toContentBlocks } from '../protocol/content'
import { limitContent } from '../protocol/content-limits'
import { toIcons } from './icons'
import { isJsonFields, toTextOrNull } from '../protocol/json-fields'
import { readLenientList, readTruth } from '../protocol/lenient-values'
import { findOddity, listEntryLimits, toClause, toDescription, toLabel } from '../protocol/list-entry-text'
import type { ListKind } from './paged-list'
import type { LogServerLine } from '../protocol/wire-log'
import { say } from '../../texts/render-localized'

type PromptArgument = PromptView['arguments'][number]

/** No user fills in more fields. Further arguments are left out. */
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
  if (!isJsonFields(entry)) return "isn't an object"
  const name = toTextOrNull(entry['name'])
  if (name === null) return 'has no name'
  const oddity = findOddity(name, listEntryLimits.name)
  if (oddity !== null) return `can't be used, because its name ${toClause(oddity)}`
  const given = readLenientList(entry['arguments'] ?? [], ({ name: own }) => typeof own === 'string')
  const read = given === null ? [null] : given.slice(0, argumentLimit).map(toArgument)
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

function toArgument(given: unknown): PromptArgument | null {
  const entry = typeof given === 'string' ? { name: given } : given
  const name = isJsonFields(entry) ? toTextOrNull(entry['name']) : null
  if (!isJsonFields(entry) || name === null || findOddity(name, listEntryLimits.name) !== null) return null
  return {
    name,
    title: toLabel(entry['title']),
    description: toDescription(entry['description']),
    isRequired: readTruth(entry['required']) === true
  }
}

/** The result of `prompts/get`. @throws HostError SERVER_PROTOCOL if it has no messages */
export function toPromptResult(result: unknown, name: string, log: LogServerLine): PromptResult {
  const entries = listMessages(result)
  if (entries === null) {
    throw new HostError('SERVER_PROTOCOL', say('mcp.noMessages', { prompt: name }))
  }
  const messages = entries.flatMap((entry: unknown) => {
    const read = toMessages(entry)
    if (read.length === 0)
      log('life', 'warning', `A message of the prompt "${name}" can't be read; left out.`)
    return read
  })
  const description = isJsonFields(result) ? toDescription(result['description']) : ''
  return { description: description || null, messages: limitMessages(messages) }
}

/** Also accepts one message, or a text, instead of a list. Null if there is none. */
function listMessages(result: unknown): readonly unknown[] | null {
  if (Array.isArray(result)) return result as readonly unknown[]
  const messages = isJsonFields(result) ? result['messages'] : null
  return typeof messages === 'string'
    ? [messages]
    : readLenientList(messages, ({ content }) => content !== undefined)
}

/** One message, or several if a server puts a list of blocks into one. A message without a role is the user's. */
function toMessages(given: unknown): PromptMessage[] {
  const entry = typeof given === 'string' ? { content: given } : given
  if (!isJsonFields(entry)) return []
  const { content } = entry
  const named = entry['role'] ?? 'user'
  const role = typeof named === 'string' ? named.toLowerCase() : null
  if (role !== 'user' && role !== 'assistant') return []
  return toContentBlocks(content).map((block) => ({ role, content: block }))
}

function limitMessages(messages: readonly PromptMessage[]): PromptMessage[] {
  const blocks = limitContent(messages.map(({ content }) => content))
  return blocks.map((content, index) => ({ role: messages[index]?.role ?? 'user', content }))
}
