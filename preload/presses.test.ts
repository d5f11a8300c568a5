/** What main is told of presses, by events in the order in which Chromium brings them. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PressReport } from '../app/contract/approval/press-report'

const told = vi.hoisted((): PressReport[] => [])
vi.mock('electron', () => ({
  ipcRenderer: { send: (_channel: string, report: PressReport) => void told.push(report) }
}))

/** As much of an element as is looked at. */
class FakeElement {
  readonly #selectors: readonly string[]
  constructor(...selectors: readonly string[]) {
    this.#selectors = selectors
  }
  closest(wanted: string): FakeElement | null {
    return wanted.split(', ').some((one) => this.#selectors.includes(one)) ? this : null
  }
  checkVisibility = () => true
  hasAttribute = (name: string) => this.#selectors.includes(`[${name}]`)
  getAttribute = (name: string) => (name === 'data-question' ? 'q' : null)
}

const yes = new FakeElement('button', '[data-approves]', '[data-question]')
const lines = new FakeElement('textarea')
const oneLine = new FakeElement('input')

type Hear = (event: object) => void
let listeners: { readonly name: string; readonly hear: Hear }[]
let page: object
let clock: number

beforeEach(async () => {
  told.length = 0
  listeners = []
  clock = 1_000
  page = { addEventListener: (name: string, hear: Hear) => listeners.push({ name, hear }) }
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', page)
  vi.stubGlobal('Element', FakeElement)
  const { watchPresses } = await import('./presses')
  watchPresses()
})
afterEach(() => void vi.unstubAllGlobals())

/** With nothing of the page waiting for it: promises go on between two listeners. */
async function fire(name: string, event: object = {}): Promise<void> {
  for (const hear of eventFor(name, event)) {
    hear()
    await Promise.resolve()
  }
}

/** By a script, which waits until all have heard of it. */
function fireByScript(name: string, event: object = {}): void {
  for (const hear of eventFor(name, event)) hear()
}

function eventFor(name: string, event: object): readonly (() => void)[] {
  const whole = { isTrusted: true, target: yes, timeStamp: (clock += 10), ...event }
  return listeners
    .filter((one) => one.name === name)
    .map(
      ({ hear }) =>
        () =>
          hear(whole)
    )
}

const unmodified = { repeat: false, isComposing: false, ctrlKey: false, altKey: false, metaKey: false }
const down = (key: string, more: object = {}) => fire('keydown', { ...unmodified, key, ...more })
async function up(key: string): Promise<void> {
  await fire('keyup', { key })
  if (key === ' ') await click(-1)
  await new Promise((resolve) => setTimeout(resolve))
}
const click = (pointerId: number, more: object = {}) => fire('click', { pointerId, ...more })
const activating = () => told.filter((report) => report.type === 'press' && report.isActivating)

describe('a click of assistive technology is told', () => {
  it.each([
    ['nothing', async () => {}],
    [
      'Tab … Tab',
      async () => {
        for (const key of ['Tab', 'Tab', 'Tab']) {
          await down(key)
          await up(key)
        }
      }
    ],
    [
      'a message that was typed and sent',
      async () => {
        for (const key of ['h', 'i', 'Enter']) {
          await down(key, { target: lines })
          await up(key)
        }
      }
    ],
    [
      'Enter that another window heard the end of',
      async () => {
        await down('Enter', { target: lines })
        await fire('blur', { target: page })
      }
    ]
  ])('SEC-11-4 though %s went before', async (_, before) => {
    await before()
    told.length = 0
    await click(-1)
    expect(told).toEqual([expect.objectContaining({ kind: 'assistive', isActivating: true, places: ['q'] })])
  })
})

describe('no click is told beside its press', () => {
  it('of the mouse', async () => {
    await fire('pointerdown', { pointerId: 1, button: 0, pointerType: 'mouse' })
    await click(1)
    expect(told).toEqual([expect.objectContaining({ kind: 'pointer', places: ['q'] })])
  })

  it('of a finger, which lifts before the click comes', async () => {
    await fire('pointerdown', { pointerId: 7, button: 0, pointerType: 'touch' })
    await fire('pointerup', { pointerId: 7, pointerType: 'touch' })
    await new Promise((resolve) => setTimeout(resolve))
    await click(7)
    expect(told).toEqual([expect.objectContaining({ kind: 'pointer', isActivating: true, places: ['q'] })])
  })

  it('of Enter, held or not, and of Space', async () => {
    await down('Enter')
    await click(-1)
    await down('Enter', { repeat: true })
    await click(-1)
    await up('Enter')
    await down(' ')
    await up(' ')
    expect(told.map((report) => report.type === 'press' && report.kind)).toEqual(['key', 'key'])
  })

  it('of a press on the label of something', async () => {
    await fire('pointerdown', { pointerId: 1, button: 0, target: oneLine })
    await click(1, { timeStamp: 5_000 })
    await click(-1, { timeStamp: 5_000 })
    expect(told).toHaveLength(1)
  })

  it('of a script, made through a label', () => {
    fireByScript('click', { pointerId: -1 })
    expect(told).toEqual([])
  })
})

describe('a key presses nothing', () => {
  it.each([
    ['Enter for an input method', 'Enter', { isComposing: true, target: oneLine }],
    ['Enter in a text of several lines', 'Enter', { target: lines }],
    ['Space in a text', ' ', { target: oneLine }],
    ['Enter with Control in a text of several lines', 'Enter', { ctrlKey: true, target: lines }],
    ['Enter with Control and Alt', 'Enter', { ctrlKey: true, altKey: true }],
    ['Space with Control', ' ', { ctrlKey: true }],
    ['a letter', 'a', {}]
  ])('SEC-11-4 for a question: %s', async (_, key, more) => {
    await down(key, more)
    expect(told).toHaveLength(1)
    expect(activating()).toEqual([])
  })

  it('but Enter on a button and in a field of one line do, and Space on a button', async () => {
    await down('Enter')
    await up('Enter')
    await down('Enter', { target: oneLine })
    await up('Enter')
    await down(' ')
    expect(activating()).toHaveLength(3)
  })

  it('but Enter with Control or Command does, which says yes to the call that waits', async () => {
    await down('Enter', { ctrlKey: true })
    await up('Enter')
    await down('Enter', { metaKey: true })
    expect(activating()).toHaveLength(2)
  })
})
