/**
 * Finds the end of each Markdown block from its lines. Never parses: one pass with the cost of reading, for any text.
 * If lines aren't sufficient, the text stays in one block, so a block always parses the same as in its place.
 */

/** The state after some lines; a copy of it can be asked about the next line. */
export interface LineState {
  readonly kind: 'start' | 'text' | 'quote' | 'list' | 'fence' | 'formula' | 'html' | 'over' | 'unknown'
  /** Blank lines came last. */
  readonly isAfterBlank: boolean
  /** For a list: the column at which the text of its outermost item begins. */
  readonly itemColumn: number
  /** The lines may not be a list or HTML, so content that seems nested may be at the outermost level. */
  readonly isUnsure: boolean
  /** For a fence or a formula: what closes it. For HTML: what ends it; null: a blank line. */
  readonly end: RegExp | null
  /** For HTML: these may be lines of a list that continues. */
  readonly isInList: boolean
  /** Characters since the block began. */
  readonly length: number
}

export const startState: LineState = {
  kind: 'start',
  isAfterBlank: false,
  itemColumn: 0,
  isUnsure: false,
  end: null,
  isInList: false,
  length: 0
}

/** A list this long continues in another block, because its items don't depend on each other. */
const longList = 4_000

/** The state after a line (without its end), and whether a block begins with it. */
export function readLine(
  state: LineState,
  text: string
): { readonly state: LineState; readonly isNew: boolean } {
  const line = toLine(text)
  if (line.rest === '') return { state: afterBlank(state, text), isNew: false }
  const isNew = isBoundary(state, line)
  const next = enter(isNew ? startState : state, line)
  return { state: { ...next, length: next.length + text.length + 1 }, isNew }
}

type Opening =
  | 'heading'
  | 'rule'
  | 'fence'
  | 'formula'
  | 'html'
  | 'element'
  | 'tag'
  | 'quote'
  | 'item'
  | 'maybe-item'
  | 'text'

interface Line {
  /** In columns. */
  readonly indent: number
  /** Without indentation and trailing spaces; '' for a blank line. */
  readonly rest: string
  /** What it opens at the outermost level. */
  readonly opening: Opening
}

function toLine(text: string): Line {
  let start = 0
  let end = text.length
  while (isSpace(text[start])) start += 1
  while (end > start && isSpace(text[end - 1])) end -= 1
  const rest = text.slice(start, end)
  const indent = columnAfter(text.slice(0, start), 0)
  return { indent, rest, opening: rest === '' || indent > 3 ? 'text' : openingOf(rest) }
}

/** Markdown's only blank characters. */
export function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t'
}

/** The column after some text without wide characters that begins at the column `from`. */
export function columnAfter(text: string, from: number): number {
  let column = from
  for (const character of text) column += character === '\t' ? 4 - (column % 4) : 1
  return column
}

