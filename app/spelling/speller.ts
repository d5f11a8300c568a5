/** The thread with the dictionaries. It answers in order, and is ended when it takes too long. */
import { spellingLimits } from '../contract/settings/spelling-limits'
import type { SpellerThread } from './interface'
import type { BrokenDictionary, FromSpeller } from './spelling-messages'

export interface SpellerEvents {
  readonly onBroken: (broken: BrokenDictionary) => void
  /** It took too long or ended unexpectedly, and no longer answers. */
  readonly onGone: () => void
}

export interface Speller {
  /** Never rejects; empty after the thread has ended. */
  check(words: readonly string[]): Promise<readonly string[]>
  suggest(word: string): Promise<readonly string[]>
  end(): Promise<void>
}

export function createSpeller(thread: SpellerThread, { onBroken, onGone }: SpellerEvents): Speller {
  const waiting = new Map<number, (words: readonly string[]) => void>()
  let lastId = 0
  let isOver = false
  const end = async (): Promise<void> => {
    isOver = true
    for (const answer of waiting.values()) answer([])
    waiting.clear()
    await thread.terminate()
  }
  const give = (): void => {
    if (isOver) return
    void end() // a thread that has already ended isn't a failure
    onGone()
  }
  thread.on('message', (news: FromSpeller) => {
    if (isOver) return
    if (news.type === 'broken') return onBroken(news.broken)
    waiting.get(news.id)?.(news.words)
  })
  thread.on('error', give)
  thread.on('exit', give)
  const ask = (post: (id: number) => void): Promise<readonly string[]> => {
    if (isOver) return Promise.resolve([])
    lastId += 1
    const id = lastId
    const watchdog = setTimeout(give, spellingLimits.answerMs)
    const answered = new Promise<readonly string[]>((resolve) => waiting.set(id, resolve))
    post(id)
    return answered.finally(() => {
      clearTimeout(watchdog)
      waiting.delete(id)
    })
  }
  return {
    check: (words) => ask((id) => thread.postMessage({ id, type: 'check', words })),
    suggest: (word) => ask((id) => thread.postMessage({ id, type: 'suggest', word })),
    end
  }
}
