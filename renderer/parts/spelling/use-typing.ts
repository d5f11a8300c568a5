/** How the user is typing in a field, so that the word being typed isn't marked. */
import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

export interface Typing {
  /** The caret in UTF-16 units; null: the user pauses or moved to another place. The word there isn't finished. */
  readonly at: number | null
  /** An input method is composing a word. */
  readonly isComposing: boolean
}

/** Pause in milliseconds after which a word counts as finished, wherever the caret is. */
const restMs = 1_500

const resting: Typing = { at: null, isComposing: false }

export function useTyping(textbox: RefObject<HTMLTextAreaElement | null>): Typing {
  const [typing, setTyping] = useState(resting)
  useEffect(() => {
    const field = textbox.current
    if (field === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const rest = () => {
      clearTimeout(timer)
      setTyping((now) => (now.at === null ? now : { ...now, at: null }))
    }
    const actions: Readonly<Record<string, () => void>> = {
      input: () => {
        clearTimeout(timer)
        timer = setTimeout(rest, restMs)
        const at = field.selectionStart
        setTyping((now) => ({ ...now, at }))
      },
      compositionstart: () => setTyping((now) => ({ ...now, isComposing: true })),
      compositionend: () => setTyping((now) => ({ ...now, isComposing: false })),
      // On the native event, because React's selection event comes later than the letter.
      keyup: () => setTyping((now) => (now.at === field.selectionStart ? now : { ...now, at: null })),
      pointerup: rest,
      focusout: rest
    }
    const listen = (event: Event) => {
      if (event.target === field) actions[event.type]?.()
    }
    // After React, which listens deeper: drawing between a letter and React's handling of it would lose the letter.
    const page = field.ownerDocument
    for (const name of Object.keys(actions)) page.addEventListener(name, listen)
    return () => {
      clearTimeout(timer)
      for (const name of Object.keys(actions)) page.removeEventListener(name, listen)
    }
  }, [textbox])
  return typing
}
