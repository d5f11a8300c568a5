/**
 * Where in the page a question may stand instead of over it: in the card of its call, and, while that card is out of
 * sight, as a line above the message field. Elements of the conversation that is shown; whoever asks draws into them.
 */
import { useCallback } from 'react'
import { create } from 'zustand'

interface QuestionPlacesState {
  /** By the id of the call that waits. */
  readonly cards: Readonly<Record<string, HTMLElement>>
  readonly line: HTMLElement | null
}

const usePlaces = create<QuestionPlacesState>()(() => ({ cards: {}, line: null }))

/** Null while the card isn't drawn. */
export function useCardPlace(callId: string): HTMLElement | null {
  return usePlaces((state) => state.cards[callId] ?? null)
}

/** Null while no conversation is drawn. */
export function useLinePlace(): HTMLElement | null {
  return usePlaces((state) => state.line)
}

/** For the `ref` of the element in the card of a call that waits. */
export function useCardPlaceRef(callId: string): (element: HTMLElement | null) => void {
  return useCallback(
    (element) =>
      usePlaces.setState(({ cards: { [callId]: _left, ...others } }) => ({
        cards: element === null ? others : { ...others, [callId]: element }
      })),
    [callId]
  )
}

/** For the `ref` of the element above the message field. */
export function takeLinePlace(line: HTMLElement | null): void {
  usePlaces.setState({ line })
}
