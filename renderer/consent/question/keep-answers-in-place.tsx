/** Keeps the answers of a question in place while its upper part changes, so that a press hits the intended answer. */
import { useLayoutEffect, useRef } from 'react'

/**
 * In a dialog: its lower end keeps its initial place, and content grows upwards. After the window is resized the
 * place is determined again.
 */
export function KeepDialogEnd() {
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const dialog = mark.current?.closest<HTMLElement>('[role="dialog"]')
    if (dialog === null || dialog === undefined) return
    const pin = () => {
      dialog.removeAttribute('style')
      const most = Number.parseFloat(getComputedStyle(dialog).maxHeight)
      const end = Math.max(0, Math.round((window.innerHeight - dialog.offsetHeight) / 2))
      Object.assign(dialog.style, { top: 'auto', bottom: `${end}px`, translate: '-50% 0' })
      dialog.style.maxHeight = `${Math.min(most || Infinity, window.innerHeight - end)}px`
    }
    pin()
    window.addEventListener('resize', pin)
    return () => window.removeEventListener('resize', pin)
  }, [])
  return <span ref={mark} hidden />
}

/**
 * In a card, which is part of the page: while the arguments are edited the part above the answers keeps its height
 * and scrolls.
 */
export function KeepBodyHeight({ isEditing }: { readonly isEditing: boolean }) {
  const mark = useRef<HTMLSpanElement>(null)
  const before = useRef<number | null>(null)
  useLayoutEffect(() => {
    const body = mark.current?.closest<HTMLElement>('[data-part="card-body"]')
    if (body === null || body === undefined) return
    if (!isEditing) {
      body.style.removeProperty('height')
      before.current = body.offsetHeight
    } else if (before.current !== null) body.style.setProperty('height', `${before.current}px`)
  })
  return <span ref={mark} hidden />
}
