/**
 * JSON with comments as text that problems can point into: parse, positions, properties, plain values.
 * `parse-settings.ts` interprets the values.
 */
import { findNodeAtLocation, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Node, ParseError } from 'jsonc-parser'
import type { JsonValue } from '../../contract/json'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

export type PathSegment = string | number
export type JsonPath = readonly PathSegment[]

/** Counted from 1. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

export interface JsonDocument {
  readonly text: string
  readonly root: Node
}

/** How an error message calls the text. */
export type SettingsDocumentKind = 'file' | 'entry' | 'text'

/** Why a text isn't a settings file at all. */
export interface Breakage {
  readonly message: LocalizedText
  readonly position: TextPosition
}

const parseOptions = { allowTrailingComma: true, disallowComments: false }

/** Explains each code of the parser to a user who looks at the position. */
const sentences: Readonly<Record<string, LocalizedText>> = {
  InvalidSymbol: say('settings.jsonSymbol'),
  InvalidNumberFormat: say('settings.jsonNumber'),
  PropertyNameExpected: say('settings.jsonName'),
  ValueExpected: say('settings.jsonValue'),
  ColonExpected: say('settings.jsonColon'),
  CommaExpected: say('settings.jsonComma'),
  CloseBraceExpected: say('settings.jsonBrace'),
  CloseBracketExpected: say('settings.jsonBracket'),
  EndOfFileExpected: say('settings.jsonEnd'),
  UnexpectedEndOfComment: say('settings.jsonComment'),
  UnexpectedEndOfString: say('settings.jsonString'),
  UnexpectedEndOfNumber: say('settings.jsonNumberEnd'),
  InvalidUnicode: say('settings.jsonUnicode'),
  InvalidEscapeCharacter: say('settings.jsonEscape'),
  InvalidCharacter: say('settings.jsonControl')
}

/** The parsed text, or where and why it breaks. */
export function parseDocument(text: string, what: SettingsDocumentKind = 'file'): JsonDocument | Breakage {
  const known = recognise(text, what)
  if (known !== null) return known
  const errors: ParseError[] = []
  try {
    const root = parseTree(text, errors, parseOptions)
    const first = errors[0]
    if (first !== undefined) return breakageAt(text, what, first)
    if (root === undefined)
      return { message: say('settings.holdsNothing', { what }), position: { line: 1, column: 1 } }
    return { text, root }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { message: say('settings.tooDeep', { what }), position: { line: 1, column: 1 } }
  }
}

export function isBreakage(result: JsonDocument | Breakage): result is Breakage {
  return 'message' in result
}

/** Recognizes files of another kind and names the kind. */
function recognise(text: string, what: SettingsDocumentKind): Breakage | null {
  const position = { line: 1, column: 1 }
  if (text.trim() === '') return { message: say('settings.empty', { what }), position }
  if (/^\s*<(?:!doctype|html|head|body|\?xml)/i.test(text))
    return { message: say('settings.webPage', { what }), position }
  const conflict = /^(?:<{7}|={7}|>{7})(?=[ \r\n]|$)/m.exec(text)
  if (conflict === null) return null
  const message = say('settings.mergeMark', { mark: conflict[0] })
  return { message, position: createLineIndex(text)(conflict.index) }
}

function breakageAt(text: string, what: SettingsDocumentKind, error: ParseError): Breakage {
  const position = createLineIndex(text)(error.offset)
  const reason = sentences[printParseErrorCode(error.error)] ?? say('settings.jsonInvalid')
  const [line, column] = [`${position.line}`, `${position.column}`]
  return { message: say('settings.notJson', { what, line, column, reason }), position }
}

/** Returns a function from an offset to its position, which can be called often. */
export function createLineIndex(text: string): (offset: number) => TextPosition {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }
}

export interface Property {
  readonly key: string
  readonly keyNode: Node
  readonly value: Node
}

/** Properties in the order of the text, repeated keys included; none if the node isn't an object. */
export function listProperties(node: Node | undefined): readonly Property[] {
  if (node?.type !== 'object') return []
  return (node.children ?? []).flatMap(({ children }) => {
    const [keyNode, value] = children ?? []
    return keyNode === undefined || value === undefined
      ? []
      : [{ key: String(keyNode.value), keyNode, value }]
  })
}

/** The last property of that name, which counts if a key is repeated. */
export function findProperty(node: Node | undefined, key: string): Property | undefined {
  return listProperties(node).findLast((property) => property.key === key)
}

/** The plain value of a node. `__proto__` keys are left out: they would change the object instead of its content. */
export function toJsonValue(node: Node): JsonValue {
  if (node.type === 'array') return (node.children ?? []).map(toJsonValue)
  if (node.type !== 'object') return node.value as JsonValue
  const value: { [key: string]: JsonValue } = {}
  for (const property of listProperties(node)) {
    if (property.key !== '__proto__') value[property.key] = toJsonValue(property.value)
  }
  return value
}

/** The node at a path, or at as much of the path as exists. */
export function nearestNode(root: Node, path: JsonPath): Node {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length))
    if (node !== undefined) return node
  }
  return root
}

/** `mcpServers.notes.args[0]`; names that aren't identifiers are quoted. */
export function formatPath(path: JsonPath): string {
  return path.reduce<string>((text, segment) => {
    if (typeof segment === 'number') return `${text}[${segment}]`
    if (!/^[\p{L}\p{N}_$-]+$/u.test(segment)) return `${text}[${JSON.stringify(segment)}]`
    return text === '' ? segment : `${text}.${segment}`
  }, '')
}
