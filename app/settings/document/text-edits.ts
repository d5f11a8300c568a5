/**
 * Changes to the text of a settings file that leave everything else in it as it stands: comments, order,
 * unknown keys, indentation, line ends. Pure; `settings-writer.ts` reads and writes the file.
 * The parser's own editing would lay out the neighbours anew and drop comments, so only its positions are used.
 */
import { createScanner, findNodeAtLocation, getNodeValue, parseTree } from 'jsonc-parser'
import type { Node } from 'jsonc-parser'
import type { JsonValue } from '../../contract/json'
import { listProperties } from './json-document'

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

/** The text without the value, where no comment goes with it; with `instead` in its place where one would. */
export function removeUncommented(text: string, path: Path, instead: JsonValue): string {
  const rest = removeValue(text, path)
  return countComments(rest) === countComments(text) ? rest : setValue(text, path, instead)
}

function countComments(text: string): number {
  const scanner = createScanner(text, false)
  let count = 0
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan())
    if (text[scanner.getTokenOffset()] === '/') count += 1
  return count
}

/** The text without the object at the path where nothing is in it, no comment either. */
export function removeIfEmpty(text: string, path: Path): string {
  return /^\{\s*\}$/.test(readSettingsText(text, path) ?? '') ? removeValue(text, path) : text
}

/**
 * The text with the wanted items in the list at the path: those that are there stay where they are, new ones come
 * last, changed ones where the old ones stood. Of the others only `known` ones go.
 */
export function setList(text: string, path: Path, items: ListItems): string {
  const { keyOf = (item) => item } = items
  const single = dropShadowed(text, path)
  const known = new Map(items.known.map((item) => [keyOf(item), JSON.stringify(item)]))
  const wanted = new Map(items.wanted.map((item) => [keyOf(item), JSON.stringify(item)]))
  if (find(single, path)?.type !== 'array') {
    const once = [...new Map(items.wanted.map((item) => [keyOf(item), item])).values()]
    return setText(single, path, JSON.stringify(once, null, layoutOf(text).step))
  }
  const itemOf = (list: string, key: unknown) =>
    find(list, path)?.children?.find((node) => keyOf(getNodeValue(node)) === key)
  const remove = (list: string, key: unknown): string => {
    const found = itemOf(list, key)
    return found === undefined ? list : remove(removeMember(list, found), key)
  }
  const put = (list: string, [key, json]: readonly [unknown, string]): string => {
    const found = itemOf(list, key)
    const parent = find(list, path)
    if (known.has(key) && found !== undefined) return splice(list, found, json)
    return parent === undefined ? list : addMember(list, parent, json)
  }
  const kept = [...known.keys()].filter((key) => !wanted.has(key)).reduce(remove, single)
  return [...wanted].filter(([key, json]) => known.get(key) !== json).reduce(put, kept)
}

interface ListItems {
  /** Those that were read; what else stands in the list is left alone. */
  readonly known: readonly unknown[]
  readonly wanted: readonly unknown[]
  /** What tells items apart; the item itself when left out. */
  readonly keyOf?: (item: unknown) => unknown
}

/** The value's text as it stands, moved to the left margin; null when there is none. */
export function readSettingsText(text: string, path: Path): string | null {
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
  return addMember(text, parent, `${JSON.stringify(path[depth] ?? '')}: ${wrapped}`)
}

/** The new property or item stands last, after all comments of the object or list. */
function addMember(text: string, parent: Node, json: string): string {
  const layout = layoutOf(text)
  const close = parent.offset + parent.length - 1
  const end = text.slice(0, close).trimEnd().length
  const isOneLine = (parent.children ?? []).length > 0 && !text.slice(parent.offset, close).includes('\n')
  const outer = indentationAt(text, parent.offset)
  const inner = outer + layout.step
  const content = indent(json, isOneLine ? outer : inner, layout)

  const last = parent.children?.at(-1)
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

function removeFirst(text: string, path: Path): string {
  const property = find(text, path)?.parent
  return property === undefined ? text : removeMember(text, property)
}

/** Takes the property or item, one comma and, where nothing else stands there, its lines with a comment behind it. */
function removeMember(text: string, member: Node): string {
  const siblings = member.parent?.children ?? []
  const after = commaAfter(text, member.offset + member.length)
  const previous = siblings[siblings.indexOf(member) - 1]
  const before =
    after !== null || previous === undefined ? null : commaAfter(text, previous.offset + previous.length)
  const end = after === null ? member.offset + member.length : after + 1
  const cut = wholeLines(text, member.offset, end)
  const rest = splice(text, { offset: cut.start, length: cut.end - cut.start }, '')
  if (before === null) return rest
  // An item of a list leaves no blank before the bracket.
  const blanks = member.type === 'property' ? '' : (/^[ \t]*(?=\])/.exec(rest.slice(before + 1))?.[0] ?? '')
  return splice(rest, { offset: before, length: 1 + blanks.length }, '')
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
    while (listProperties(find(rest, parent)).filter((property) => property.key === key).length > 1) {
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
