/**
 * Prevents accidental presses: a button for an irreversible action ignores presses in the first half second after it
 * appeared, because it may have appeared under a moving pointer or while typing. The second press of a double click
 * comes within that time.
 */
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { Button, type ButtonProps } from './button'
import { followPresses, readPressStart } from './press-start'

const sleepMs = 500

/**
 * How often the dialog around was opened: a button that stays while its dialog closes and reopens is disabled again.
 */
export const Openings = createContext(0)

export interface GuardedPress {
  /** Whether a press counts from now on. */
  readonly isAwake: boolean
  readonly onClick: (event: Pick<Event, 'timeStamp'>) => void
  /** For a key that acts as the press: the press begins at keydown. */
  readonly onKeyDown: (event: Pick<Event, 'timeStamp'>) => void
}

/** `onPress` is called for presses that began more than half a second after the component appeared. */
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
    // When the press began, not when it was released or when a busy page handled it.
    onClick: ({ timeStamp }) => {
      if (isAwake && readPressStart(timeStamp) >= awakeAt.current) onPress()
    },
    onKeyDown: ({ timeStamp }) => {
      if (isAwake && timeStamp >= awakeAt.current) onPress()
    }
  }
}

export interface GuardedButtonProps extends Omit<ButtonProps, 'onClick'> {
  readonly onPress: () => void
}

/** A button for irreversible actions. The host takes its mark for an approval. */
export function GuardedButton({ onPress, ...rest }: GuardedButtonProps) {
  const { isAwake, onClick } = useGuardedPress(onPress)
  return <Button {...rest} data-approves aria-disabled={!isAwake || undefined} onClick={onClick} />
}
