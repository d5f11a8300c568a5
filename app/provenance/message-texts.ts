/**
 * The texts of a message, each with who brought it into the conversation and when a model could read it. Servers'
 * texts are taken as a model gets them: without what can not be seen.
 */
import { visibleText } from '../base/visible-text'
import { fieldsOf } from '../contract/content/content-kinds'
import type { ContentBlock } from '../contract/content-blocks'
import type { Message, MessagePart, ToolCallPart, ToolRequestPart } from '../contract/conversations'
import type { TextOrigin } from '../contract/flows'
import type { JsonValue } from '../contract/json'
import { toEnglish } from '../texts/said'

/** `serverName`: of a person's text, the server that they wrote it to. */
export type Author =
  | { readonly type: 'person'; readonly serverName: string | null }
  | { readonly type: 'model' }
  | TextOrigin

export interface MessageText {
  /** Tells the texts of one message apart, and one that has changed from what it was. */
  readonly key: string
  readonly author: Author
  /** Within the message: the model's words of a step, then the results of that step. */
  readonly order: number
  readonly text: string
}

/** A model reads no more of one result or attachment. */
const longestText = 100 * 1024

const person = { type: 'person', serverName: null } as const
const model = { type: 'model' } as const

/**
 * One after the other, so that the texts of a long message need not all be made for one of them. `before`: the message as
 * its texts were read last; parts that are still the same have none that are new.
 */
export function* textsOf(message: Message, before?: Message): Generator<MessageText> {
  for (const [index, part] of message.parts.entries()) {
    if (before?.parts[index] === part && before.importedFrom === message.importedFrom) continue
    const state = part.type === 'tool-call' ? `${part.state} ${part.review?.decision ?? ''}` : ''
    const imported = importedAuthor(message)
    const pieces = imported === null ? piecesOf(part, message.role) : ofImported(part, imported)
    for (const [place, { author, order, texts }] of pieces.entries()) {
      const text = joined(texts, author)
      if (text !== '')
        yield {
          key: `${index} ${place} ${order} ${state} ${text.length}`,
          author,
          order,
          text
        }
    }
  }
}

/** Whoever it says wrote it: a file can say anything. */
function importedAuthor({ importedFrom: source }: Message): Author | null {
  return source === undefined ? null : { type: 'imported', source }
}

function joined(texts: readonly string[], { type }: Author): string {
  const text = texts.filter((one) => one !== '').join('\n')
  if (type === 'person' || type === 'model') return text
  if (type === 'imported') return visibleText(text)
  // Cut after the cleaning, as for a model: what can not be seen must not push out what it reads.
  return visibleText(text).slice(0, longestText)
}

interface Piece {
  readonly author: Author
  readonly order: number
  readonly texts: readonly string[]
}

function piecesOf(part: MessagePart, role: Message['role']): readonly Piece[] {
  switch (part.type) {
    case 'text':
      return [
        {
          author: role === 'user' ? person : model,
          order: 2 * part.step,
          texts: [part.text]
        }
      ]
    case 'tool-request':
      return [{ author: askedBy(part), order: 0, texts: wordsIn(part.arguments) }]
    case 'tool-call':
      return ofCall(part)
    case 'resource': {
      const author = {
        type: 'resource',
        serverName: part.serverName,
        uri: part.uri
      } as const
      const texts = [part.uri, part.name, ...part.contents.map(({ text }) => text ?? '')]
      return [{ author, order: 0, texts }]
    }
    case 'prompt': {
      const author = {
        type: 'prompt',
        serverName: part.serverName,
        name: part.name
      } as const
      const texts = part.messages.flatMap(({ content }) => blockTexts(content))
      return [
        { author: person, order: 0, texts: Object.values(part.arguments) },
        { author, order: 0, texts }
      ]
    }
    // The beginning of a long one: it must not push servers' texts out of what is looked into.
    case 'file':
      return [
        {
          author: person,
          order: 0,
          texts: [part.name, visibleText(part.text ?? '').slice(0, longestText)]
        }
      ]
    // Only the model that thought it may read it again, so it says of no text where that came from.
    case 'thinking':
    case 'tool-suggestions':
    case 'note':
      return []
  }
}

/**
 * Everything in it that a model may read, to its end: a file can say of its words that they are Parley's, or a result of
 * nobody, and what is too long to be read at once is read on.
 */
