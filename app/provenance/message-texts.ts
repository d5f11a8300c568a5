/**
 * The texts of a message, each with its author in the conversation and when a model could read it. Texts of servers are
 * used as a model gets them, without invisible characters.
 */
import { visibleText } from '../base/visible-text'
import { listBlockFields } from '../contract/content/content-kinds'
import type { ContentBlock } from '../contract/content-blocks'
import type { Message, MessagePart, ToolCallPart, ToolRequestPart } from '../contract/conversations'
import type { TextOrigin } from '../contract/flows'
import type { JsonValue } from '../contract/json'
import { toEnglish } from '../texts/render-localized'

/** `serverName`: for text of the user, the server that it was written to. */
export type Author =
  | { readonly type: 'person'; readonly serverName: string | null }
  | { readonly type: 'model' }
  | TextOrigin

export interface MessageText {
  /** Distinguishes the texts of one message, and a changed text from its earlier version. */
  readonly key: string
  readonly author: Author
  /** Within the message: the model's text of a step, then the results of that step. */
  readonly order: number
  readonly text: string
}

/** A model reads no more text of one result or attachment. */
const longestText = 100 * 1024
/** A model reads names and addresses in full. No answer contains more of them. */
const longestNames = 1_000_000

const person = { type: 'person', serverName: null } as const
const model = { type: 'model' } as const

/**
 * Yields one text at a time, so that the texts of a long message don't have to be created all at once. `before`: the
 * message when its texts were last read. Unchanged parts are skipped.
 */
