/**
 * Where in the page a question may stand instead of over it: in the card of its call, and, while that card is out of
 * sight, as a line above the message field. Elements of the conversation that is shown; whoever asks draws into them.
 */
import { useCallback, useEffect } from 'react'
import { create } from 'zustand'

interface QuestionPlacesState {
  /** By the id of the call that waits. */
  readonly cards: Readonly<Record<string, HTMLElement>>
  readonly line: HTMLElement | null
  /** Brings the question that is asked in the page before the person; null while none is. */
  readonly way: (() => void) | null
}

const usePlaces = create<QuestionPlacesState>()(() => ({ cards: {}, line: null, way: null }))

/** Null while the card isn't drawn. */
export function useCardPlace(callId: string): HTMLElement | null {
  return usePlaces((state) => state.cards[callId] ?? null)
}

/** Null while no conversation is drawn. */
export function useLinePlace(): HTMLElement | null {
  return usePlaces((state) => state.line)
}

type PlaceRef = (element: HTMLElement | null) => (() => void) | undefined

/** For the `ref` of the element in the card of a call that waits. A card that is drawn anew may come before the old one goes. */
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
export const takeLinePlace: PlaceRef = (element) => {
  if (element === null) return undefined
  usePlaces.setState({ line: element })
  return () => usePlaces.setState(({ line }) => (line === element ? { line: null } : {}))
}

/** For a question in the page: how to bring it before the person. */
export function useDeferredPlace(way: () => void): void {
  useEffect(() => {
    usePlaces.setState({ way })
    return () => usePlaces.setState((state) => (state.way === way ? { way: null } : {}))
  }, [way])
}

/** Nothing where a question lies over the page: it is before the person already. */
export function goToQuestion(): void {
  usePlaces.getState().way?.()
}
