/** Reads conversations in Claude's export format: a list of messages. In newer exports, each names its parent. */
import { visibleText } from '../../base/visible-text'
import type { Message, MessagePart } from '../../contract/conversations'
import {
  countLeftOut,
  fenced,
  toImportedFields,
  idFrom,
  importedMessage,
  isImportedFields,
  leftOut,
  toImportedList,
  safeId,
  toImportedText,
  toImportedTime,
  toImportedTitle,
  importedText
} from './imported-conversation'
import type { ImportedFields, ImportedConversation } from './imported-conversation'

/** Null for a different format. */
export function readClaude(value: unknown, now: number): ImportedConversation | null {
  if (!isImportedFields(value) || !Array.isArray(value['chat_messages'])) return null
  const createdAt = toImportedTime(value['created_at'], now)
  const title = toImportedTitle(value['name'], 'Claude')
  const messages = readMessages(toImportedList(value['chat_messages']).filter(isImportedFields), {
    createdAt,
    model: toImportedText(value['model'])
  })
  const leaf = toImportedText(value['current_leaf_message_uuid'])
  const shown = messages.find(({ id }) => leaf !== null && id === safeId(leaf)) ?? messages.at(-1)
  return {
    source: 'claude',
    originalId: toImportedText(value['uuid']) ?? idFrom(title, String(createdAt)),
    summary: { id: '', title, createdAt, updatedAt: toImportedTime(value['updated_at'], createdAt) },
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

function readMessages(all: readonly ImportedFields[], usual: Usual): readonly Message[] {
  const read = new Map<string, Message>()
  /** The parents of messages without text. */
  const parents = new Map<string, string | null>()
  let before: string | null = null
  for (const [index, message] of all.entries()) {
    const id = safeId(
      toImportedText(message['uuid']) ?? idFrom(String(index), toImportedText(message['text']) ?? '')
    )
    const named = toImportedText(message['parent_message_uuid'])
    const parent = named === null ? undefined : parents.get(safeId(named))
    // A parent that isn't in the file counts as none, like that of the first message.
    const parentId: string | null = named === null ? before : (parent ?? null)
    const parts = getParts(message)
    if (parts.length > 0 && !read.has(id)) {
      const isPerson = message['sender'] === 'human'
      const own = {
        id,
        parentId,
        createdAt: toImportedTime(message['created_at'], usual.createdAt),
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

function getParts(message: ImportedFields): readonly MessagePart[] {
  const blocks = toImportedList(message['content']).filter(isImportedFields).flatMap(ofBlock)
  const said = blocks.length > 0 ? blocks : importedText(toImportedText(message['text']) ?? '')
  return [
    ...toImportedList(message['attachments']).flatMap(ofAttachment),
    ...toImportedList(message['files']).map(ofFile),
    ...said
  ]
}

function ofBlock(block: ImportedFields): readonly MessagePart[] {
  switch (block['type']) {
    case 'text':
      return importedText(toImportedText(block['text']) ?? '')
    case 'tool_use':
      return importedText(
        `**${oneLine(block['name'])}**\n\n${fenced(JSON.stringify(block['input'] ?? {}, null, 2), 'json')}`
      )
    case 'tool_result':
      return toImportedList(block['content']).flatMap((part) => {
        const text = toImportedText(toImportedFields(part)['text'])
        return text === null || text === '' ? [] : importedText(fenced(text))
      })
    default:
      return [] // thoughts of the model and unknown content
  }
}

/** The export contains the text of an attached file, if it has any. */
function ofAttachment(attachment: unknown): readonly MessagePart[] {
  const { file_name: fileName, file_type: type, extracted_content: content } = toImportedFields(attachment)
  const name = toImportedTitle(fileName, 'file')
  if (typeof content !== 'string' || content === '') return [leftOut(name)]
  const text = visibleText(content)
  const mimeType = toImportedText(type)?.slice(0, 100) ?? ''
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
  return leftOut(toImportedText(toImportedFields(file)['file_name']) ?? '?')
}

function oneLine(name: unknown): string {
  return toImportedTitle(name, 'tool').replaceAll(/[*_`[\]<>\\]/g, ' ')
}
