/** Which presses are reported to main, by events in the order in which Chromium sends them. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { PressReport } from '../app/contract/approval/press-report'

const told = vi.hoisted((): PressReport[] => [])
vi.mock('electron', () => ({
  ipcRenderer: { send: (_channel: string, report: PressReport) => void told.push(report) }
}))

/** The parts of an element that are read. */
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

/** Without a waiting script: promises continue between two listeners. */
async function fire(name: string, event: object = {}): Promise<void> {
  for (const hear of eventFor(name, event)) {
    hear()
    await Promise.resolve()
  }
}

/** By a script, which waits until all listeners have run. */
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

describe('a click of assistive technology', () => {
  it.each([
    ['no other press', async () => {}],
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
      'Enter that was released in another window',
      async () => {
        await down('Enter', { target: lines })
        await fire('blur', { target: page })
      }
    ]
  ])('SEC-11-4 is reported after %s', async (_, before) => {
    await before()
    told.length = 0
    await click(-1)
    expect(told).toEqual([expect.objectContaining({ kind: 'assistive', isActivating: true, places: ['q'] })])
  })
})

it.each(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'])(
  'reports nothing for the modifier key %s',
  async (key) => {
    await down(key)
    expect(told).toEqual([])
  }
)

describe('a click with its press', () => {
  it("isn't reported for the mouse", async () => {
    await fire('pointerdown', { pointerId: 1, button: 0, pointerType: 'mouse' })
    await click(1)
    expect(told).toEqual([expect.objectContaining({ kind: 'pointer', places: ['q'] })])
  })

  it("isn't reported for a finger, which lifts before the click comes", async () => {
    await fire('pointerdown', { pointerId: 7, button: 0, pointerType: 'touch' })
    await fire('pointerup', { pointerId: 7, pointerType: 'touch' })
    await new Promise((resolve) => setTimeout(resolve))
    await click(7)
    expect(told).toEqual([expect.objectContaining({ kind: 'pointer', isActivating: true, places: ['q'] })])
  })

  it("isn't reported for Enter, repeated or not, and for Space", async () => {
    await down('Enter')
    await click(-1)
    await down('Enter', { repeat: true })
    await click(-1)
    await up('Enter')
    await down(' ')
    await up(' ')
    expect(told.map((report) => report.type === 'press' && report.kind)).toEqual(['key', 'key'])
  })

  it("isn't reported for a press on a label", async () => {
    await fire('pointerdown', { pointerId: 1, button: 0, target: oneLine })
    await click(1, { timeStamp: 5_000 })
    await click(-1, { timeStamp: 5_000 })
    expect(told).toHaveLength(1)
  })

  it("isn't reported for a script, made through a label", () => {
    fireByScript('click', { pointerId: -1 })
    expect(told).toEqual([])
  })
})

describe('a key', () => {
  it.each([
    ['Enter in an input method', 'Enter', { isComposing: true, target: oneLine }],
    ['Enter in a multiline text', 'Enter', { target: lines }],
    ['Space in a text', ' ', { target: oneLine }],
    ['Enter with Control in a multiline text', 'Enter', { ctrlKey: true, target: lines }],
    ['Enter with Control and Alt', 'Enter', { ctrlKey: true, altKey: true }],
    ['Space with Control', ' ', { ctrlKey: true }],
    ['a letter', 'a', {}]
  ])('SEC-11-4 activates nothing in a question: %s', async (_, key, more) => {
    await down(key, more)
    expect(told).toHaveLength(1)
    expect(activating()).toEqual([])
  })

  it('activates with Enter on a button and in a single-line field, and with Space on a button', async () => {
    await down('Enter')
    await up('Enter')
    await down('Enter', { target: oneLine })
    await up('Enter')
    await down(' ')
    expect(activating()).toHaveLength(3)
  })

  it('activates with Enter and Control or Command, which allows the waiting call', async () => {
    await down('Enter', { ctrlKey: true })
    await up('Enter')
    await down('Enter', { metaKey: true })
    expect(activating()).toHaveLength(2)
  })
})
