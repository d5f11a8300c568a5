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
  readonly revealed: RevealedContext | null
}

const nowhere: RevealTarget = { name: undefined, revealed: null }

export const RevealTargetContext = createContext(nowhere)

export function usePlaceName(): string | undefined {
  return useContext(RevealTargetContext).name
}

/** Runs before paint, each time that drawn text here is requested. */
export function useWhenRevealed(open: (revealed: RevealedContext) => void): void {
  useWhenReveal(open, false)
}

/** The same for requests to stored data. */
export function useWhenStoredRevealed(open: (revealed: RevealedContext) => void): void {
  useWhenReveal(open, true)
}

function useWhenReveal(open: (revealed: RevealedContext) => void, isBeyond: boolean): void {
  const { revealed } = useContext(RevealTargetContext)
  const latest = useRef(open)
  latest.current = open
  useLayoutEffect(() => {
    if (revealed?.isBeyond === isBeyond) latest.current(revealed)
  }, [revealed, isBeyond])
}

/** Wraps stored data where it is drawn: a request for stored data is one for drawn text here. */
export function StoredDataTarget({ children }: { readonly children: ReactNode }) {
  const { revealed } = useContext(RevealTargetContext)
  const place = useMemo(
    () => ({
      name: undefined,
      revealed: revealed?.isBeyond === true ? { ...revealed, isBeyond: false } : null
    }),
    [revealed]
  )
  return <RevealTargetContext value={place}>{children}</RevealTargetContext>
}
