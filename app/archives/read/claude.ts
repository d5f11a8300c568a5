/** Conversations as Claude exports them: a list of messages, in newer exports each with the one that it follows. */
import { visibleText } from '../../base/visible-text'
import type { Message, MessagePart } from '../../contract/conversations'
import {
  countLeftOut,
  fenced,
  fieldsOf,
  idFrom,
  importedMessage,
  isFields,
  leftOut,
  listOf,
  safeId,
  textOf,
  timeOf,
  titleOf,
  words
} from './imported'
import type { Fields, ImportedConversation } from './imported'

/** Null: it is of another form. */
export function readClaude(value: unknown, now: number): ImportedConversation | null {
  if (!isFields(value) || !Array.isArray(value['chat_messages'])) return null
  const createdAt = timeOf(value['created_at'], now)
  const title = titleOf(value['name'], 'Claude')
  const messages = readMessages(listOf(value['chat_messages']).filter(isFields), {
    createdAt,
    model: textOf(value['model'])
  })
  const leaf = textOf(value['current_leaf_message_uuid'])
  const shown = messages.find(({ id }) => leaf !== null && id === safeId(leaf)) ?? messages.at(-1)
  return {
    source: 'claude',
    originalId: textOf(value['uuid']) ?? idFrom(title, String(createdAt)),
    summary: { id: '', title, createdAt, updatedAt: timeOf(value['updated_at'], createdAt) },
    messages,
    shownId: shown?.id ?? null,
    isArchived: false,
    leftOutFiles: countLeftOut(messages)
  }
}

interface Usual {
  readonly createdAt: number
  readonly model: string | null
}

function readMessages(all: readonly Fields[], usual: Usual): readonly Message[] {
  const read = new Map<string, Message>()
  /** Of messages without words: what they follow. */
  const parents = new Map<string, string | null>()
  let before: string | null = null
  for (const [index, message] of all.entries()) {
    const id = safeId(textOf(message['uuid']) ?? idFrom(String(index), textOf(message['text']) ?? ''))
    const named = textOf(message['parent_message_uuid'])
    const parent = named === null ? undefined : parents.get(safeId(named))
    // A parent that is not in the file, as that of the first, is none.
    const parentId: string | null = named === null ? before : (parent ?? null)
    const parts = partsOf(message)
    if (parts.length > 0 && !read.has(id)) {
      const isPerson = message['sender'] === 'human'
      const own = {
        ...{ id, parentId, createdAt: timeOf(message['created_at'], usual.createdAt) },
        ...(isPerson
          ? ({ role: 'user', model: null } as const)
          : ({ role: 'assistant', model: usual.model?.slice(0, 300) || null } as const))
      }
      read.set(id, importedMessage(own, parts, 'claude'))
    }
    parents.set(id, read.has(id) ? id : parentId)
    before = read.has(id) ? id : parentId
  }
  return [...read.values()]
}

function partsOf(message: Fields): readonly MessagePart[] {
  const blocks = listOf(message['content']).filter(isFields).flatMap(ofBlock)
  const said = blocks.length > 0 ? blocks : words(textOf(message['text']) ?? '')
  return [
    ...listOf(message['attachments']).flatMap(ofAttachment),
    ...listOf(message['files']).map(ofFile),
    ...said
  ]
}

function ofBlock(block: Fields): readonly MessagePart[] {
  switch (block['type']) {
    case 'text':
      return words(textOf(block['text']) ?? '')
    case 'tool_use':
      return words(
        `**${oneLine(block['name'])}**\n\n${fenced(JSON.stringify(block['input'] ?? {}, null, 2), 'json')}`
      )
    case 'tool_result':
      return listOf(block['content']).flatMap((part) => {
        const text = textOf(fieldsOf(part)['text'])
        return text === null || text === '' ? [] : words(fenced(text))
      })
    default:
      return [] // what the model thought, and what this version doesn't know
  }
}

/** Of a file that went with a message the export holds the words, where it had any. */
function ofAttachment(attachment: unknown): readonly MessagePart[] {
  const { file_name: fileName, file_type: type, extracted_content: content } = fieldsOf(attachment)
  const name = titleOf(fileName, 'file')
  if (typeof content !== 'string' || content === '') return [leftOut(name)]
  const text = visibleText(content)
  const mimeType = textOf(type)?.slice(0, 100) ?? ''
  return [
    {
      type: 'file',
      name,
      mimeType: mimeType || 'text/plain',
      size: Buffer.byteLength(text),
      text,
      data: null
    }
  ]
}

function ofFile(file: unknown): MessagePart {
  return leftOut(textOf(fieldsOf(file)['file_name']) ?? '?')
}

function oneLine(name: unknown): string {
  return titleOf(name, 'tool').replaceAll(/[*_`[\]<>\\]/g, ' ')
}
