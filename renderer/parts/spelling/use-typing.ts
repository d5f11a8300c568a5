/** How a person is writing in a field just now: nothing is marked under their hands. */
import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

export interface Typing {
  /** Where they write, in UTF-16 units; null: they rest, or went elsewhere. The word there isn't finished. */
  readonly at: number | null
  /** An input method puts a word together. */
  readonly isComposing: boolean
}

/** After which a word counts as written, wherever the insertion mark stands. */
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
    const acts: Readonly<Record<string, () => void>> = {
      input: () => {
        clearTimeout(timer)
        timer = setTimeout(rest, restMs)
        const at = field.selectionStart
        setTyping((now) => ({ ...now, at }))
      },
      compositionstart: () => setTyping((now) => ({ ...now, isComposing: true })),
      compositionend: () => setTyping((now) => ({ ...now, isComposing: false })),
      // Not after each letter: React's own of a selection comes later than the letter.
      keyup: () => setTyping((now) => (now.at === field.selectionStart ? now : { ...now, at: null })),
      pointerup: rest,
      focusout: rest
    }
    const listen = (event: Event) => {
      if (event.target === field) acts[event.type]?.()
    }
    // Behind React, which listens further in: drawn between a letter and React's hearing of it, the field loses the letter.
    const page = field.ownerDocument
    for (const name of Object.keys(acts)) page.addEventListener(name, listen)
    return () => {
      clearTimeout(timer)
      for (const name of Object.keys(acts)) page.removeEventListener(name, listen)
    }
  }, [textbox])
  return typing
}
