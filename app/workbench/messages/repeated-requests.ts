/**
 * Recognizes a request that repeats an earlier one with answers to the server's questions, and numbers the rounds.
 *
 * @spec 2026-07-28 basic/patterns/mrtr
 */
import type { MessageFacts } from './describe-message'
import type { KeptMessage } from './kept-message'

const mostWaiting = 100

interface Waiting {
  readonly request: KeptMessage
  readonly requestState: string | undefined
}

export class RepeatedRequests {
  /** Requests whose results ask for input, oldest first. */
  #waiting: Waiting[] = []

  /** The result of the request asks for input. */
  expect(request: KeptMessage, { requestState }: MessageFacts): void {
    request.round ??= 1
    this.#waiting = [...this.#waiting.slice(1 - mostWaiting), { request, requestState }]
  }

  /** Sets the round of a request that repeats one. */
  number(request: KeptMessage, { isRepeated, requestState }: MessageFacts): void {
    if (!isRepeated) return
    const found = this.#waiting.findLast(
      (waiting) =>
        waiting.requestState === requestState &&
        waiting.request.connectionId === request.connectionId &&
        waiting.request.method === request.method &&
        waiting.request.tool === request.tool
    )
    if (found === undefined) return
    this.#waiting = this.#waiting.filter((waiting) => waiting !== found)
    request.round = (found.request.round ?? 1) + 1
  }
}
