import { act, fireEvent, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { subscribe } from '../../bridge/subscribe'
import { installFakeBridge, type FakeBridge } from '../../testing/fake-bridge'
import { sampleSnapshot } from '../../testing/sample-state'
import { show } from '../../testing/show'
import { clearKnownWords } from './known-words-view-store'
import { SpellingMarks } from './spelling-marks'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  clearKnownWords()
})

function Field({ begin }: { readonly begin: string }) {
  const [text, setText] = useState(begin)
  const textbox = useRef<HTMLTextAreaElement>(null)
  return (
    <>
      <SpellingMarks text={text} textbox={textbox} className={undefined} />
      <textarea ref={textbox} value={text} onChange={(event) => setText(event.target.value)} />
    </>
  )
}

const wrong = new Set(['recieve', 'lettr'])

async function showField(begin: string): Promise<FakeBridge> {
  const bridge = installFakeBridge({
    handlers: { 'spelling.check': ({ words }) => ({ wrong: words.filter((word) => wrong.has(word)) }) }
  })
  const { ready } = subscribe()
  show(<Field begin={begin} />)
  await act(async () => ready)
  return bridge
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox')
const marked = () => [...document.querySelectorAll('[data-at]')].map(({ textContent }) => textContent)

/** As if typed, with the caret after it. */
function type(text: string): void {
  fireEvent.input(field(), { target: { value: text } })
}

test('checks words once, after a short pause in typing', async () => {
  const bridge = await showField('recieve a letter')
  expect(bridge.inputsOf('spelling.check')).toEqual([])
  await pass(300)
  expect(bridge.inputsOf('spelling.check')).toEqual([{ words: ['recieve', 'letter'] }])
  expect(marked()).toEqual(['recieve'])
  type('recieve a letter: ')
  expect(marked()).toEqual(['recieve'])
  await pass(2_000)
  expect(bridge.inputsOf('spelling.check')).toHaveLength(1)
})

test('ignores the word being typed until the user pauses or moves the caret', async () => {
  await showField('a')
  type('a recieve')
  await pass(400)
  expect(marked()).toEqual([])
  await pass(1_100)
  await pass(300)
  expect(marked()).toEqual(['recieve'])
  type('a recieve lettr')
  await pass(400)
  expect(marked()).toEqual(['recieve'])
  field().setSelectionRange(0, 0)
  fireEvent.keyUp(field())
  await pass(400)
  expect(marked()).toEqual(['recieve', 'lettr'])
})

test('checks and marks nothing while an input method composes a word', async () => {
  const bridge = await showField('recieve ')
  await pass(300)
  expect(marked()).toEqual(['recieve'])
  fireEvent.compositionStart(field())
  type('recieve lettr')
  await pass(3_000)
  expect(marked()).toEqual([])
  expect(bridge.inputsOf('spelling.check')).toHaveLength(1)
  fireEvent.compositionEnd(field())
  await pass(300)
  expect(marked()).toEqual(['recieve', 'lettr'])
})

test('rechecks the text with other dictionaries, and learns words from another window on return', async () => {
  const bridge = await showField('recieve a lettr')
  await pass(300)
  expect(marked()).toEqual(['recieve', 'lettr'])
  bridge.handle({ 'spelling.check': () => ({ wrong: ['lettr'] }) })
  const { settings } = sampleSnapshot()
  const values = { ...settings.values, 'spelling.languages': ['fr'] }
  act(() => bridge.emit('settings.changed', { ...settings, values }))
  await pass(300)
  expect(marked()).toEqual(['lettr'])
  bridge.handle({ 'spelling.check': () => ({ wrong: [] }) })
  fireEvent.focus(window)
  await pass(0)
  expect(marked()).toEqual([])
})

test('offers corrections by the menu key for the word at the caret, and the usual menu for a correct word', async () => {
  const bridge = await showField('a recieve b')
  await pass(300)
  bridge.handle({ 'spelling.offer': () => ({ isRight: true }), 'spelling.check': () => ({ wrong: [] }) })
  field().setSelectionRange(0, 0)
  expect(fireEvent.contextMenu(field(), { button: 0 })).toBe(true)
  field().setSelectionRange(4, 4)
  expect(fireEvent.contextMenu(field(), { button: 0, clientX: 7.6, clientY: 9 })).toBe(false)
  expect(bridge.inputsOf('spelling.offer')).toEqual([{ word: 'recieve', x: 8, y: 9 }])
  expect([field().selectionStart, field().selectionEnd]).toEqual([2, 9])
  await pass(0)
  expect(marked()).toEqual([])
})

test('marks nothing in a text that is too long, and hides marks from screen readers', async () => {
  const bridge = await showField('recieve '.repeat(6_000))
  await pass(2_000)
  expect(bridge.inputsOf('spelling.check')).toEqual([])
  type('recieve ')
  await pass(300)
  expect(marked()).toEqual(['recieve'])
  expect(document.querySelector('[data-at]')?.closest('[aria-hidden="true"]')).not.toBeNull()
})
