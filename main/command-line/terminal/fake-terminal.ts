/** For tests: a terminal of a fixed size, on which keys are typed as bytes. It refuses every sequence that Parley doesn't use. */
import { PassThrough, Writable } from 'node:stream'
import { openScreen, type OpenScreen, type Size } from './screen'

const escape = '\u001b'
const sequence = new RegExp(`^${escape}\\[(\\??)([0-9;]*)([A-Za-z])`)

export interface FakeTerminal {
  readonly openScreen: OpenScreen
  /** What is on screen, a string a row. */
  readonly rows: () => readonly string[]
  readonly text: () => string
  readonly press: (bytes: string) => void
  readonly resize: (size: Size) => void
  /** Modes that are on now, and whether keys arrive one by one. */
  readonly modes: () => { readonly on: readonly string[]; readonly isRaw: boolean }
  /** Rows that were written, in order. */
  readonly written: () => readonly number[]
}

/** The modes of a new terminal: a cursor, and wrapping at the end of a row. */
export const usualModes = ['25', '7']

export function createFakeTerminal(size: Size, hasColor = false): FakeTerminal {
  const cells = createCells(size)
  let isRaw = false
  const input = Object.assign(new PassThrough(), { setRawMode: (on: boolean) => (isRaw = on) })
  const output = Object.assign(
    new Writable({
      decodeStrings: false,
      write: (chunk: string, _encoding, done) => {
        cells.write(chunk)
        done()
      }
    }),
    size
  )
  return {
    openScreen: (listeners) => openScreen({ input, output, hasColor }, listeners),
    rows: cells.rows,
    text: () => cells.rows().join('\n'),
    press: (bytes) => void input.write(bytes),
    resize: (next) => {
      cells.resize(next)
      Object.assign(output, next)
      output.emit('resize')
    },
    modes: () => ({ on: [...cells.modes].toSorted(), isRaw }),
    written: () => cells.written
  }
}

/** Joins nothing. Measures independently of the code under test. */
function cellsOf(character: string): number {
  if (/[\p{Mn}\p{Me}\p{Cf}]/u.test(character)) return 0
  return /[\p{Emoji_Presentation}\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFF01-\uFF60]/u.test(
    character
  )
    ? 2
    : 1
}

function createCells(start: Size) {
  let size = start
  let cells: string[][] = []
  let at = { row: 0, column: 0 }
  const written: number[] = []
  const modes = new Set(usualModes)
  const erase = (): void => {
    written.push(at.row)
    cells[at.row] = []
  }
  const control = (act: string, [first = 1, second = 1]: readonly number[]): void => {
    if (act === 'H') at = { row: first - 1, column: second - 1 }
    else if (act === 'G') at = { ...at, column: first - 1 }
    else if (act === 'K') erase()
    else if (act === 'J') cells = []
    else if (act === '?h') modes.add(String(first))
    else if (act === '?l') modes.delete(String(first))
    else if (act !== 'm') throw new Error(`unexpected sequence ${act}`)
  }
  const print = (character: string): void => {
    if (/\p{Cc}/u.test(character)) throw new Error(`unexpected character ${JSON.stringify(character)}`)
    const width = cellsOf(character)
    if (at.row >= size.rows || at.column + width > size.columns)
      throw new Error(`${character} is outside of the screen`)
    const row = (cells[at.row] ??= [])
    if (width === 0) {
      row[at.column - 1] += character
      return
    }
    row.splice(at.column, width, character, ...Array.from({ length: Math.max(0, width - 1) }, () => ''))
    at = { ...at, column: at.column + width }
  }
  const move = (column: number): void => {
    const row = (cells[at.row] ??= [])
    while (row.length < column) row.push(' ')
  }
  const write = (text: string): void => {
    for (let rest = text; rest !== '';) {
      const match = sequence.exec(rest)
      const character = [...rest][0] ?? ''
      if (match === null) {
        move(at.column)
        print(character)
      } else control(`${match[1]}${match[3]}`, (match[2] ?? '').split(';').filter(Boolean).map(Number))
      rest = rest.slice(match?.[0].length ?? character.length)
    }
  }
  const rows = () => Array.from({ length: size.rows }, (_, row) => (cells[row] ?? []).join('').trimEnd())
  return { write, rows, modes, written, resize: (next: Size) => void (size = next) }
}
