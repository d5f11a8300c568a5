/** A line of text that the user types. Pure. */
import type { Key } from '../terminal/screen'
import { widthOf } from '../terminal/cell-text'

export interface LineEdit {
  readonly text: string
  /** The position of the cursor in the text. */
  readonly at: number
}

export const emptyLine: LineEdit = { text: '', at: 0 }

export function lineWith(text: string): LineEdit {
  return { text, at: text.length }
}

/** Null: the key doesn't edit. */
export function editLine(line: LineEdit, key: Key): LineEdit | null {
  const { text, at } = line
  if (key.name === 'paste') return insert(line, key.text.replace(/\p{Cc}+/gu, ' '))
  if (key.text !== '') return insert(line, key.text)
  switch (key.isControl ? `ctrl-${key.name}` : key.name) {
    case 'left':
      return { text, at: before(text, at) }
    case 'right':
      return { text, at: after(text, at) }
    case 'home':
    case 'ctrl-a':
      return { text, at: 0 }
    case 'end':
    case 'ctrl-e':
      return { text, at: text.length }
    case 'backspace':
      return { text: text.slice(0, before(text, at)) + text.slice(at), at: before(text, at) }
    case 'delete':
      return { text: text.slice(0, at) + text.slice(after(text, at)), at }
    case 'ctrl-u':
      return { text: text.slice(at), at: 0 }
    default:
      return null
  }
}

function insert({ text, at }: LineEdit, added: string): LineEdit {
  return { text: text.slice(0, at) + added + text.slice(at), at: at + added.length }
}

/** Characters of two units stay whole. */
function before(text: string, at: number): number {
  return at - ([...text.slice(0, at)].at(-1)?.length ?? 0)
}

function after(text: string, at: number): number {
  return at + ([...text.slice(at)][0]?.length ?? 0)
}

/** The part of the line around the cursor that fits, and the column of the cursor in it. */
export function visibleLine(
  { text, at }: LineEdit,
  width: number
): { readonly text: string; readonly column: number } {
  const room = Math.max(1, width - 1)
  const characters = [...text.slice(0, at)]
  while (widthOf(characters.join('')) > room) characters.splice(0, Math.ceil(room / 3))
  const shown = characters.join('')
  return { text: shown + text.slice(at), column: widthOf(shown) }
}
