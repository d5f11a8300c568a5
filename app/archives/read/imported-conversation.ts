/** The common result of all import formats. */
import { createHash } from 'node:crypto'
import { visibleText } from '../../base/visible-text'
import type { ImportSource } from '../../contract/conversation/import-limits'
import type { Message, MessagePart } from '../../contract/conversations'
import { say } from '../../texts/render-localized'
import type { ArchivedConversation } from '../archived-conversation'

export interface ImportedConversation extends Omit<ArchivedConversation, 'summary'> {
  readonly source: ImportSource
  /** The file's own id. */
  readonly originalId: string
  readonly summary: Omit<ArchivedConversation['summary'], 'model'>
  readonly isArchived: boolean
  /** Pictures and files that are named but missing. */
  readonly leftOutFiles: number
}

/** JSON of an unknown format. */
export type ImportedFields = Readonly<Record<string, unknown>>

export function isImportedFields(value: unknown): value is ImportedFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function toImportedFields(value: unknown): ImportedFields {
  return isImportedFields(value) ? value : {}
}

export function toImportedList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : []
}

export function toImportedText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** The same for equal texts, to recognize repeated imports. */
export function idFrom(...words: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 32)
}

/** Uses an id from the file if it is a valid one. */
export function safeId(id: string): string {
  return /^[\w.-]{1,64}$/.test(id) ? id : idFrom(id)
}

const longestTitle = 300

export function toImportedTitle(value: unknown, fallback: string): string {
  const title = visibleText(toImportedText(value) ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return Array.from(title === '' ? fallback : title)
    .slice(0, longestTitle)
    .join('')
}

/** `fallback` if the file has no time. */
export function toImportedTime(value: unknown, fallback: number): number {
  const time = typeof value === 'string' ? Date.parse(value) : typeof value === 'number' ? value * 1_000 : NaN
  return Number.isFinite(time) && time > 0 && time < 8.64e15 ? Math.round(time) : fallback
}

export function importedText(text: string): MessagePart[] {
  const seen = visibleText(text)
  return seen.trim() === '' ? [] : [{ type: 'text', step: 0, text: seen }]
}

/** The fence is longer than any run of backticks in the text. */
export function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${/^[\w+#-]{0,30}$/.test(language) ? language : ''}\n${text}\n${fence}`
}

/** Replaces a picture or file that the export names but doesn't contain. */
export function leftOut(name: string): MessagePart {
  return {
    type: 'note',
    step: 0,
    serverName: null,
    isForModel: false,
    text: say('archives.leftOut', { name: visibleText(name).slice(0, 300) })
  }
}

export function countLeftOut(messages: readonly Message[]): number {
  return messages.flatMap(({ parts }) => parts).filter(isLeftOut).length
}

function isLeftOut(part: MessagePart): boolean {
  return part.type === 'note' && part.text.text === 'archives.leftOut'
}

export type ImportedMessagePlace = Pick<Message, 'id' | 'parentId' | 'role' | 'createdAt' | 'model'>

/** Every message gets `importedFrom`, so it never counts as the user's own text. */
export function importedMessage(
  place: ImportedMessagePlace,
  parts: readonly MessagePart[],
  from: ImportSource
): Message {
  return {
    ...place,
    conversationId: '',
    state: 'complete',
    failure: null,
    stopReason: null,
    usage: null,
    parts: [...parts],
    importedFrom: from
  }
}
