/**
 * Reads conversations in ChatGPT's export format: `mapping`, a tree of nodes that name their parents. Nodes without
 * text are replaced by their children. Text, code and results of a model in one turn become one answer.
 */
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
export function readChatGpt(value: unknown, now: number): ImportedConversation | null {
  if (!isImportedFields(value) || !isImportedFields(value['mapping'])) return null
  const { mapping } = value
  const createdAt = toImportedTime(value['create_time'], now)
  const title = toImportedTitle(value['title'], 'ChatGPT')
  const model = toImportedText(value['default_model_slug'])
  const { messages, places } = readTree(mapping, { createdAt, model })
  const current = toImportedText(value['current_node'])
  return {
    source: 'chatgpt',
    originalId:
      toImportedText(value['conversation_id']) ??
      toImportedText(value['id']) ??
      idFrom(title, String(createdAt)),
    summary: { id: '', title, createdAt, updatedAt: toImportedTime(value['update_time'], createdAt) },
    messages,
    shownId: (current === null ? undefined : places.get(current)) ?? messages.at(-1)?.id ?? null,
    isArchived: value['is_archived'] === true,
    leftOutFiles: countLeftOut(messages)
  }
}

interface Node {
  readonly id: string
  readonly message: ImportedFields
  readonly parent: string | null
}

interface Usual {
  readonly createdAt: number
  readonly model: string | null
}

/** `places`: the message that contains or continues each node. */
function readTree(mapping: ImportedFields, usual: Usual) {
  const nodes = Object.entries(mapping).map(([id, node]) => toNode(id, toImportedFields(node)))
  const known = new Set(nodes.map(({ id }) => id))
  const children = new Map<string | null, Node[]>()
  for (const node of nodes) {
    const parent = node.parent !== null && known.has(node.parent) ? node.parent : null
    children.set(parent, [...(children.get(parent) ?? []), node])
  }
  const messages = new Map<string, Message>()
  const places = new Map<string, string | null>()
  // Not recursive, because a file may nest to any depth. Cycles of nodes are never reached.
  const waiting = (children.get(null) ?? []).toReversed()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const before = node.parent === null ? null : (places.get(node.parent) ?? null)
    const isAlone = children.get(node.parent)?.length === 1
    places.set(node.id, place(node, { before, isAlone, messages, usual }))
    for (const child of (children.get(node.id) ?? []).toReversed()) waiting.push(child)
  }
  return { messages: [...messages.values()], places }
}

function toNode(id: string, node: ImportedFields): Node {
  return { id, message: toImportedFields(node['message']), parent: toImportedText(node['parent']) }
}

interface Place {
  readonly before: string | null
  readonly isAlone: boolean
  readonly messages: Map<string, Message>
  readonly usual: Usual
}

/** Adds the content of the node to its message. Returns the message's id. */
function place(node: Node, { before, isAlone, messages, usual }: Place): string | null {
  const { message } = node
  const role = toImportedText(toImportedFields(message['author'])['role'])
  const parts = role === 'system' || isHidden(message) ? [] : getParts(message, role)
  if (parts.length === 0) return before
  const last = before === null ? undefined : messages.get(before)
  if (role !== 'user' && isAlone && last?.role === 'assistant') {
    messages.set(last.id, { ...last, parts: [...last.parts, ...parts] })
    return last.id
  }
  const id = safeId(node.id)
  const model = toImportedText(toImportedFields(message['metadata'])['model_slug']) ?? usual.model
  const own = {
    id,
    parentId: before,
    createdAt: toImportedTime(message['create_time'], usual.createdAt),
    ...(role === 'user'
      ? ({ role, model: null } as const)
      : ({ role: 'assistant', model: model?.slice(0, 300) || null } as const))
  }
  messages.set(id, importedMessage(own, parts, 'chatgpt'))
  return id
}

function isHidden(message: ImportedFields): boolean {
  return toImportedFields(message['metadata'])['is_visually_hidden_from_conversation'] === true
}

/** Skips thoughts of the model and information about the user, which aren't part of the dialog. */
const inward = new Set(['thoughts', 'reasoning_recap', 'user_editable_context', 'model_editable_context'])

function getParts(message: ImportedFields, role: string | null): readonly MessagePart[] {
  const content = toImportedFields(message['content'])
  const type = toImportedText(content['content_type']) ?? 'text'
  if (inward.has(type)) return []
  const parts = [...toImportedList(content['parts']).flatMap(ofPart), ...ofText(content, { type, role })]
  const attached =
    role === 'user' ? toImportedList(toImportedFields(message['metadata'])['attachments']).map(getName) : []
  return [...parts, ...attached.map(leftOut)]
}

function ofPart(part: unknown): readonly MessagePart[] {
  if (typeof part === 'string') return importedText(part)
  const { content_type: type, text, asset_pointer: asset } = toImportedFields(part)
  if (typeof text === 'string') return importedText(text)
  return typeof asset === 'string' ? [leftOut(asset)] : typeof type === 'string' ? [leftOut(type)] : []
}

interface Said {
  readonly type: string
  readonly role: string | null
}

/** Code that the model ran, and its output. */
function ofText(content: ImportedFields, { type, role }: Said): readonly MessagePart[] {
  const text = toImportedText(content['text']) ?? toImportedText(content['result'])
  if (text === null || text.trim() === '') return []
  const isCode = type === 'code' || type === 'execution_output' || role === 'tool'
  return importedText(isCode ? fenced(text, toImportedText(content['language']) ?? '') : text)
}

function getName(attachment: unknown): string {
  const { name, id } = toImportedFields(attachment)
  return toImportedText(name) ?? toImportedText(id) ?? '?'
}