export function* generateMessageTexts(message: Message, before?: Message): Generator<MessageText> {
  for (const [index, part] of message.parts.entries()) {
    if (before?.parts[index] === part && before.importedFrom === message.importedFrom) continue
    const state = part.type === 'tool-call' ? `${part.state} ${part.review?.decision ?? ''}` : ''
    const imported = importedAuthor(message)
    const pieces = imported === null ? getPieces(part, message.role) : ofImported(part, imported)
    for (const [place, { author, order, texts, areNames }] of pieces.entries()) {
      const text = joined(texts, author, areNames === true ? longestNames : longestText)
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

/** Independent of the author that a file names, which can be anything. */
function importedAuthor({ importedFrom: source }: Message): Author | null {
  return source === undefined ? null : { type: 'imported', source }
}

function joined(texts: readonly string[], { type }: Author, limit: number): string {
  if (type === 'person' || type === 'model') return texts.filter((text) => text !== '').join('\n')
  // Cut after cleaning, as for a model, so that invisible characters don't displace what it reads.
  const seen = texts.map(visibleText).filter((item) => item !== '')
  return (type === 'imported' ? seen : cutAll(seen, limit)).join('\n')
}

/** As a model gets them. It gets no line breaks between them, so these must not displace the last text. */
function cutAll(texts: readonly string[], limit: number): readonly string[] {
  let remaining = limit
  return texts.flatMap((text) => {
    const kept = text.slice(0, remaining)
    remaining -= kept.length
    return kept === '' ? [] : [kept]
  })
}

interface Piece {
  readonly author: Author
  readonly order: number
  readonly texts: readonly string[]
  readonly areNames?: true
}

function getPieces(part: MessagePart, role: Message['role']): readonly Piece[] {
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
      return [{ author: askedBy(part), order: 0, texts: listMessageTexts(part.arguments) }]
    case 'tool-call':
      return ofCall(part)
    case 'resource': {
      const author = {
        type: 'resource',
        serverName: part.serverName,
        uri: part.uri
      } as const
      const texts = part.contents.map(({ text }) => text ?? '')
      return [
        { author, order: 0, texts: [part.uri, part.name], areNames: true },
        { author, order: 0, texts }
      ]
    }
    case 'prompt': {
      const author = {
        type: 'prompt',
        serverName: part.serverName,
        name: part.name
      } as const
      const blocks = part.messages.map(({ content }) => content)
      return [
        { author: person, order: 0, texts: Object.values(part.arguments) },
        ...ofBlocks(blocks, { author, order: 0 })
      ]
    }
    // Only the beginning of a long one, so that it doesn't displace texts of servers from the search.
    case 'file':
      return [
        {
          author: person,
          order: 0,
          texts: [part.name, visibleText(part.text ?? '').slice(0, longestText)]
        }
      ]
    // Only the model that wrote it may read it again, so it doesn't show the origin of any text.
    case 'thinking':
    case 'tool-suggestions':
    case 'note':
      return []
  }
}

/**
 * Everything that a model may read of it, to the end. A file can claim that its text comes from Parley or from no
 * server, and a model can read the rest of text that is too long.
 */
function ofImported(part: MessagePart, author: Author): readonly Piece[] {
  const everything = Number.POSITIVE_INFINITY
  const piece = (...texts: readonly string[]): readonly Piece[] => [{ author, order: 0, texts }]
  switch (part.type) {
    case 'text':
      return piece(part.text)
    case 'tool-request':
      return piece(part.toolName, ...listMessageTexts(part.arguments, everything))
    case 'tool-call': {
      const { content, review, structuredContent, outputProblems = [] } = part
      const problems = outputProblems.flatMap(({ path, message }) => [path, toEnglish(message)])
      const blocks = [...content, ...(review?.content ?? [])].flatMap(blockTexts)
      const told = [part.modelToolName, part.failure?.message ?? '', part.script?.output ?? '', ...problems]
      const values = [part.arguments, structuredContent].flatMap((value) =>
        listMessageTexts(value, everything)
      )
      return piece(...told, ...values, ...blocks)
    }
    case 'file':
      return piece(part.name, part.text ?? '')
    case 'note':
      return piece(toEnglish(part.text))
    case 'resource':
    case 'prompt':
      return getPieces(part, 'user').map((each) => ({ ...each, author }))
    // No model accepts imported thoughts.
    case 'thinking':
    case 'tool-suggestions':
      return []
  }
}

/**
 * The arguments of a repeated call come from the author of the first one. Sending them again doesn't make them the
 * user's.
 */
function askedBy({ serverName, rerunOf }: ToolRequestPart): Author {
  return rerunOf === undefined ? { ...person, serverName } : model
}

/** Structured content is separate, so that neither part displaces the other. */
function ofCall(call: ToolCallPart): readonly Piece[] {
  // A script builds its calls from its own text, which is in its code, and from the results of its earlier calls.
  const isOfScript = call.scriptCallId !== undefined
  const asked: Piece = {
    author: model,
    order: 2 * call.step,
    texts: isOfScript ? [] : listMessageTexts(call.arguments)
  }
  const { serverName, toolName } = call.readOf ?? call
  if (serverName === null) return [asked]
  const by = { author: { type: 'tool', serverName, toolName }, order: 2 * call.step + 1 } as const
  if (call.state === 'failed') return [asked, { ...by, texts: [call.failure?.message ?? ''], areNames: true }]
  if (call.state !== 'done') return [asked]
  const { content, structuredContent, outputProblems = [] } = call
  const problems = outputProblems.flatMap(({ path, message }) => [path, toEnglish(message)])
  return [
    asked,
    ...ofBlocks(content, by),
    { ...by, texts: problems, areNames: true },
    { ...by, texts: listMessageTexts(structuredContent) },
    ...changedByPerson(call, by.order)
  ]
}

/** Text, names, and data are separate, so that none displaces another. */
function ofBlocks(blocks: readonly ContentBlock[], by: Pick<Piece, 'author' | 'order'>): readonly Piece[] {
  return [
    { ...by, texts: blocks.flatMap((block) => textsWith(block, 'words')) },
    { ...by, texts: blocks.flatMap(blockNames), areNames: true },
    { ...by, texts: blocks.flatMap(blockData) }
  ]
}

/** What the user wrote into a result. What the user left unchanged keeps its origin, because that comes first. */
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

function blockTexts(block: ContentBlock): readonly string[] {
  return [...blockNames(block), ...textsWith(block, 'words'), ...blockData(block)]
}

function blockNames(block: ContentBlock): readonly string[] {
  return textsWith(block, 'name', 'address')
}

function blockData(block: ContentBlock): readonly string[] {
  return listBlockFields(block).flatMap(({ role, value }) => (role === 'data' ? listMessageTexts(value) : []))
}

function textsWith(
  block: ContentBlock,
  ...wanted: readonly ('words' | 'name' | 'address')[]
): readonly string[] {
  return listBlockFields(block).flatMap(({ role, value }) =>
    role !== 'data' && wanted.some((item) => item === role) ? [value] : []
  )
}

/** All texts, numbers, and names of a value. Only the first of a very large one. */
export function listMessageTexts(value: JsonValue, most = longestText): readonly string[] {
  const words: string[] = []
  const waiting: JsonValue[] = [value]
  let remaining = most
  for (let next = waiting.pop(); next !== undefined && remaining > 0; next = waiting.pop()) {
    if (typeof next === 'string' || typeof next === 'number') words.push(String(next))
    else if (Array.isArray(next)) for (const item of next.toReversed()) waiting.push(item)
    else if (typeof next === 'object' && next !== null) {
      for (const [name, item] of Object.entries(next).toReversed()) waiting.push(item, name)
    }
    remaining -= (words.at(-1)?.length ?? 0) + 1
  }
  return words
}
