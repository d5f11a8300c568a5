/**
 * Changes to the text of a settings file that keep everything else in it: comments, order, unknown keys, indentation,
 * line ends. Pure; `settings-writer.ts` reads and writes the file. The parser's own editing would reformat the
 * neighbours and drop comments, so only its positions are used.
 */
import { createScanner, findNodeAtLocation, getNodeValue, parseTree } from 'jsonc-parser'
import type { Node } from 'jsonc-parser'
import type { JsonValue } from '../../contract/json'
import { listProperties } from './json-document'

type Path = readonly string[]

/** Formatting of the file: its line end and one step of its indentation. */
interface Layout {
  readonly eol: string
  readonly step: string
}

/**
 * The text with the value at the path set. Missing objects on the path are created.
 * @throws Error if something on the path isn't an object
 */
export function setValue(text: string, path: Path, value: JsonValue): string {
  return setText(text, path, JSON.stringify(value, null, getLayout(text).step))
}

/** Like `setValue` with the value as JSON text, whose comments and layout are kept. */
export function setText(text: string, path: Path, json: string): string {
  const single = dropShadowed(text, path)
  const node = find(single, path)
  if (node === undefined) return insert(single, path, json)
  return splice(single, node, indent(json, indentationAt(single, node.offset), getLayout(single)))
}

/** The text without the value at the path, including repeated keys. */
export function removeValue(text: string, path: Path): string {
  let rest = dropShadowed(text, path.slice(0, -1))
  while (find(rest, path) !== undefined) rest = removeFirst(rest, path)
  return rest
}

/** The text without the value, unless a comment would be lost with it; then `instead` replaces it. */
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

/** The text without the object at the path, if it has no property and no comment. */
export function removeIfEmpty(text: string, path: Path): string {
  return /^\{\s*\}$/.test(readSettingsText(text, path) ?? '') ? removeValue(text, path) : text
}

/**
 * The text with the wanted items in the list at the path. Existing items keep their position, new ones are added at the
 * end, and changed ones replace the old ones. Of the other items, only `known` ones are removed.
 */
export function setList(text: string, path: Path, items: ListItems): string {
  const { keyOf = (item) => item } = items
  const single = dropShadowed(text, path)
  const known = new Map(items.known.map((item) => [keyOf(item), JSON.stringify(item)]))
  const wanted = new Map(items.wanted.map((item) => [keyOf(item), JSON.stringify(item)]))
  if (find(single, path)?.type !== 'array') {
    const once = [...new Map(items.wanted.map((item) => [keyOf(item), item])).values()]
    return setText(single, path, JSON.stringify(once, null, getLayout(text).step))
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
  /** The items that were read. Other items in the list are kept. */
  readonly known: readonly unknown[]
  readonly wanted: readonly unknown[]
  /** Identifies an item; the item itself if absent. */
  readonly keyOf?: (item: unknown) => unknown
}

/** The value's text, moved to the left margin; null if there is none. */
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

/** Renames a key in place. */
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

/** Adds a property if that name is missing. Missing objects on the path are created around it. */
function insert(text: string, path: Path, json: string): string {
  const layout = getLayout(text)
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

/** The new property or item is last, after all comments of the object or list. */
function addMember(text: string, parent: Node, json: string): string {
  const layout = getLayout(text)
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

/** Removes the property or item, one comma and, if nothing else is there, its lines with a comment after it. */
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
  // No blank is left between an item of a list and the bracket.
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

/** Offset of the comma that follows after comments and blanks; null if something else follows. */
function commaAfter(text: string, offset: number): number | null {
  const scanner = createScanner(text, true)
  scanner.setPosition(offset)
  scanner.scan()
  return text[scanner.getTokenOffset()] === ',' ? scanner.getTokenOffset() : null
}

/** If a key of the path is repeated, only the last one counts. Removes the earlier ones, which nothing reads. */
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

function getLayout(text: string): Layout {
  const step = /^([ \t]+)["/]/m.exec(text)?.[1] ?? '  '
  return { eol: text.includes('\r\n') ? '\r\n' : '\n', step }
}

/** The text with every line but the first indented. */
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
