import { expect, onTestFinished, test, vi } from 'vitest'
import { stickToBottom } from './stick-to-bottom'
import { soon } from '../../../app/testing/soon'

/** A list in a window of 100 px, whose height and scroll position are set as a browser would set them. */
function scrolled(height: number) {
  const element = document.createElement('div')
  const state = { height, top: height - 100 }
  Object.defineProperties(element, {
    clientHeight: { value: 100 },
    scrollHeight: { get: () => state.height },
    scrollTop: {
      get: () => state.top,
      set: (top: number) => {
        state.top = Math.min(top, state.height - 100)
      }
    }
  })
  const scrollTo = (top: number) => {
    state.top = top
    element.dispatchEvent(new Event('scroll'))
  }
  return { element, state, scrollTo }
}

function follow(height: number) {
  const list = scrolled(height)
  const onChange = vi.fn<(isAtEnd: boolean) => void>()
  const follower = stickToBottom(onChange)
  follower.attach(list.element)
  list.scrollTo(height - 100)
  return { ...list, follower, onChange }
}

test('keeps following a list that shrinks and moves automatically', () => {
  const { state, scrollTo, follower, onChange } = follow(1_000)
  state.height = 950
  scrollTo(700)
  expect(onChange).not.toHaveBeenCalled()
  state.height = 1_200
  follower.grown(1_200)
  expect(state.top).toBe(1_100)
})

test('follows a grown list as far as it is measured', () => {
  const { state, scrollTo, follower, onChange } = follow(1_000)
  follower.grown(1_000)
  state.height = 3_000
  scrollTo(890)
  expect(state.top).toBe(900)
  follower.grown(3_000)
  expect(state.top).toBe(2_900)
  expect(onChange).not.toHaveBeenCalled()
})

test('follows a list that moves itself after it grew, however long the computer draws it', () => {
  onTestFinished(() => void vi.restoreAllMocks())
  const frames: FrameRequestCallback[] = []
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  const draw = () => frames.splice(0).forEach((frame) => frame(0))
  const { state, scrollTo, follower, onChange } = follow(1_000)
  state.height = 1_200
  follower.grown(1_200)
  scrollTo(1_100)
  clock.mockReturnValue(5_000)
  scrollTo(1_040)
  expect(state.top).toBe(1_100)
  scrollTo(1_100)
  draw()
  draw()
  clock.mockReturnValue(5_900)
  scrollTo(1_040)
  expect([state.top, onChange.mock.calls]).toEqual([1_100, []])
  scrollTo(1_100)
  clock.mockReturnValue(6_100)
  scrollTo(1_040)
  expect(onChange.mock.calls).toEqual([[false]])
})

test('treats scrolling up as the user’s, also while the list grows', () => {
  const { element, state, scrollTo, follower, onChange } = follow(1_000)
  element.dispatchEvent(new Event('wheel'))
  state.height = 1_040
  scrollTo(600)
  expect(onChange).toHaveBeenLastCalledWith(false)
  follower.grown(1_040)
  expect(state.top).toBe(600)
  scrollTo(940)
  expect(onChange).toHaveBeenLastCalledWith(true)
})

test('stops following after scrolling up in an unchanged list, and follows again after a jump', () => {
  const { state, scrollTo, follower, onChange } = follow(1_000)
  scrollTo(300)
  expect(onChange).toHaveBeenLastCalledWith(false)
  follower.jump()
  expect(state.top).toBe(900)
  expect(onChange).toHaveBeenLastCalledWith(true)
})

test.each(['scrollTo', 'scrollBy'] as const)(
  'keeps following the end when the list moves its content by %s, until the user scrolls',
  (method) => {
    const { element, state, scrollTo, onChange } = follow(1_000)
    element[method]({ top: 0 })
    scrollTo(700)
    expect(onChange).not.toHaveBeenCalled()
    expect(state.top).toBe(900)
    scrollTo(900)
    element[method]({ top: 0 })
    element.dispatchEvent(new Event('wheel'))
    scrollTo(700)
    expect(onChange).toHaveBeenLastCalledWith(false)
  }
)

const pointer = (type: string, buttons: number) => new PointerEvent(type, { bubbles: true, buttons })