function ofImported(part: MessagePart, author: Author): readonly Piece[] {
  const everything = Number.POSITIVE_INFINITY
  const piece = (...texts: readonly string[]): readonly Piece[] => [{ author, order: 0, texts }]
  switch (part.type) {
    case 'text':
      return piece(part.text)
    case 'tool-request':
      return piece(part.toolName, ...wordsIn(part.arguments, everything))
    case 'tool-call': {
      const { content, review, structuredContent, outputProblems = [] } = part
      const problems = outputProblems.flatMap(({ path, message }) => [path, toEnglish(message)])
      const blocks = [...content, ...(review?.content ?? [])].flatMap(blockTexts)
      const told = [part.modelToolName, part.failure?.message ?? '', part.script?.output ?? '', ...problems]
      const values = [part.arguments, structuredContent].flatMap((value) => wordsIn(value, everything))
      return piece(...told, ...values, ...blocks)
    }
    case 'file':
      return piece(part.name, part.text ?? '')
    case 'note':
      return piece(toEnglish(part.text))
    case 'resource':
    case 'prompt':
      return piecesOf(part, 'user').map((each) => ({ ...each, author }))
    // No model takes the thoughts of a file back.
    case 'thinking':
    case 'tool-suggestions':
      return []
  }
}

/** The arguments of a call that is run once more come from whoever made it: that the person sent them makes none of it theirs. */
function askedBy({ serverName, rerunOf }: ToolRequestPart): Author {
  return rerunOf === undefined ? { ...person, serverName } : model
}

/** Names and structured content apart: they must neither push out the rest nor be pushed out. */
function ofCall(call: ToolCallPart): readonly Piece[] {
  // What a script calls with it made of its own words, which stand in its code, and of what its calls gave before.
  const isOfScript = call.scriptCallId !== undefined
  const asked: Piece = {
    author: model,
    order: 2 * call.step,
    texts: isOfScript ? [] : wordsIn(call.arguments)
  }
  const { serverName, toolName } = call.readOf ?? call
  if (serverName === null) return [asked]
  const author = { type: 'tool', serverName, toolName } as const
  const order = 2 * call.step + 1
  return [
    asked,
    { author, order, texts: resultTexts(call) },
    {
      author,
      order,
      texts: call.state === 'done' ? call.content.flatMap(blockNames) : []
    },
    ...(call.state === 'done' ? [{ author, order, texts: wordsIn(call.structuredContent) }] : []),
    ...changedByPerson(call, order)
  ]
}

/** What the person wrote into a result; what they left of it keeps its origin, as that comes first. */
function changedByPerson({ review }: ToolCallPart, order: number): readonly Piece[] {
  const content = review?.decision === 'changed' ? (review.content ?? []) : []
  return content.length === 0
    ? []
    : [
        {
          author: model,
          order: order + 0.5,
          texts: content.flatMap(blockTexts)
        }
      ]
}

/** A failure may be told in the server's words. */
function resultTexts({ state, failure, content, outputProblems = [] }: ToolCallPart): readonly string[] {
  if (state === 'failed') return [failure?.message ?? '']
  if (state !== 'done') return []
  const problems = outputProblems.flatMap(({ path, message }) => [path, toEnglish(message)])
  return [...content.flatMap(blockWords), ...problems]
}

function blockTexts(block: ContentBlock): readonly string[] {
  return [...blockNames(block), ...blockWords(block)]
}

/** A model gets them whole, however much else there is. */
function blockNames(block: ContentBlock): readonly string[] {
  return fieldsOf(block).flatMap(({ role, value }) => (role === 'name' || role === 'address' ? [value] : []))
}

function blockWords(block: ContentBlock): readonly string[] {
  return fieldsOf(block).flatMap(({ role, value }) => {
    if (role === 'words') return [value]
    return role === 'data' ? wordsIn(value) : []
  })
}

/** All texts, numbers and names of a value; of a very large one the first. */
export function wordsIn(value: JsonValue, most = longestText): readonly string[] {
  const words: string[] = []
  const waiting: JsonValue[] = [value]
  let left = most
  for (let next = waiting.pop(); next !== undefined && left > 0; next = waiting.pop()) {
    if (typeof next === 'string' || typeof next === 'number') words.push(String(next))
    else if (Array.isArray(next)) for (const item of next.toReversed()) waiting.push(item)
    else if (typeof next === 'object' && next !== null) {
      for (const [name, item] of Object.entries(next).toReversed()) waiting.push(item, name)
    }
    left -= (words.at(-1)?.length ?? 0) + 1
  }
  return words
}
