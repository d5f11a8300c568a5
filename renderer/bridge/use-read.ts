/** Reads something from the host while a component needs it. Drops late answers to earlier requests. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { failureMessage } from './call'

export interface ReadOptions<T> {
  /** Identifies what is read: another key is another value, null is none. */
  readonly key: string | null
  readonly read: () => Promise<T>
  /** Changes when the same value must be read again; the previous value stays until then. */
  readonly freshness?: string | number
  /** Milliseconds to wait for the key to settle. Default 0. */
  readonly pauseMs?: number
}

export interface ReadState<T> {
  /** Null until read. */
  readonly value: T | null
  /** Why the last read failed, as a sentence. */
  readonly failure: string | null
  readonly isReading: boolean
  readonly again: () => void
}

interface Outcome<T> {
  readonly key: string | null
  /** The request that it answers. */
  readonly wish: string | null
  readonly value: T | null
  readonly failure: string | null
}

export function useRead<T>({ key, read, freshness = '', pauseMs = 0 }: ReadOptions<T>): ReadState<T> {
  const [outcome, setOutcome] = useState<Outcome<T>>({ key: null, wish: null, value: null, failure: null })
  const [attempt, setAttempt] = useState(0)
  const latest = useRef(read)
  latest.current = read
  const wish = key === null ? null : JSON.stringify([key, freshness, attempt])
  useEffect(() => {
    if (wish === null) return
    let isWanted = true
    const settle = (value: T | null, failure: string | null) => {
      if (isWanted)
        setOutcome((old) => ({ key, wish, value: failure === null ? value : keptValue(old, key), failure }))
    }
    const begin = () =>
      void latest.current().then(
        (value) => settle(value, null),
        (error: unknown) => settle(null, failureMessage(error))
      )
    const timer = pauseMs === 0 ? null : setTimeout(begin, pauseMs)
    if (timer === null) begin()
    return () => {
      isWanted = false
      if (timer !== null) clearTimeout(timer)
    }
  }, [wish, key, pauseMs])
  const isSame = key !== null && outcome.key === key
  return {
    value: isSame ? outcome.value : null,
    failure: isSame && outcome.wish === wish ? outcome.failure : null,
    isReading: wish !== null && outcome.wish !== wish,
    again: useCallback(() => setAttempt((count) => count + 1), [])
  }
}

/** An outdated list is better than none. */
function keptValue<T>(old: Outcome<T>, key: string | null): T | null {
  return old.key === key ? old.value : null
}
