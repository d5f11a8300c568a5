/**
 * Reads conversations that Parley exported. A file may come from anyone, so its whole content is checked, and state
 * that only a running Parley can have (permissions, running tasks, waiting calls) is removed.
 */
import { chatMessage as messageSchema } from '../../contract/conversations'
import type { Message, MessagePart } from '../../contract/conversations'
import { jsonFormat, jsonVersion } from '../write/json-archive'
import type { ImportedConversation } from './imported-conversation'
import { toImportedFields, isImportedFields, toImportedText, toImportedTitle } from './imported-conversation'
import { visibleText } from '../../base/visible-text'
import { toEnglish } from '../../texts/render-localized'

/** Null if the file isn't from Parley. */
export function readArchiveVersion(head: unknown): number | null {
  const { format, version } = toImportedFields(head)
  return format === jsonFormat && typeof version === 'number' ? version : null
}

export function isTooNew(version: number): boolean {
  return version > jsonVersion
}

/** Null for a different or incomplete format. */
export function readParley(value: unknown, now: number): ImportedConversation | null {
  if (!isImportedFields(value) || !Array.isArray(value['messages'])) return null
  const originalId = toImportedText(value['id'])
  const parsed = messageSchema.array().safeParse(value['messages'])
  if (originalId === null || originalId.length > 64 || !parsed.success) return null
  const messages = inOrder(parsed.data.map(settled))
  const time = (name: string) => (typeof value[name] === 'number' ? Math.round(value[name]) : now)
  const shown = toImportedText(value['shownMessageId'])
  return {
    source: 'parley',
    originalId,
    summary: {
      id: '',
      title: toImportedTitle(value['title'], 'Parley'),
      createdAt: time('createdAt'),
      updatedAt: time('updatedAt')
    },
    messages,
    shownId: messages.find(({ id }) => id === shown)?.id ?? messages.at(-1)?.id ?? null,
    isArchived: false,
    leftOutFiles: 0
  }
}

/** Each after its parent. A message with a missing parent becomes a first one, and cycles are dropped. */
function inOrder(all: readonly Message[]): readonly Message[] {
  const ids = new Set(all.map(({ id }) => id))
  const ordered = new Map<string, Message>()
  let waiting = [...all]
  for (let before = -1; before !== ordered.size;) {
    before = ordered.size
    const later: Message[] = []
    for (const message of waiting) {
      const parentId = message.parentId !== null && ids.has(message.parentId) ? message.parentId : null
      if (parentId !== null && !ordered.has(parentId)) later.push(message)
      else if (!ordered.has(message.id)) ordered.set(message.id, { ...message, parentId })
    }
    waiting = later
  }
  return [...ordered.values()]
}

function settled({ summary: _ofFile, requestSize: _size, failure, ...message }: Message): Message {
  // The summary wasn't reviewed here, and text of a file must not replace the messages that it claims to summarize.
  const state = message.state === 'complete' ? 'complete' : 'stopped'
  const parts = message.parts.flatMap(settledPart)
  const step = Math.max(0, ...parts.map((part) => ('step' in part ? part.step : 0)))
  // An error in the file is text of the file, not a statement by Parley.
  const said = failure === null ? [] : ofFile(step, failure.message)
  return { ...message, state, failure: null, parts: [...parts, ...said], importedFrom: 'parley' }
}

/** As text of the answer, because a part would look like Parley's own. */
function ofFile(step: number, text: string): MessagePart[] {
  const seen = visibleText(text)
  return seen.trim() === '' ? [] : [{ type: 'text', step, text: seen }]
}

const ended = new Set(['done', 'failed', 'denied', 'cancelled'])

function settledPart(part: MessagePart): MessagePart | MessagePart[] {
  // Without its seal, no model receives it again. Data stored beside the messages isn't in the file.
  if (part.type === 'thinking') return { type: part.type, step: part.step, text: part.text }
  if (part.type === 'note') return ofFile(part.step, toEnglish(part.text))
  if (part.type !== 'tool-call') return part
  const { kept: _kept, ...rest } = part
  const {
    grantId: _grant,
    timeLimit: _limit,
    askedModels: _asked,
    task: _task,
    foundTools: _found,
    ...call
  } = rest
  return { ...call, progress: null, state: ended.has(call.state) ? call.state : 'cancelled' }
}
