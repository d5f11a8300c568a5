/** Events in the order in which Chromium brings them. */
import { beforeEach, describe, expect, it } from 'vitest'
import { createPressTrail, type KeyGoingDown, type PressTrail } from './press-trail'

let trail: PressTrail
let clock: number
beforeEach(() => {
  trail = createPressTrail()
  clock = 1_000
})

const unmodified = { repeat: false, isComposing: false, ctrlKey: false, altKey: false, metaKey: false }
const down = (key: string, more: Partial<KeyGoingDown> = {}): void =>
  trail.keyDown({ ...unmodified, ...more, key, timeStamp: (clock += 10) })
/** With the click that Space makes at this moment. */
function up(key: string): number | null {
  const forget = trail.keyUp({ key })
  const began = key === ' ' ? trail.beganAt({ pointerId: -1 }) : null
  forget()
  return began
}
function typed(key: string, more: Partial<KeyGoingDown> = {}): void {
  down(key, more)
  up(key)
}
const point = (pointerId: number): void => trail.pointerDown({ pointerId, timeStamp: (clock += 10) })
const clickOf = (pointerId: number): number | null => trail.beganAt({ pointerId })
/** As assistive technology makes it, and Enter. */
const click = (): number | null => trail.beganAt({ pointerId: -1 })

describe('a click of assistive technology is the end of no press', () => {
  it.each([
    ['nothing', () => {}],
    ['pressing Tab repeatedly', () => ['Tab', 'Tab', 'Tab'].forEach((key) => typed(key))],
    ['a message that was typed and sent', () => ['h', 'i', 'Enter'].forEach((key) => typed(key))],
    ['Space', () => typed(' ')],
    ['a key that is still pressed', () => down('Insert')],
    ['a keyboard shortcut', () => down(' ', { ctrlKey: true, altKey: true })],
    ['Enter in an input method', () => down('Enter', { isComposing: true })],
    ['a mouse click', () => void (point(1), clickOf(1))],
    ['a mouse button that is still pressed', () => point(1)],
    [
      'a key that was released in another window',
      () => {
        down('Enter')
        trail.letGo()
      }
    ]
  ])('after %s', (_, before) => {
    before()
    expect(click()).toBeNull()
  })
})

describe('a click is the end of', () => {
  it('Enter, while it goes down', () => {
    down('Enter')
    expect(click()).toBe(1_010)
  })

  it('the Enter that is held and repeats, however often it clicked', () => {
    down('Enter')
    click()
    down('Enter', { repeat: true })
    expect(click()).toBe(1_010)
  })

  it('Space, when it is released', () => {
    down(' ')
    clock += 500
    expect(up(' ')).toBe(1_010)
    expect(click()).toBeNull()
  })

  it('the key that went down last', () => {
    down('Enter')
    down(' ')
    expect(up(' ')).toBe(1_020)
  })

  it('a new press of the same key, not of the one before it', () => {
    down(' ')
    const forget = trail.keyUp({ key: ' ' })
    down(' ')
    forget()
    expect(click()).toBe(1_020)
  })

  it('the pointer that made it, no matter how long it was down and which keys are pressed', () => {
    point(1)
    clock += 2_000
    down('Enter')
    expect(clickOf(1)).toBe(1_010)
  })

  it('a press that was begun before anybody looked, and so before everything', () => {
    expect(clickOf(1)).toBe(-Infinity)
    down('Enter', { repeat: true })
    expect(click()).toBe(-Infinity)
  })

  it('the finger that made it, of several', () => {
    point(2)
    point(3)
    expect([clickOf(3), clickOf(2)]).toEqual([1_020, 1_010])
  })

  it('a finger, after a hundred others that moved the page', () => {
    for (let finger = 2; finger < 102; finger += 1) point(finger)
    expect(clickOf(101)).toBe(2_000)
  })
})
