import { useLayoutEffect, type RefObject } from 'react'
import { earlyBox, sentEarly } from '../../../app/contract/bridge/early-input'

export interface EarlyTyping {
  readonly textbox: RefObject<HTMLTextAreaElement | null>
  readonly setText: (text: string) => void
  readonly setCaret: (position: number) => void
  readonly submit: () => void
}

/** Takes over what the user did in the message box of the first frame, before this script ran. */
export function useEarlyTyping({ textbox, setText, setCaret, submit }: EarlyTyping): void {
  // Before the next event, so that no letter is lost.
  useLayoutEffect(() => {
    const box = textbox.current
    if (box === null || !box.hasAttribute(earlyBox)) return
    box.removeAttribute(earlyBox)
    box.readOnly = false
    if (box.value === '') return
    setText(box.value)
    setCaret(box.selectionStart)
    if (box.hasAttribute(sentEarly)) submit()
    box.removeAttribute(sentEarly)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, for the box of the first frame
  }, [])
}
