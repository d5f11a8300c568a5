/** Which words are misspelt, as far as the host was asked. It is asked one thing after the other, and only about what is new. */
import { create } from 'zustand'
import { spellingLimits } from '../../../app/contract/dictionaries/spelling-limits'
import { call } from '../../bridge/call'

type Known = ReadonlyMap<string, boolean>

/** True: misspelt. */
const useKnown = create<{ readonly known: Known }>()(() => ({ known: new Map() }))

export const useKnownWords = (): Known => useKnown(({ known }) => known)

/** The settings are others: nothing is known any more. */
export function clearKnownWords(): void {
  useKnown.setState({ known: new Map() })
}

/** Asks about those that were not asked about before. Never rejects. */
export async function requestSpelling(words: readonly string[], isWanted: () => boolean): Promise<void> {
  const { known } = useKnown.getState()
  await ask(
    [...new Set(words)].filter((word) => !known.has(word)),
    isWanted
  )
}

/** Asks once more about those that are misspelt: some may have been added meanwhile. Never rejects. */
export async function askAgain(isWanted: () => boolean): Promise<void> {
  await ask(
    [...useKnown.getState().known].flatMap(([word, isWrong]) => (isWrong ? word : [])),
    isWanted
  )
}

async function ask(words: readonly string[], isWanted: () => boolean): Promise<void> {
  for (let at = 0; at < words.length && isWanted(); at += spellingLimits.wordsAtOnce) {
    const asked = words.slice(at, at + spellingLimits.wordsAtOnce)
    // What can't be checked is right, until the settings are others.
    const { wrong } = await call('spelling.check', { words: asked }).catch(() => ({ wrong: [] }))
    if (isWanted()) keep(asked, new Set<string>(wrong))
  }
}

function keep(asked: readonly string[], wrong: ReadonlySet<string>): void {
  const { known } = useKnown.getState()
  const kept = known.size + asked.length > spellingLimits.kept ? [] : known
  useKnown.setState({ known: new Map([...kept, ...asked.map((word) => [word, wrong.has(word)] as const)]) })
}
