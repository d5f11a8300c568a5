/**
 * Finds the press that a click ends, from the keys and pointers that went down before it. A pointer's click names its
 * pointer. Any other click belongs to Enter or Space while one of them is down, or to no press: assistive technology
 * clicks without pressing a key. Free of zod, because the preload and the page import it.
 */

export interface KeyGoingDown {
  readonly key: string
  readonly timeStamp: number
  readonly repeat: boolean
  readonly isComposing: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
}

export interface PointerGoingDown {
  readonly pointerId: number
  readonly timeStamp: number
}

export interface PressTrail {
  pointerDown(event: PointerGoingDown): void
  keyDown(event: KeyGoingDown): void
  /** Returns a function that forgets the key. Call it after the click that releasing Space causes. */
  keyUp(event: { readonly key: string }): () => void
  /** The window lost focus, so keys are released in a different window. */
  letGo(): void
  /**
   * When the press began that this click ends, or null if no press made it. Keys that were down before the first event
   * count as always down.
   */
  beganAt(click: { readonly pointerId?: number }): number | null
}

/** Ten fingers. */
const mostPointers = 10

export function createPressTrail(): PressTrail {
  const pointers = new Map<number, number>()
  const keys = new Map<string, { readonly beganAt: number }>()
  return {
    pointerDown: ({ pointerId, timeStamp }) => {
      pointers.delete(pointerId)
      pointers.set(pointerId, timeStamp)
      const [oldest] = pointers.keys()
      if (pointers.size > mostPointers && oldest !== undefined) pointers.delete(oldest)
    },
    keyDown: (event) => {
      const { key, repeat, timeStamp } = event
      if (!isPressingKey(event) || (repeat && keys.has(key))) return
      keys.delete(key)
      keys.set(key, { beganAt: repeat ? -Infinity : timeStamp })
    },
    keyUp: ({ key }) => {
      const ended = keys.get(key)
      return () => {
        if (keys.get(key) === ended) keys.delete(key)
      }
    },
    letGo: () => keys.clear(),
    beganAt: ({ pointerId = noPointer }) => {
      if (pointerId > noPointer) return pointers.get(pointerId) ?? -Infinity
      // A held key repeats until another one goes down.
      return [...keys.values()].at(-1)?.beganAt ?? null
    }
  }
}

/** What pointers have is greater, in every browser. */
const noPointer = 0

/** Ctrl+Enter, or Cmd+Enter: says yes once to the question that waits. Other keys with it belong to a screen reader. */
export function isApprovingKey(
  event: Pick<KeyGoingDown, 'key' | 'isComposing' | 'ctrlKey' | 'altKey' | 'metaKey'>
): boolean {
  const { key, isComposing, ctrlKey, altKey, metaKey } = event
  return key === 'Enter' && !isComposing && ctrlKey !== metaKey && !altKey
}

/** Whether it presses what has the focus: not for an input method, nor with what gives commands to a screen reader. */
export function isPressingKey(
  event: Pick<KeyGoingDown, 'key' | 'isComposing' | 'ctrlKey' | 'altKey' | 'metaKey'>
): boolean {
  const { key, isComposing, ctrlKey, altKey, metaKey } = event
  return (key === 'Enter' || key === ' ') && !isComposing && !ctrlKey && !altKey && !metaKey
}
