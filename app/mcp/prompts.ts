/**
 * Prompts of a server: their list, and the messages that getting one gives. Entry by entry, as resources are.
 *
 * @spec 2025-11-25 server/prompts
 */
import type { PromptMessage, PromptResult, PromptView } from '../contract/offers'
import { HostError } from '../base/host-error'
import { toContentBlocks } from './content'
import { isFields, wordsOrNull } from './fields'
import type { ListKind } from './paged-list'
import type { LogServerLine } from './server-log'

type PromptArgument = PromptView['arguments'][number]

export function promptKind(serverName: string, log: LogServerLine): ListKind<PromptView> {
  return {
    method: 'prompts/list',
    field: 'prompts',
    noun: 'prompt',
    read: (entry) => toPrompt(entry, serverName, log),
    keyOf: ({ name }) => name
  }
}

function toPrompt(entry: unknown, serverName: string, log: LogServerLine): PromptView | string {
  if (!isFields(entry)) return 'is no object'
  const name = wordsOrNull(entry['name'])
  if (name === null) return 'has no name'
  const given: unknown = entry['arguments'] ?? []
  const read = Array.isArray(given) ? given.map(toArgument) : [null]
  if (read.includes(null))
    log('life', 'warning', `An argument of the prompt "${name}" can not be read; left out.`)
  return {
    serverName,
    name,
    title: wordsOrNull(entry['title']),
    description: wordsOrNull(entry['description']) ?? '',
    arguments: read.filter((argument) => argument !== null)
  }
}

function toArgument(entry: unknown): PromptArgument | null {
  const name = isFields(entry) ? wordsOrNull(entry['name']) : null
  if (!isFields(entry) || name === null) return null
  return {
    name,
    title: wordsOrNull(entry['title']),
    description: wordsOrNull(entry['description']) ?? '',
    isRequired: entry['required'] === true
  }
}

/** The result of `prompts/get`. @throws HostError SERVER_PROTOCOL when it holds no messages */
export function toPromptResult(result: unknown, name: string, log: LogServerLine): PromptResult {
  const entries = isFields(result) ? result['messages'] : null
  if (!isFields(result) || !Array.isArray(entries)) {
    const message = `The server answered with something that holds no messages of the prompt "${name}".`
    throw new HostError('SERVER_PROTOCOL', message)
  }
  const messages = entries.flatMap((entry: unknown) => {
    const read = toMessages(entry)
    if (read.length === 0)
      log('life', 'warning', `A message of the prompt "${name}" can not be read; left out.`)
    return read
  })
  return { description: wordsOrNull(result['description']), messages }
}

/** One, or several where a server puts a list of blocks into one message. */
function toMessages(entry: unknown): PromptMessage[] {
  if (!isFields(entry)) return []
  const { role, content } = entry
  if (role !== 'user' && role !== 'assistant') return []
  return toContentBlocks(content).map((block) => ({ role, content: block }))
}