test.each([
  ['a press on a button in it', [pointer('pointerdown', 1), pointer('pointerup', 0)]],
  ['a key on a button in it', [new KeyboardEvent('keydown', { bubbles: true, key: 'Enter' })]]
])('ignores %s and keeps following an answer that shrinks and grows with it', (_, events) => {
  const { element, state, scrollTo, onChange } = follow(1_000)
  document.body.append(element)
  element.innerHTML = '<button></button>'
  for (const event of events) element.firstElementChild?.dispatchEvent(event)
  state.height = 950
  scrollTo(700)
  expect(onChange).not.toHaveBeenCalled()
  expect(state.top).toBe(850)
  element.remove()
})

test('treats a scrolling key as the user’s, also while the list grows', () => {
  const { element, state, scrollTo, onChange } = follow(1_000)
  element.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageUp' }))
  state.height = 1_040
  scrollTo(600)
  expect(onChange).toHaveBeenLastCalledWith(false)
})

test.each([
  ['keeps following', 'a question in view takes the focus while the list moves', 20, true],
  ['stops following', 'the focus moves up out of view', -80, false]
])('%s the end when %s', (_, _when, y, isFollowing) => {
  const { element, state, scrollTo, follower, onChange } = follow(1_000)
  document.body.append(element)
  element.innerHTML = '<section tabindex="-1"></section>'
  const section = element.querySelector('section')!
  vi.spyOn(section, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, y, 100, 60))
  section.focus({ preventScroll: true })
  state.height = 950
  scrollTo(700)
  expect(onChange.mock.calls).toEqual(isFollowing ? [] : [[false]])
  follower.grown(950)
  expect(state.top).toBe(isFollowing ? 850 : 700)
  element.remove()
})

test('treats movement while a pointer is pressed as the user’s, such as on the scroll bar, and not after', () => {
  const { element, state, scrollTo, follower, onChange } = follow(1_000)
  document.body.append(element)
  element.dispatchEvent(pointer('pointerdown', 1))
  follower.grown(1_000)
  scrollTo(600)
  expect(onChange).toHaveBeenLastCalledWith(false)
  document.dispatchEvent(pointer('pointermove', 0))
  follower.jump()
  scrollTo(700)
  expect(onChange).toHaveBeenLastCalledWith(true)
  expect(state.top).toBe(900)
  element.remove()
})

test.each([
  ['grown', (list: ReturnType<typeof follow>) => list.follower.grown(1_000)],
  ['gone to its end', (list: ReturnType<typeof follow>) => list.follower.jump()]
])('ignores movement of a list that has just %s', (_, act) => {
  const list = follow(1_000)
  act(list)
  list.scrollTo(700)
  expect(list.onChange).not.toHaveBeenCalled()
  expect(list.state.top).toBe(900)
})

test('is away from the end once the list grows after a release with the end in view', async () => {
  const { state, follower, onChange } = follow(1_000)
  follower.letGo()
  expect(onChange).not.toHaveBeenCalled()
  state.height = 1_200
  follower.grown(1_200)
  await vi.waitFor(() => expect(onChange.mock.calls).toEqual([[false]]), soon)
  expect(state.top).toBe(900)
})

test.each([
  ['what is unfolded at the end', '<button aria-expanded="false"></button>', 900],
  ['what is folded again', '<button aria-expanded="true"></button>', 1_100],
  ['a menu', '<button aria-expanded="false" aria-haspopup="menu"></button>', 1_100],
  ['any other button', '<button></button>', 1_100]
])('leaves the list where the user looks, or at its end, after a press on %s', async (_, html, top) => {
  const { element, state, follower } = follow(1_000)
  element.innerHTML = html
  element.querySelector('button')?.click()
  state.height = 1_200
  follower.grown(1_200)
  await vi.waitFor(() => expect(state.top).toBe(top), soon)
})

test('offers no jump when the end is in view from the start', async () => {
  const onChange = vi.fn<(isAtEnd: boolean) => void>()
  const follower = stickToBottom(onChange, false)
  follower.attach(scrolled(100).element)
  follower.grown(100)
  await vi.waitFor(() => expect(onChange.mock.calls).toEqual([[true]]), soon)
})
