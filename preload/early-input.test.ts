/** The first frame before the page's script runs. */
import { beforeEach, expect, it, vi } from 'vitest'
import { earlyBox, escapedEarly, pressedEarly, sentEarly } from '../app/contract/bridge/early-input'
import { keepEarlyInput } from './early-input'

class FakeElement {
  value = ''
  readonly marks = new Set<string>()
  closest = (): FakeElement => this
  setAttribute = (name: string) => void this.marks.add(name)
  removeAttribute = (name: string) => void this.marks.delete(name)
}

let page: { name: string; hear: (event: object) => void }[]
let box: FakeElement | null
let buttons: FakeElement[]
beforeEach(() => {
  page = []
  box = new FakeElement()
  buttons = [new FakeElement(), new FakeElement()]
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('window', {
    addEventListener: (name: string, hear: (event: object) => void) => page.push({ name, hear }),
    removeEventListener: (name: string) => (page = page.filter((each) => each.name !== name))
  })
  vi.stubGlobal('document', {
    readyState: 'complete',
    querySelector: (selector: string) => (selector === `textarea[${earlyBox}]` ? box : null),
    querySelectorAll: (selector: string) => buttons.filter(({ marks }) => marks.has(selector.slice(1, -1)))
  })
  keepEarlyInput()
})

function send(name: string, event: object) {
  const preventDefault = vi.fn()
  for (const each of page) if (each.name === name) each.hear({ ...event, preventDefault })
  return preventDefault.mock.calls.length > 0
}

const enter = { key: 'Enter', shiftKey: false, isComposing: false }

function press(value: string, event: object = {}) {
  const pressed = Object.assign(box ?? new FakeElement(), { value })
  const isPrevented = send('keydown', { ...enter, ...event, target: pressed })
  return { isPrevented, isSent: pressed.marks.has(sentEarly) }
}

it('marks a message that is sent', () => {
  expect(press('Hello')).toEqual({ isPrevented: true, isSent: true })
})

it.each([{ key: 'a' }, { shiftKey: true }, { isComposing: true }])(
  'leaves %o to the message box',
  (event) => {
    expect(press('Hello', event)).toEqual({ isPrevented: false, isSent: false })
  }
)

it('sends no empty message', () => {
  expect(press(' ')).toEqual({ isPrevented: true, isSent: false })
})

it('marks Escape, unless it ends a composition', () => {
  send('keydown', { key: 'Escape', isComposing: true })
  expect(box?.marks.has(escapedEarly)).toBe(false)
  send('keydown', { key: 'Escape', isComposing: false })
  expect(box?.marks.has(escapedEarly)).toBe(true)
})

it('marks the button that was pressed last', () => {
  for (const target of buttons) send('click', { target })
  expect(buttons.map(({ marks }) => marks.has(pressedEarly))).toEqual([false, true])
})

it('leaves everything to the page once it has taken over', () => {
  box = null
  expect(press('Hello')).toEqual({ isPrevented: false, isSent: false })
  send('click', { target: buttons[0] })
  expect(buttons[0]?.marks.size).toBe(0)
  expect(page).toEqual([])
})
