/**
 * Where a question may appear in the page instead of over it: in its call's card and, while that card is out of view,
 * as a line above the message field. These are elements of the open conversation, and the question is drawn into
 * them.
 */
import { useCallback, useEffect } from 'react'
import { create } from 'zustand'

interface QuestionPlacesState {
  /** By the id of the waiting call. */
  readonly cards: Readonly<Record<string, HTMLElement>>
  readonly line: HTMLElement | null
  /** Shows the question in the page to the user; null while there is none. */
  readonly way: (() => void) | null
}

const usePlaces = create<QuestionPlacesState>()(() => ({ cards: {}, line: null, way: null }))

/** Null while the card isn't drawn. */
export function useCardPlace(callId: string): HTMLElement | null {
  return usePlaces((state) => state.cards[callId] ?? null)
}

/** Null while no conversation is drawn. */
export function useStripPlace(): HTMLElement | null {
  return usePlaces((state) => state.line)
}

/** Whether a question is in the page, and not over it. */
export function useHasQuestionInPage(): boolean {
  return usePlaces((state) => state.way !== null)
}

type PlaceRef = (element: HTMLElement | null) => (() => void) | undefined

/**
 * For the `ref` of the element in a waiting call's card. A redrawn card may be added before the old one is removed.
 */
export function useCardPlaceRef(callId: string): PlaceRef {
  return useCallback(
    (element) => {
      if (element === null) return undefined
      usePlaces.setState(({ cards }) => ({ cards: { ...cards, [callId]: element } }))
      return () =>
        usePlaces.setState(({ cards }) => {
          const { [callId]: current, ...others } = cards
          return current === element ? { cards: others } : {}
        })
    },
    [callId]
  )
}

/** For the `ref` of the element above the message field. */
export const setStripPlace: PlaceRef = (element) => {
  if (element === null) return undefined
  usePlaces.setState({ line: element })
  return () => usePlaces.setState(({ line }) => (line === element ? { line: null } : {}))
}

/** For a question in the page: scrolls to it and focuses it. */
export function useDeferredPlace(way: () => void): void {
  useEffect(() => {
    usePlaces.setState({ way })
    return () => usePlaces.setState((state) => (state.way === way ? { way: null } : {}))
  }, [way])
}

/** Nothing if a question is over the page, because it is already in front of the user. */
export function goToQuestion(): void {
  usePlaces.getState().way?.()
}
