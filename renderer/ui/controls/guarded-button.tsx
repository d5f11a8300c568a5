/**
 * Presses that nobody meant: what does something that can't be taken back takes none in the first half second after it
 * appeared, because it may have appeared under a pointer that was on its way to something else, or amid typing. The
 * second press of a double click comes within that time.
 */
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { Button, type ButtonProps } from './button'
import { followPresses, pressBeganAt } from './press-began'

const sleepMs = 500

/** How often the dialog around was opened: a button that stays while its dialog closes and opens again sleeps anew. */
export const Openings = createContext(0)

export interface GuardedPress {
  /** Whether a press counts from now on. */
  readonly isAwake: boolean
  readonly onClick: (event: Pick<Event, 'timeStamp'>) => void
  /** For a key that stands for the press: it begins when it goes down. */
  readonly onKeyDown: (event: Pick<Event, 'timeStamp'>) => void
}

/** `onPress` is called for presses that were begun later than half a second after the component appeared. */
export function useGuardedPress(onPress: () => void): GuardedPress {
  const openings = useContext(Openings)
  const [isAwake, setIsAwake] = useState(false)
  const awakeAt = useRef(Infinity)
  useEffect(() => {
    followPresses()
    awakeAt.current = performance.now() + sleepMs
    const timer = setTimeout(() => setIsAwake(true), sleepMs)
    return () => {
      clearTimeout(timer)
      setIsAwake(false)
    }
  }, [openings])
  return {
    isAwake,
    // When it was begun: not when it was let go, nor when a busy page got to it.
    onClick: ({ timeStamp }) => {
      if (isAwake && pressBeganAt(timeStamp) >= awakeAt.current) onPress()
    },
    onKeyDown: ({ timeStamp }) => {
      if (isAwake && timeStamp >= awakeAt.current) onPress()
    }
  }
}

export interface GuardedButtonProps extends Omit<ButtonProps, 'onClick'> {
  readonly onPress: () => void
}

/** A button for what can't be taken back. The host takes its mark for a yes. */
export function GuardedButton({ onPress, ...rest }: GuardedButtonProps) {
  const { isAwake, onClick } = useGuardedPress(onPress)
  return <Button {...rest} data-approves aria-disabled={!isAwake || undefined} onClick={onClick} />
}
