/**
 * The whole terminal as a screen. Only this file writes escape sequences. It neutralizes every text that it draws, and
 * puts each at a fixed place of its own row, so that no text reaches another place.
 */
import { emitKeypressEvents, type Interface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { cutText, widthOf } from './cell-text'
import { terminalLine } from './terminal-text'

export interface Size {
  readonly columns: number
  readonly rows: number
}

export interface Key {
  /** `up`, `return`, `tab`, … or the letter; `paste` for pasted text. */
  readonly name: string
  /** What it types; empty: nothing. */
  readonly text: string
  readonly isShift: boolean
  readonly isControl: boolean
}

export type Style = 'plain' | 'strong' | 'faint' | 'bar' | 'question' | 'chosen' | 'good' | 'bad' | 'warning'

export interface Cells {
  /** The first column, from 0. */
  readonly at: number
  readonly width: number
  readonly text: string
  readonly style: Style
}

export interface Frame {
  readonly rows: readonly (readonly Cells[])[]
  /** Where text is typed; null: nowhere. */
  readonly cursor: { readonly row: number; readonly column: number } | null
}

export interface Screen {
  size(): Size
  draw(frame: Frame): void
  /** Draws every row again, also those that didn't change. */
  forget(): void
  /** Gives the terminal back as it was. */
  close(): void
}

export interface ScreenListeners {
  readonly onKey: (key: Key) => void
  readonly onResize: () => void
  readonly onInterrupt: () => void
}

/** A function that makes the terminal a screen until that is closed. */
export type OpenScreen = (listeners: ScreenListeners) => Screen

type Input = Readable & { setRawMode?: (isRaw: boolean) => unknown }
type Output = Writable & { readonly columns?: number; readonly rows?: number }

export interface ScreenStreams {
  readonly input: Input
  readonly output: Output
  readonly hasColor: boolean
}

const csi = '\u001b['
/** Other screen, no cursor, no wrapping at the end of a row, pasted text in brackets. */
const begin = `${csi}?1049h${csi}?25l${csi}?7l${csi}?2004h${csi}2J`
const end = `${csi}0m${csi}?2004l${csi}?7h${csi}?25h${csi}?1049l`

const plainStyles: Readonly<Record<Style, string>> = {
  plain: '',
  strong: '1',
  faint: '2',
  bar: '7',
  question: '1;7',
  chosen: '7',
  good: '',
  bad: '1',
  warning: '1'
}
const colorStyles: typeof plainStyles = {
  ...plainStyles,
  question: '1;30;43',
  good: '32',
  bad: '31',
  warning: '33'
}

/** In milliseconds: after this, an escape character is the key itself and not the start of a sequence. */
const escapeCodeTimeout = 50

export function openScreen(
  { input, output, hasColor }: ScreenStreams,
  { onKey, onResize, onInterrupt }: ScreenListeners
): Screen {
  const styles = hasColor ? colorStyles : plainStyles
  let drawn: readonly string[] = []
  let isOpen = true
  const readKey = readKeys((key) => (key.isControl && key.name === 'c' ? onInterrupt() : onKey(key)))
  const close = (): void => {
    if (!isOpen) return
    isOpen = false
    for (const name of endings) process.off(name, close)
    input.off('keypress', readKey)
    output.off('resize', onResize)
    input.setRawMode?.(false)
    input.pause()
    output.write(end)
  }
  // Also after a bug, before its message is printed.
  for (const name of endings) process.on(name, close)
  emitKeypressEvents(input, { escapeCodeTimeout } as unknown as Interface)
  input.setRawMode?.(true)
  input.on('keypress', readKey)
  input.resume()
  output.on('resize', onResize)
  output.write(begin)
  // Some terminals say 0 for a size that they don't know.
  const size = (): Size => ({ columns: output.columns || 80, rows: output.rows || 24 })
  return {
    size,
    draw: ({ rows, cursor }) => {
      if (!isOpen) return
      const { columns } = size()
      const written = rows.map((row) =>
        row.map((cells) => writeCells(inside(cells, columns), styles)).join('')
      )
      const changed = written.map((row, at) => (row === drawn[at] ? '' : `${csi}${at + 1};1H${csi}2K${row}`))
      drawn = written
      const place = cursor === null ? '' : `${csi}${cursor.row + 1};${cursor.column + 1}H${csi}?25h`
      output.write(`${csi}?25l${changed.join('')}${place}`)
    },
    forget: () => {
      drawn = []
      if (isOpen) output.write(`${csi}2J`)
    },
    close
  }
}

const endings = ['exit', 'uncaughtExceptionMonitor'] as const

function inside({ at, width, ...cells }: Cells, columns: number): Cells {
  return { ...cells, at, width: Math.min(width, columns - at) }
}

function writeCells({ at, width, text, style }: Cells, styles: typeof plainStyles): string {
  if (width < 1) return ''
  const shown = cutText(terminalLine(text), width)
  const padding = style === 'plain' ? '' : ' '.repeat(Math.max(0, width - widthOf(shown)))
  return `${csi}${at + 1}G${csi}${styles[style] || '0'}m${shown}${padding}${csi}0m`
}

interface Pressed {
  readonly name?: string
  readonly ctrl: boolean
  readonly meta: boolean
  readonly shift: boolean
}

/** Pasted text is one key, so that a line end in it is never taken for Enter. */
function readKeys(onKey: (key: Key) => void): (text: string | undefined, pressed: Pressed) => void {
  let pasted: string[] | null = null
  return (text, { name = '', ctrl, meta, shift }) => {
    if (name === 'paste-start') pasted = []
    else if (name === 'paste-end') {
      const whole = (pasted ?? []).join('')
      pasted = null
      onKey({ name: 'paste', text: whole, isShift: false, isControl: false })
    } else if (pasted === null) onKey(pressedKey({ text, name, ctrl, meta, shift }))
    else pasted.push(text ?? '')
  }
}

function pressedKey({
  text,
  name,
  ctrl,
  meta,
  shift
}: Required<Pressed> & { readonly text?: string | undefined }): Key {
  const isTyped = !ctrl && !meta && text !== undefined && !/\p{Cc}/u.test(text)
  return { name: name || (isTyped ? text : ''), text: isTyped ? text : '', isShift: shift, isControl: ctrl }
}
