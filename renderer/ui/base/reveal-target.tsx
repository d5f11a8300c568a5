/** Somebody is led to a place in what is drawn: what is folded around it opens. Knows nothing of who leads. */
import { createContext, useContext, useLayoutEffect, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'

/** Another object each time that somebody is led here. */
export interface Led {
  /** As they stand there. */
  readonly words: readonly string[]
  /** They stand in what is kept beside, and not in what is drawn here. */
  readonly isBeyond: boolean
}

export interface RevealTarget {
  /** `data-hit-place` of the element; undefined: nobody leads here. */
  readonly name: string | undefined
  readonly led: Led | null
}

const nowhere: RevealTarget = { name: undefined, led: null }

export const RevealTargetContext = createContext(nowhere)

export function usePlaceName(): string | undefined {
  return useContext(RevealTargetContext).name
}

/** Calls it before it is painted, each time that somebody is led to words that are drawn here. */
export function useWhenRevealed(open: (led: Led) => void): void {
  useWhenLed(open, false)
}

/** The same where somebody is led to what is kept beside. */
export function useWhenRevealedBeyond(open: (led: Led) => void): void {
  useWhenLed(open, true)
}

function useWhenLed(open: (led: Led) => void, isBeyond: boolean): void {
  const { led } = useContext(RevealTargetContext)
  const latest = useRef(open)
  latest.current = open
  useLayoutEffect(() => {
    if (led?.isBeyond === isBeyond) latest.current(led)
  }, [led, isBeyond])
}

/** Around what is kept beside, where it is drawn: whoever is led beyond is led here. */
export function Beyond({ children }: { readonly children: ReactNode }) {
  const { led } = useContext(RevealTargetContext)
  const place = useMemo(
    () => ({ name: undefined, led: led?.isBeyond === true ? { ...led, isBeyond: false } : null }),
    [led]
  )
  return <RevealTargetContext value={place}>{children}</RevealTargetContext>
}
