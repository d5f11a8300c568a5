/** Which words are misspelt, according to the host. One request at a time, and only for new words. */
import { create } from 'zustand'
import { spellingLimits } from '../../../app/contract/settings/spelling-limits'
import { call } from '../../bridge/call'

type Known = ReadonlyMap<string, boolean>

/** True: misspelt. */
const useKnown = create<{ readonly known: Known }>()(() => ({ known: new Map() }))

export const useKnownWords = (): Known => useKnown(({ known }) => known)

/** The settings changed: all answers are dropped. */
export function clearKnownWords(): void {
  useKnown.setState({ known: new Map() })
}

/** Asks about words that were not asked about before. Never rejects. */
export async function requestSpelling(words: readonly string[], isWanted: () => boolean): Promise<void> {
  const { known } = useKnown.getState()
  await ask(
    [...new Set(words)].filter((word) => !known.has(word)),
    isWanted
  )
}

/** Asks again about misspelt words, because some may have been added meanwhile. Never rejects. */
export async function askAgain(isWanted: () => boolean): Promise<void> {
  await ask(
    [...useKnown.getState().known].flatMap(([word, isWrong]) => (isWrong ? word : [])),
    isWanted
  )
}

async function ask(words: readonly string[], isWanted: () => boolean): Promise<void> {
  for (let at = 0; at < words.length && isWanted(); at += spellingLimits.wordsAtOnce) {
    const asked = words.slice(at, at + spellingLimits.wordsAtOnce)
    // Words that can't be checked count as correct until the settings change.
    const { wrong } = await call('spelling.check', { words: asked }).catch(() => ({ wrong: [] }))
    if (isWanted()) keep(asked, new Set<string>(wrong))
  }
}

function keep(asked: readonly string[], wrong: ReadonlySet<string>): void {
  const { known } = useKnown.getState()
  const kept = known.size + asked.length > spellingLimits.kept ? [] : known
  useKnown.setState({ known: new Map([...kept, ...asked.map((word) => [word, wrong.has(word)] as const)]) })
}
