/** The text that the search reads of tool results, attached files, resources and prompts. Pure. */
import { createHash } from 'node:crypto'
import type { ContentBlock } from '../contract/content-blocks'
import { listBlockFields } from '../contract/content/content-kinds'
import { repeatsData } from '../contract/content/readable-result'
import type { Message, MessagePart, ToolCallPart } from '../contract/conversations'
import type { JsonValue } from '../contract/json'

/** Characters per part. */
export const dataLimit = 262_144

/** The share of a call's arguments, so that room for the result remains. */
const askedLimit = 65_536

export type DataPart = Extract<MessagePart, { readonly type: 'tool-call' | 'file' | 'resource' | 'prompt' }>

export interface DataText {
  readonly text: string
  /** Start of the result; 0: everything is the result. */
  readonly resultAt: number
}

const ended: readonly ToolCallPart['state'][] = ['done', 'failed', 'denied', 'cancelled']

/** Whether the message has such a part. Checks the JSON text, because parsing most messages would be wasted. */
export function mayHoldData(json: string): boolean {
  return /"type":"(?:tool-call|file|resource|prompt)"/.test(json)
}

/** With their numbers. A call counts once it has ended, so streaming content isn't read repeatedly. */
export function listDataParts({ parts }: Message): readonly (readonly [number: number, part: DataPart])[] {
  // A row of a damaged history may contain less than a message.
  if (!Array.isArray(parts)) return []
  return parts.flatMap((part, number) => (isData(part) ? [[number, part]] : []))
}

function isData(part: MessagePart): part is DataPart {
  switch (part.type) {
    case 'tool-call':
      return ended.includes(part.state)
    case 'file':
      return part.text !== null
    case 'resource':
    case 'prompt':
      return true
    default:
      return false
  }
}

/** Changes when the content changes. Not computed from the texts, because ended calls don't change. */
export function fingerprintDataPart(part: DataPart): number {
  const facts = part.type === 'tool-call' ? factsOfCall(part) : [part.type, getSize(part)]
  return createHash('sha1').update(JSON.stringify(facts)).digest().readUIntBE(0, 6)
}

function factsOfCall({ callId, state, endedAt, content, kept, lateAnswer }: ToolCallPart): unknown[] {
  return [callId, state, endedAt, content?.length, kept?.length, lateAnswer?.at]
}

function getSize(part: Exclude<DataPart, ToolCallPart>): unknown[] {
  if (part.type === 'file') return [part.name, part.text?.length]
  if (part.type === 'resource') return [part.uri, part.readAt]
  return [part.name, part.messages.length]
}

/** `kept`: the text of a result that is too long for its message. */
export function readPartText(part: DataPart, kept: string | null): DataText {
  switch (part.type) {
    case 'tool-call':
      return textOfCall(part, kept)
    case 'file':
      return whole(part.text ?? '')
    case 'resource':
      return whole(joined([part.name, part.uri, ...part.contents.map(({ text }) => text ?? '')]))
    case 'prompt':
      return whole(
        joined([part.name, getLines(part.arguments), getText(part.messages.map(({ content }) => content))])
      )
  }
}

function textOfCall(part: ToolCallPart, kept: string | null): DataText {
  const names = joined([part.toolTitle ?? '', part.toolName])
  const asked = `${joined([names, getLines(part.arguments)]).slice(0, askedLimit)}\n`
  const answer = kept ?? getResult(part)
  const late = part.lateAnswer === undefined ? '' : getResult(part.lateAnswer)
  const result = joined([answer, part.script?.output ?? '', late])
  return { text: readable(asked + result), resultAt: asked.length }
}

function getResult({ content, structuredContent }: Pick<ToolCallPart, 'content' | 'structuredContent'>) {
  const isSaid = content.some((block) => block.type === 'text' && repeatsData(block.text, structuredContent))
  return joined([getText(content), isSaid ? '' : getLines(structuredContent)])
}

function getText(blocks: readonly ContentBlock[]): string {
  return joined(
    blocks.flatMap(listBlockFields).flatMap(({ role, value }) => {
      if (role === 'media' || role === 'type') return []
      return role === 'data' ? [getLines(value)] : [value]
    })
  )
}

/** Names and values, one per line, without JSON punctuation. */
function getLines(value: JsonValue): string {
  if (value === null) return ''
  if (Array.isArray(value)) return joined(value.map(getLines))
  if (typeof value !== 'object') return String(value)
  return joined(Object.entries(value).map(([name, one]) => `${name}: ${getLines(one)}`))
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n')
}

function whole(text: string): DataText {
  return { text: readable(text), resultAt: 0 }
}

/** Encoded bytes would become long words that no user searches for. Positions don't change. */
function readable(text: string): string {
  return text.slice(0, dataLimit).replaceAll(/[\w+/=-]{200,}/g, ({ length }) => ' '.repeat(length))
}
