/**
 * Questions that follow each other quickly, as while somebody types: the first is asked at once, and while its answer is on its
 * way only the newest of all others waits. So the host is never asked twice at a time, and no pause delays an answer.
 */

export interface NewestFirst<Answer> {
  /** `take` gets the answer unless something else was asked, or `forget` called, meanwhile. */
  ask(question: () => Promise<Answer>, take: (answer: Answer) => void): void
  forget(): void
}

/** `onFailure` hears of what failed, also of a question that nobody waits for any more. */
export function createNewestFirst<Answer>(onFailure: (error: unknown) => void): NewestFirst<Answer> {
  let isAsking = false
  let newest: symbol | null = null
  let waiting: (() => void) | null = null
  const begin = (mine: symbol, question: () => Promise<Answer>, take: (answer: Answer) => void): void => {
    isAsking = true
    void question()
      .then((answer) => newest === mine && take(answer), onFailure)
      .finally(() => {
        isAsking = false
        const next = waiting
        waiting = null
        next?.()
      })
  }
  return {
    ask: (question, take) => {
      const mine = Symbol()
      newest = mine
      const start = () => begin(mine, question, take)
      if (isAsking) waiting = start
      else start()
    },
    forget: () => {
      newest = null
      waiting = null
    }
  }
}
