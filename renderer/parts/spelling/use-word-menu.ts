/** The menu of a marked word: a right click on it, or the menu key or Shift+F10 with the caret in it. */
import { useEffect } from 'react'
import type { RefObject } from 'react'
import { call } from '../../bridge/call'
import { report } from '../../bridge/report'
import { askAgain } from './known-words-view-store'

export interface WordMenuPlaces {
  readonly textbox: RefObject<HTMLTextAreaElement | null>
  /** Contains the marks as elements with `data-at`. */
  readonly layer: RefObject<HTMLElement | null>
}

export function useWordMenu({ textbox, layer }: WordMenuPlaces): void {
  useEffect(() => {
    const field = textbox.current
    if (field === null) return
    const open = (event: MouseEvent) => {
      const mark = findMark(layer.current, event, field)
      if (mark === null) return
      event.preventDefault()
      const word = mark.textContent
      const at = Number(mark.dataset['at'])
      field.setSelectionRange(at, at + word.length)
      const [x, y] = [Math.max(0, Math.round(event.clientX)), Math.max(0, Math.round(event.clientY))]
      void call('spelling.offer', { word, x, y })
        .then(async ({ isRight }) => {
          if (isRight) await askAgain(() => true)
        })
        .catch(report)
    }
    field.addEventListener('contextmenu', open)
    return () => field.removeEventListener('contextmenu', open)
  }, [textbox, layer])
}

function findMark(
  layer: HTMLElement | null,
  { button, clientX, clientY }: MouseEvent,
  { selectionStart }: HTMLTextAreaElement
): HTMLElement | null {
  const marks = [...(layer?.querySelectorAll<HTMLElement>('[data-at]') ?? [])]
  const isByMouse = button === 2
  const isMeant = (mark: HTMLElement): boolean => {
    if (isByMouse) return [...mark.getClientRects()].some((box) => isIn(box, clientX, clientY))
    const at = Number(mark.dataset['at'])
    return selectionStart >= at && selectionStart <= at + mark.textContent.length
  }
  return marks.find(isMeant) ?? null
}

const isIn = ({ left, right, top, bottom }: DOMRect, x: number, y: number): boolean =>
  x >= left && x <= right && y >= top && y <= bottom
