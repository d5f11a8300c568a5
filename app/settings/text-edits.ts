/**
 * Changes to the text of a settings file that leave everything else in it as it stands: comments, order,
 * unknown keys, indentation, line ends. Pure; `settings-writer.ts` reads and writes the file.
 * The parser's own editing would lay out the neighbours anew and drop comments, so only its positions are used.
 */
import { createScanner, findNodeAtLocation, parseTree } from 'jsonc-parser'
import type { Node } from 'jsonc-parser'
import type { JsonValue } from '../contract/json'
import { propertiesOf } from './json-document'

type Path = readonly string[]

/** How the file is written: its line end and one step of its indentation. */
interface Layout {
  readonly eol: string
  readonly step: string
}

/**
 * The text with the value at the path set; objects on the way are made.
 * @throws Error when something on the way is no object
 */
export function setValue(text: string, path: Path, value: JsonValue): string {
  return setText(text, path, JSON.stringify(value, null, layoutOf(text).step))
}

/** Like `setValue` with the value as JSON text, whose comments and layout are kept. */
export function setText(text: string, path: Path, json: string): string {
  const single = dropShadowed(text, path)
  const node = find(single, path)
  if (node === undefined) return insert(single, path, json)
  return splice(single, node, indent(json, indentationAt(single, node.offset), layoutOf(single)))
}

/** The text without the value at the path, however often its key stands there. */
export function removeValue(text: string, path: Path): string {
  let rest = dropShadowed(text, path.slice(0, -1))
  while (find(rest, path) !== undefined) rest = removeFirst(rest, path)
  return rest
}

/** The value's text as it stands, moved to the left margin; null when there is none. */
export function readText(text: string, path: Path): string | null {
  const source = dropShadowed(text, path)
  const node = find(source, path)
  if (node === undefined) return null
  const margin = indentationAt(source, node.offset)
  const lines = source.slice(node.offset, node.offset + node.length).split(/\r?\n/)
  return lines
    .map((line, index) => (index > 0 && line.startsWith(margin) ? line.slice(margin.length) : line))
    .join('\n')
}

/** Gives a key another name in place. */
export function renameKey(text: string, path: Path, name: string): string {
  const key = find(text, path)?.parent?.children?.[0]
  return key === undefined ? text : splice(text, key, JSON.stringify(name))
}

function find(text: string, path: Path): Node | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true })
  return root === undefined ? undefined : findNodeAtLocation(root, [...path])
}

function splice(
  text: string,
  { offset, length }: Pick<Node, 'offset' | 'length'>,
  replacement: string
): string {
  return text.slice(0, offset) + replacement + text.slice(offset + length)
}

/** Adds a property where none of that name is; what is missing on the way is made around it. */
function insert(text: string, path: Path, json: string): string {
  const layout = layoutOf(text)
  let depth = path.length - 1
  while (depth > 0 && find(text, path.slice(0, depth)) === undefined) depth -= 1
  const parent = find(text, path.slice(0, depth))
  if (parent?.type !== 'object') throw new Error(`${path.slice(0, depth).join('.')} is no object`)
  const wrapped = path
    .slice(depth + 1)
    .reduceRight(
      (inner, key) =>
        `{\n${layout.step}${JSON.stringify(key)}: ${indent(inner, layout.step, { ...layout, eol: '\n' })}\n}`,
      json
    )
  return addProperty(text, parent, { key: path[depth] ?? '', json: wrapped })
}

/** The new property stands last, after all comments of the object. */
function addProperty(text: string, parent: Node, property: { key: string; json: string }): string {
  const layout = layoutOf(text)
  const close = parent.offset + parent.length - 1
  const end = text.slice(0, close).trimEnd().length
  const isOneLine = propertiesOf(parent).length > 0 && !text.slice(parent.offset, close).includes('\n')
  const outer = indentationAt(text, parent.offset)
  const inner = outer + layout.step
  const content = `${JSON.stringify(property.key)}: ${indent(property.json, isOneLine ? outer : inner, layout)}`

  const last = propertiesOf(parent).at(-1)?.value
  const lastEnd = last === undefined ? null : last.offset + last.length
  const hasComma = lastEnd !== null && commaAfter(text, lastEnd) !== null
  const added = isOneLine ? ` ${content}` : `${layout.eol}${inner}${content}`
  const tail = isOneLine ? text.slice(end) : `${layout.eol}${outer}${text.slice(close)}`
  const head =
    lastEnd === null || hasComma
      ? text.slice(0, end)
      : `${text.slice(0, lastEnd)},${text.slice(lastEnd, end)}`
  return head + added + (hasComma ? ',' : '') + tail
}

/** Takes the property, one comma and, where nothing else stands there, its lines with a comment behind it. */
function removeFirst(text: string, path: Path): string {
  const property = find(text, path)?.parent
  const siblings = property?.parent?.children ?? []
  if (property === undefined) return text
  const after = commaAfter(text, property.offset + property.length)
  const previous = siblings[siblings.indexOf(property) - 1]
  const before =
    after !== null || previous === undefined ? null : commaAfter(text, previous.offset + previous.length)
  const end = after === null ? property.offset + property.length : after + 1
  const cut = wholeLines(text, property.offset, end)
  const rest = splice(text, { offset: cut.start, length: cut.end - cut.start }, '')
  return before === null ? rest : splice(rest, { offset: before, length: 1 }, '')
}

function wholeLines(text: string, start: number, end: number): { start: number; end: number } {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const behind = /^[ \t]*(?:\/\/[^\r\n]*)?\r?\n/.exec(text.slice(end))?.[0]
  if (behind !== undefined && text.slice(lineStart, start).trim() === '') {
    return { start: lineStart, end: end + behind.length }
  }
  return { start, end: end + (/^[ \t]+(?=\S)/.exec(text.slice(end))?.[0].length ?? 0) }
}

/** Offset of the comma that follows, comments and blanks between; null when something else does. */
function commaAfter(text: string, offset: number): number | null {
  const scanner = createScanner(text, true)
  scanner.setPosition(offset)
  scanner.scan()
  return text[scanner.getTokenOffset()] === ',' ? scanner.getTokenOffset() : null
}

/** Where a key of the path stands twice only the last one counts: the earlier ones, which nothing reads, go. */
function dropShadowed(text: string, path: Path): string {
  let rest = text
  for (const [depth, key] of path.entries()) {
    const parent = path.slice(0, depth)
    while (propertiesOf(find(rest, parent)).filter((property) => property.key === key).length > 1) {
      rest = removeFirst(rest, [...parent, key])
    }
  }
  return rest
}

function layoutOf(text: string): Layout {
  const step = /^([ \t]+)["/]/m.exec(text)?.[1] ?? '  '
  return { eol: text.includes('\r\n') ? '\r\n' : '\n', step }
}

/** The text with every line but the first moved to the right. */
function indent(json: string, margin: string, { eol }: Layout): string {
  return json
    .trim()
    .split(/\r?\n/)
    .join(eol + margin)
}

function indentationAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}
