/** Which misspelt words to mark, determined while the user pauses. */
import { useEffect, useMemo, useRef } from 'react'
import { spellingLimits } from '../../../app/contract/settings/spelling-limits'
import { useSetting } from '../../bridge/settings'
import { findSpellableWords } from './find-spellable-words'
import type { SpellableWord, Line } from './find-spellable-words'
import { requestSpelling, askAgain, clearKnownWords, useKnownWords } from './known-words-view-store'
import type { Typing } from './use-typing'

/** How long the text must be unchanged before words are checked. */
const pauseMs = 300

const none: readonly Line[] = []

/** All lines, each with the words to mark; empty: nothing to mark. */
export function useMarks(text: string, { at, isComposing }: Typing): readonly Line[] {
  const freshness = useFreshness()
  const known = useKnownWords()
  const before = useRef(none)
  const lines = useMemo(() => {
    const isMarked = !isComposing && text.length <= spellingLimits.marked
    return (before.current = isMarked ? findSpellableWords(text, before.current) : none)
  }, [text, isComposing])
  useEffect(() => {
    let isWanted = true
    const look = () => {
      const words = lines.flatMap((line) => line.words.filter((word) => !isWriting(line, word, at)))
      void requestSpelling(
        words.map(({ word }) => word),
        () => isWanted
      )
    }
    const timer = setTimeout(look, pauseMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [lines, at, freshness])
  return useMemo(() => {
    const isMarked = (line: Line, found: SpellableWord) =>
      known.get(found.word) === true && !isWriting(line, found, at)
    const marked = lines.map((line) => {
      return { ...line, words: line.words.filter((found) => isMarked(line, found)) }
    })
    return marked.some(({ words }) => words.length > 0) ? marked : none
  }, [lines, at, known])
}

/** Whether the user is typing the word, at either end. */
function isWriting({ start }: Line, { at: begin, word }: SpellableWord, at: number | null): boolean {
  return at !== null && at >= start + begin && at <= start + begin + word.length
}

/**
 * Changes with the settings, which drop all answers. A user who returns from another window may have added words
 * there.
 */
function useFreshness(): string {
  const languages = useSetting('spelling.languages')
  const freshness = JSON.stringify([languages, useSetting('appearance.language')])
  useEffect(() => clearKnownWords, [freshness])
  useEffect(() => {
    let isMounted = true
    const again = () => void askAgain(() => isMounted)
    window.addEventListener('focus', again)
    return () => {
      isMounted = false
      window.removeEventListener('focus', again)
    }
  }, [])
  return freshness
}
