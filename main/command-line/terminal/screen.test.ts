/** The screen on a fake terminal that throws at every sequence and every control character that isn't Parley's. */
import { describe, expect, it, vi } from 'vitest'
import { createFakeTerminal, usualModes } from './fake-terminal'
import { openScreen, type Cells, type Key, type Screen } from './screen'
import { PassThrough } from 'node:stream'

const size = { columns: 20, rows: 4 }
const cells = (text: string, { at = 0, width = 20 } = {}): Cells => ({ at, width, text, style: 'plain' })
const frame = (...rows: (readonly Cells[])[]) => ({ rows, cursor: null })

function open(hasColor = false) {
  const terminal = createFakeTerminal(size, hasColor)
  const keys: Key[] = []
  const onInterrupt = vi.fn<() => void>()
  const onResize = vi.fn<() => void>()
  const screen = terminal.openScreen({ onKey: (key) => keys.push(key), onResize, onInterrupt })
  return { terminal, screen, keys, onInterrupt, onResize }
}

describe('drawing', () => {
  it('writes only the rows that changed, and all of them after a resize', () => {
    const { terminal, screen } = open()
    screen.draw(frame([cells('one')], [cells('two')]))
    expect(terminal.rows()).toEqual(['one', 'two', '', ''])
    screen.draw(frame([cells('one')], [cells('three')]))
    expect(terminal.rows()).toEqual(['one', 'three', '', ''])
    expect(terminal.written()).toEqual([0, 1, 1])
    screen.forget()
    screen.draw(frame([cells('one')], [cells('three')]))
    expect(terminal.written()).toEqual([0, 1, 1, 0, 1])
    screen.close()
  })

  it.each([
    ['an escape sequence', 'a\u001b[2J\u001b[1;1Hb'],
    ['a sequence of one character', '\u009b2Jb'],
    ['a line end', 'a\r\nb'],
    ['a backspace', 'a\bb'],
    ['a title', '\u001b]0;gone\u0007b'],
    ['a change of direction', 'a\u202eb']
  ])('shows %s as marks in its own cells', (_what, text) => {
    const { terminal, screen } = open()
    screen.draw(frame([cells('Parley')], [cells(text, { width: 12 }), cells('own', { at: 14, width: 4 })]))
    expect(terminal.rows()[0]).toBe('Parley')
    expect(terminal.rows()[1]).toContain('‹U+')
    expect(terminal.rows()[1]?.slice(14)).toBe('own')
    expect(terminal.rows().slice(2)).toEqual(['', ''])
    screen.close()
  })

  it('cuts what is too long for its cells or for the terminal', () => {
    const { terminal, screen } = open()
    screen.draw(
      frame(
        [cells('漢字漢字漢字', { width: 5 }), cells('x', { at: 6 })],
        [cells('a'.repeat(99), { at: 18, width: 99 })],
        [cells('outside', { at: 20 })]
      )
    )
    expect(terminal.rows()).toEqual(['漢字… x', `${' '.repeat(18)}a…`, '', ''])
    screen.close()
  })

  it('uses colors only where they are wanted', () => {
    const bytes: string[] = []
    const output = Object.assign(new PassThrough(), size)
    output.on('data', (chunk: Buffer) => bytes.push(chunk.toString()))
    const listeners = { onKey: () => {}, onResize: () => {}, onInterrupt: () => {} }
    for (const hasColor of [false, true]) {
      const screen = openScreen({ input: new PassThrough(), output, hasColor }, listeners)
      screen.draw(frame([{ ...cells('failed'), style: 'bad' }], [{ ...cells('asks'), style: 'question' }]))
      screen.close()
      // 31 is red, 43 is yellow behind the text.
      expect(bytes.splice(0).join('')).toEqual(
        hasColor ? expect.stringMatching(/\[31m.*;43m/su) : expect.not.stringMatching(/\[(?:\d+;)*[34]\dm/u)
      )
    }
  })
})

describe('keys', () => {
  it.each([
    ['a', { name: 'a', text: 'a' }],
    ['Q', { name: 'q', text: 'Q' }],
    ['ü', { text: 'ü' }],
    ['/', { text: '/' }],
    ['\r', { name: 'return', text: '' }],
    ['\u001b[A', { name: 'up', text: '' }],
    ['\u001b[6~', { name: 'pagedown', text: '' }],
    ['\u001b[Z', { name: 'tab', isShift: true, text: '' }],
    ['\u007f', { name: 'backspace', text: '' }],
    ['\u000c', { name: 'l', isControl: true, text: '' }]
  ])('reads %j', async (bytes, key) => {
    const { terminal, screen, keys } = open()
    terminal.press(bytes)
    await expect.poll(() => keys).toEqual([expect.objectContaining(key)])
    screen.close()
  })

  it('reads Escape, which also begins other keys', async () => {
    const { terminal, screen, keys } = open()
    terminal.press('\u001b')
    await expect.poll(() => keys.map(({ name }) => name)).toEqual(['escape'])
    screen.close()
  })

  it('takes pasted text as one key, so that its line ends are no Enter', async () => {
    const { terminal, screen, keys } = open()
    terminal.press('\u001b[200~yes\r\nno\u001b[201~x')
    await expect
      .poll(() => keys.map(({ name, text }) => [name, text]))
      .toEqual([
        ['paste', 'yes\r\nno'],
        ['x', 'x']
      ])
    screen.close()
  })

  it('reports Ctrl+C apart from other keys', async () => {
    const { terminal, screen, keys, onInterrupt } = open()
    terminal.press('\u0003')
    await expect.poll(() => onInterrupt.mock.calls.length).toBe(1)
    expect(keys).toEqual([])
    screen.close()
  })
})

describe('the terminal afterwards', () => {
  const events: NodeJS.EventEmitter = process
  const endings: readonly (readonly [string, (screen: Screen) => void])[] = [
    ['is closed', (screen) => screen.close()],
    ['process ends', () => void events.emit('exit', 0)],
    ['process fails', () => void events.emit('uncaughtExceptionMonitor', new Error('of the test'))]
  ]

  it.each(endings)('is as before when the %s', (_how, end) => {
    const { terminal, screen } = open()
    screen.draw(frame([cells('one')]))
    expect(terminal.modes()).toEqual({ on: ['1049', '2004'], isRaw: true })
    const listening = process.listenerCount('exit')
    end(screen)
    expect(terminal.modes()).toEqual({ on: usualModes, isRaw: false })
    expect(process.listenerCount('exit')).toBe(listening - 1)
    // What comes too late isn't drawn over the user's own lines.
    screen.draw(frame([cells('two')]))
    expect(terminal.rows()[0]).toBe('one')
  })
})