function openingOf(rest: string): Opening {
  if (/^#{1,6}(?:[ \t]|$)/.test(rest)) return 'heading'
  if (/^(?:```+[^`]*$|~~~)/.test(rest)) return 'fence'
  if (/^(?:\$\$|\\\[)/.test(rest)) return formulaState(rest) === 'no' ? 'text' : 'formula'
  if (htmlKinds.some(({ start }) => start.test(rest))) return 'html'
  if (elementStart.test(rest)) return 'element'
  if (/^<[/a-z]/i.test(rest)) return 'tag'
  if (rest.startsWith('>')) return 'quote'
  if (/^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(rest)) return 'rule'
  // The second line of a table may begin like an item.
  if (/^-[ \t][-:| \t]*$/.test(rest)) return 'maybe-item'
  if (/^(?:[-+*]|1[.)])[ \t]+\S/.test(rest)) return 'item'
  return /^(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/.test(rest) ? 'maybe-item' : 'text'
}

/** HTML that ends with a specific text and not with a blank line. */
const htmlKinds = [
  { start: /^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, end: /<\/(?:script|pre|style|textarea)>/i },
  { start: /^<!--/, end: /-->/ },
  { start: /^<\?/, end: /\?>/ },
  { start: /^<![a-z]/i, end: />/ },
  { start: /^<!\[CDATA\[/, end: /\]\]>/ }
]

/** Elements whose lines are HTML up to the next blank one, with any content. */
const elementStart = new RegExp(
  `^</?(?:${[
    'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt',
    'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu',
    'menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr',
    'track|ul'
  ].join('|')})(?:[ \\t]|/?>|$)`,
  'i'
)

/** What begins here even if the line before is not blank. */
const interrupting: ReadonlySet<Opening> = new Set([
  'heading',
  'fence',
  'formula',
  'html',
  'element',
  'quote',
  'item'
])

function afterBlank(state: LineState, text: string): LineState {
  const length = state.length + text.length + 1
  // A formula contains no blank line, so it was none, and its lines no longer matter.
  if (state.kind === 'formula') return { ...state, kind: 'unknown', isAfterBlank: true, length }
  if (state.kind === 'html' && state.end === null)
    return { ...state, kind: state.isInList ? 'list' : 'over', isInList: false, isAfterBlank: true, length }
  return { ...state, isAfterBlank: true, length }
}

function isBoundary(state: LineState, line: Line): boolean {
  switch (state.kind) {
    case 'over':
      return true
    case 'text':
      return state.isAfterBlank ? line.indent <= 3 : interrupting.has(line.opening)
    case 'quote':
      return state.isAfterBlank || (line.opening !== 'quote' && interrupting.has(line.opening))
    case 'list':
      return isOutside(state, line) && endsList(state, line)
    default:
      return false
  }
}

function isOutside({ itemColumn }: LineState, { indent }: Line): boolean {
  return indent <= 3 && indent < itemColumn
}

function endsList(state: LineState, { opening }: Line): boolean {
  if (opening === 'item' || opening === 'maybe-item') return state.length > longList && !state.isUnsure
  return state.isAfterBlank || interrupting.has(opening)
}

function enter(state: LineState, line: Line): LineState {
  const { kind } = state
  if (kind === 'unknown') return state
  if (kind === 'fence' || (kind === 'html' && state.end !== null)) {
    const isEnd = state.end?.test(kind === 'fence' && line.indent > 3 ? '' : line.rest) ?? false
    return isEnd ? { ...state, kind: 'over', end: null } : state
  }
  if (kind === 'formula') {
    const found = formulaEnd(line.rest, state.end)
    return found === 'open' ? state : { ...state, kind: found === 'whole' ? 'over' : 'unknown', end: null }
  }
  if (kind === 'html')
    return state.isUnsure && mayGoOn.has(line.opening) ? { ...state, kind: 'unknown' } : state
  const next = { ...state, isAfterBlank: false }
  // Inside an item: it ends with the item, if there is one.
  if (kind === 'list' && !isOutside(state, line))
    return state.isUnsure && /^(?:```|~~~|<|\$\$|\\\[)/.test(line.rest) ? { ...next, kind: 'unknown' } : next
  return open(next, line)
}

/** What can continue after a blank line. */
const mayGoOn: ReadonlySet<Opening> = new Set(['fence', 'formula', 'html', 'item', 'maybe-item'])

/** At the outermost level. */
function open(state: LineState, line: Line): LineState {
  switch (line.opening) {
    case 'heading':
    case 'rule': // or makes a heading of the lines before
      return { ...state, kind: 'over' }
    case 'fence':
      return { ...state, kind: 'fence', end: closingOf(line.rest) }
    case 'formula':
      if (formulaState(line.rest) === 'whole') return { ...state, kind: 'over' }
      return { ...state, kind: 'formula', end: formulaCloser(line.rest) }
    case 'html': {
      const end = htmlKinds.find(({ start }) => start.test(line.rest))?.end ?? null
      return end?.test(line.rest) === true ? { ...state, kind: 'over' } : { ...state, kind: 'html', end }
    }
    case 'element':
      return { ...state, kind: 'html', end: null }
    case 'tag':
      // HTML if the tag is complete, the only text on its line, and no paragraph continues with it.
      return { ...state, kind: 'html', end: null, isUnsure: true, isInList: state.kind === 'list' }
    case 'item':
    case 'maybe-item':
      return openItem(state, line)
    case 'quote':
      return { ...state, kind: 'quote' }
    case 'text':
      // A list that this line ends, unless it continues with a paragraph of an item.
      if (state.kind === 'list') return { ...state, isUnsure: true }
      return state.kind === 'start' ? { ...state, kind: 'text' } : state
  }
}

/** Whether a formula that begins with the line is complete in it, continues, or is none. */
function formulaState(rest: string): 'whole' | 'open' | 'no' {
  return formulaEnd(rest.slice(2), formulaCloser(rest))
}

function formulaCloser(rest: string): RegExp {
  return rest.startsWith('$') ? /\$\$/ : /\\\]/
}

/** The same for a line of the formula. */
function formulaEnd(text: string, closer: RegExp | null): 'whole' | 'open' | 'no' {
  const end = closer?.exec(text) ?? null
  if (end === null) return 'open'
  return text.slice(end.index + 2).trim() === '' ? 'whole' : 'no'
}

function closingOf(rest: string): RegExp {
  const fence = /^(?:`+|~+)/.exec(rest)?.[0] ?? ''
  return new RegExp(`^${fence[0]}{${fence.length},}$`)
}

function openItem(state: LineState, { rest, indent, opening }: Line): LineState {
  const { 1: mark = '', 2: blanks = '', 3: content } = /^([-+*]|\d{1,9}[.)])?([ \t]*)(.*)$/.exec(rest) ?? []
  const markEnd = indent + mark.length
  const contentColumn = columnAfter(blanks, markEnd)
  const isFar = content === '' || contentColumn - markEnd > 4
  const isSure = state.kind === 'start' || state.kind === 'list' || opening === 'item'
  return {
    ...state,
    kind: 'list',
    itemColumn: isFar ? markEnd + 1 : contentColumn,
    isUnsure: state.isUnsure || !isSure || content === ''
  }
}
