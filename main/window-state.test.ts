import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  fitBounds,
  calculateBounds,
  readWindowState,
  stepZoom,
  withPlace,
  writeWindowState
} from './window-state'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'parley-window-'))
  file = path.join(folder, 'window.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

const first = {
  bounds: null,
  isMaximized: false,
  others: [],
  quick: { bounds: null, isMaximized: false },
  theme: 'system',
  language: null,
  zoom: 1,
  isStayTold: false
}

describe('the file', () => {
  test('is read with the values that were written', () => {
    const state = {
      bounds: { x: -5, y: 0, width: 900, height: 700 },
      isMaximized: true,
      others: [
        { bounds: null, isMaximized: false },
        { bounds: { x: 1, y: 2, width: 700, height: 600 }, isMaximized: true }
      ],
      quick: { bounds: { x: 9, y: 8, width: 640, height: 480 }, isMaximized: false },
      theme: 'dark' as const,
      language: 'de' as const,
      zoom: 1.25,
      isStayTold: true
    }
    writeWindowState(file, state)
    expect(readWindowState(file)).toEqual(state)
  })

  test('is the default without a file', () => {
    expect(readWindowState(file)).toEqual(first)
  })

  test.each([
    '',
    'null',
    '[]',
    '7',
    '{',
    '{"bounds":{"x":1}}',
    '{"bounds":{"x":1e99,"y":0,"width":1,"height":1}}',
    '{"theme":"pink"}',
    '{"zoom":40}',
    '{"others":7}'
  ])('is the default for the content %j', (text) => {
    writeFileSync(file, text)
    expect(readWindowState(file)).toEqual(first)
  })

  test('loses only an invalid value', () => {
    writeFileSync(file, '{"bounds":"wide","isMaximized":true,"theme":"light"}')
    expect(readWindowState(file)).toEqual({ ...first, isMaximized: true, theme: 'light' })
  })
})

describe('the bounds of several windows', () => {
  const place = (x: number) => ({ bounds: { x, y: 0, width: 700, height: 600 }, isMaximized: false })

  test('are kept per window, and empty for a window that was never closed', () => {
    let state = readWindowState(file)
    state = withPlace(state, 0, place(10))
    state = withPlace(state, 2, place(30))
    expect([0, 1, 2, 3].map((number) => calculateBounds(state, number).bounds?.x)).toEqual([
      10,
      undefined,
      30,
      undefined
    ])
    state = withPlace(state, 1, place(20))
    writeWindowState(file, state)
    const read = readWindowState(file)
    expect([0, 1, 2].map((number) => calculateBounds(read, number).bounds)).toEqual(
      [10, 20, 30].map((x) => place(x).bounds)
    )
  })

  test('lose only an invalid entry, and their number in the file is limited', () => {
    const others = [7, null, place(20), ...Array.from({ length: 100 }, () => place(1))]
    writeFileSync(file, JSON.stringify({ ...place(10), others }))
    const read = readWindowState(file)
    expect([1, 2, 3].map((number) => calculateBounds(read, number).bounds?.x)).toEqual([
      undefined,
      undefined,
      20
    ])
    expect(read.others).toHaveLength(20)
    expect(withPlace(read, 1_000, place(5))).toEqual(read)
  })
})

describe('bounds on the displays', () => {
  const left = { x: 0, y: 0, width: 1920, height: 1080 }
  const right = { x: 1920, y: 200, width: 1280, height: 800 }
  const at = (x: number, y: number, width = 1000, height = 700) => ({ x, y, width, height })

  test.each([
    ['inside', at(100, 100), at(100, 100)],
    ['on the second display', at(2000, 300), at(2000, 300)],
    ['partly off, but can be dragged', at(-800, 100), at(-800, 100)],
    ['off to the left', at(-950, 100), null],
    ['on a removed display', at(5000, 100), null],
    ['below', at(100, 1070), null],
    ['a little above', at(100, -20), at(100, 0)],
    ['far above', at(100, -600), null],
    ['larger than the display', at(0, 0, 5000, 4000), at(0, 0, 1920, 1080)],
    ['smaller than the minimum size', at(10, 10, 200, 100), at(10, 10, 640, 480)]
  ])('are fitted or dropped: %s', (_name, bounds, fitted) => {
    expect(fitBounds(bounds, [left, right])).toEqual(fitted)
  })

  test('are null without saved bounds or a display', () => {
    expect(fitBounds(null, [left])).toBeNull()
    expect(fitBounds(at(0, 0), [])).toBeNull()
  })
})

describe('zoom', () => {
  test('goes up to three times and down to half, and resets at once', () => {
    expect(stepZoom(1, 'in')).toBe(1.1)
    expect(stepZoom(1, 'out')).toBe(0.9)
    expect(stepZoom(3, 'in')).toBe(3)
    expect(stepZoom(0.5, 'out')).toBe(0.5)
    expect(stepZoom(1.75, 'reset')).toBe(1)
  })
})
