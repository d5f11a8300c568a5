/** Reveals a place in drawn content: folded parts around it open. The cause doesn't matter here. */
import { createContext, useContext, useLayoutEffect, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'

/** A new object for each request. */
export interface RevealedContext {
  /** As written there. */
  readonly words: readonly string[]
  /** It is in stored data that isn't drawn here. */
  readonly isBeyond: boolean
}

export interface RevealTarget {
  /** `data-hit-place` of the element; undefined: no request here. */
  readonly name: string | undefined
  readonly led: RevealedContext | null
}

const nowhere: RevealTarget = { name: undefined, led: null }

export const RevealTargetContext = createContext(nowhere)

export function usePlaceName(): string | undefined {
  return useContext(RevealTargetContext).name
}

/** Runs before paint, each time that drawn text here is requested. */
export function useWhenRevealed(open: (led: RevealedContext) => void): void {
  useWhenLed(open, false)
}

/** The same for requests to stored data. */
export function useWhenRevealedBeyond(open: (led: RevealedContext) => void): void {
  useWhenLed(open, true)
}

function useWhenLed(open: (led: RevealedContext) => void, isBeyond: boolean): void {
  const { led } = useContext(RevealTargetContext)
  const latest = useRef(open)
  latest.current = open
  useLayoutEffect(() => {
    if (led?.isBeyond === isBeyond) latest.current(led)
  }, [led, isBeyond])
}

/** Wraps stored data where it is drawn: a request for stored data is one for drawn text here. */
export function Beyond({ children }: { readonly children: ReactNode }) {
  const { led } = useContext(RevealTargetContext)
  const place = useMemo(
    () => ({ name: undefined, led: led?.isBeyond === true ? { ...led, isBeyond: false } : null }),
    [led]
  )
  return <RevealTargetContext value={place}>{children}</RevealTargetContext>
}
