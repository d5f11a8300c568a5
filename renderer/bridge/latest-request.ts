/**
 * For questions in quick succession, such as while typing: asks the first at once and, while its answer is pending,
 * keeps only the newest. The host never gets two at a time, and no pause delays an answer.
 */

export interface LatestRequest<Answer> {
  /** `take` gets the answer unless another question or `forget` came meanwhile. */
  ask(question: () => Promise<Answer>, take: (answer: Answer) => void): void
  forget(): void
}

/** `onFailure` gets every failure, also of questions that are no longer wanted. */
export function createLatestRequest<Answer>(onFailure: (error: unknown) => void): LatestRequest<Answer> {
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
