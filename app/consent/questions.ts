/**
 * The questions that wait for the person, oldest first. Knows how long each stands: until it is settled
 * or its signal fires. What is asked and what an answer means is the business of `gate.ts`.
 */
import { createEmitter } from '../base/emitter'
import type { ServerTrustQuestion, ToolCallQuestion, Question } from '../contract/consents'
import type { ToolCallDecision, TrustDecision } from './interface'

interface Waiting<Q extends Question, D> {
  readonly question: Q
  /** Hash that the answer is bound to: of the tool's definition, of the server's. */
  readonly hash: string
  /** Ends the question. Only the first call counts. */
  settle(decision: D): void
}

export type WaitingToolCall = Waiting<ToolCallQuestion, ToolCallDecision> & { readonly type: 'tool-call' }
export type WaitingServerTrust = Waiting<ServerTrustQuestion, TrustDecision> & {
  readonly type: 'server-trust'
}
export type WaitingQuestion = WaitingToolCall | WaitingServerTrust

interface Entry<Q extends Question, D> {
  readonly question: Q
  readonly hash: string
  readonly signal: AbortSignal
  readonly withdrawn: D
  readonly toWaiting: (waiting: Waiting<Q, D>) => WaitingQuestion
}

export function createQuestions() {
  const waiting = new Map<string, WaitingQuestion>()
  const changed = createEmitter<readonly Question[]>()
  const list = (): readonly Question[] => [...waiting.values()].map((item) => item.question)

  const ask = <Q extends Question, D>({
    question,
    hash,
    signal,
    withdrawn,
    toWaiting
  }: Entry<Q, D>): Promise<D> =>
    new Promise((resolve) => {
      const withdraw = (): void => settle(withdrawn)
      const settle = (decision: D): void => {
        if (!waiting.delete(question.id)) return
        signal.removeEventListener('abort', withdraw)
        resolve(decision)
        changed.emit(list())
      }
      if (signal.aborted) return resolve(withdrawn)
      signal.addEventListener('abort', withdraw)
      waiting.set(question.id, toWaiting({ question, hash, settle }))
      changed.emit(list())
    })

  return {
    list,
    onChanged: (listener: (questions: readonly Question[]) => void) => changed.on(listener),
    all: (): readonly WaitingQuestion[] => [...waiting.values()],
    find: (questionId: string): WaitingQuestion | undefined => waiting.get(questionId),
    askToolCall: (question: ToolCallQuestion, hash: string, signal: AbortSignal): Promise<ToolCallDecision> =>
      ask<ToolCallQuestion, ToolCallDecision>({
        question,
        hash,
        signal,
        withdrawn: { type: 'withdrawn' },
        toWaiting: (item) => ({ ...item, type: 'tool-call' })
      }),
    askServerTrust: (
      question: ServerTrustQuestion,
      hash: string,
      signal: AbortSignal
    ): Promise<TrustDecision> =>
      ask<ServerTrustQuestion, TrustDecision>({
        question,
        hash,
        signal,
        withdrawn: 'withdrawn',
        toWaiting: (item) => ({ ...item, type: 'server-trust' })
      })
  }
}

export type Questions = ReturnType<typeof createQuestions>
