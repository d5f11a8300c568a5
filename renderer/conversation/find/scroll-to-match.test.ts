import { expect, it, onTestFinished, vi } from 'vitest'
import { scrollToMatch } from './scroll-to-match'

/** A list with 100 px on screen, and a text in it whose position in the list a test changes. */
function createList() {
  const list = document.createElement('div')
  list.style.overflowY = 'auto'
  Object.defineProperties(list, { scrollHeight: { value: 5_000 }, clientHeight: { value: 100 } })
  const box = (top: number, height: number) => new DOMRect(0, top, 50, height)
  list.getBoundingClientRect = () => box(0, 100)
  document.body.append(list)
  onTestFinished(() => list.remove())
  const addText = (place: { top: number }) => {
    const words = document.createRange()
    const text = list.appendChild(document.createElement('p')).appendChild(new Text('quagga'))
    words.selectNodeContents(text)
    words.getBoundingClientRect = () => box(place.top - list.scrollTop, 10)
    return words
  }
  return { list, addText }
}

/** Frames and time pass when a test says so. */
function stopTime() {
  onTestFinished(() => void vi.restoreAllMocks())
  const frames = new Map<number, FrameRequestCallback>()
  let last = 0
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => {
    frames.set((last += 1), frame)
    return last
  })
  vi.spyOn(window, 'cancelAnimationFrame').mockImplementation((id) => void frames.delete(id))
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  const draw = (now: number) => {
    clock.mockReturnValue(now)
    const due = [...frames.values()]
    frames.clear()
    due.forEach((frame) => frame(now))
  }
  return { draw }
}

it('keeps the text in view while the list moves, however long a frame takes', () => {
  const { draw } = stopTime()
  const { list, addText } = createList()
  const place = { top: 1_000 }
  const words = addText(place)
  scrollToMatch(() => words)
  expect(list.scrollTop).toBe(950)
  draw(2_000)
  place.top = 3_000
  draw(4_000)
  expect(list.scrollTop).toBe(2_950)
})

it('keeps the text in view that replaced what was found', () => {
  const { draw } = stopTime()
  const { list, addText } = createList()
  const before = addText({ top: 1_000 })
  let words = before
  scrollToMatch(() => words)
  words = addText({ top: 2_000 })
  before.startContainer.parentElement?.remove()
  draw(16)
  expect(list.scrollTop).toBe(1_950)
})

it.each(['wheel', 'keydown'])('leaves the list to the user after %s', (gesture) => {
  const { draw } = stopTime()
  const { list, addText } = createList()
  const place = { top: 1_000 }
  const words = addText(place)
  scrollToMatch(() => words)
  window.dispatchEvent(new Event(gesture))
  place.top = 3_000
  draw(16)
  expect(list.scrollTop).toBe(950)
})
