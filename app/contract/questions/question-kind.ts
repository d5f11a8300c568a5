/**
 * Builds the descriptor of one kind of question. The schemas, the proof that an answer needs, the safe answer, and how the
 * question ends follow from it (`questions.ts`).
 */
import { z } from 'zod'
import type { Approval } from '../approval/approval'
import { questionId } from '../consent/question-id'

/**
 * What an answer needs. `nothing`: no proof, because it allows nothing. `safe`: no proof either, and Parley gives this
 * answer when the user can't. Each kind has exactly one safe answer.
 */
export type AnswerRule = Approval | 'nothing' | 'safe'
export type AnswerRules = Readonly<Record<string, AnswerRule>>

/**
 * Whether a request of a server caused the question. The user can then stop the request.
 * - `repeatable`: a server can ask it any number of times. Its third question within a minute waits until the user lets it ask.
 * - `follow-up`: it belongs to a request that was already let through.
 */
export type ServerRequestRule = 'repeatable' | 'follow-up'

type Shape = Readonly<Record<string, z.ZodType>>
/** The decisions as an enum of zod. */
type Decisions<R extends AnswerRules> = { [D in keyof R & string]: D }

export interface QuestionKindOptions<
  Q extends Shape,
  R extends AnswerRules,
  A extends Shape,
  S extends ServerRequestRule | null
> {
  /** What the question shows, beside its type, its id and its time. */
  readonly question: Q
  /** Each decision with what it needs. */
  readonly answers: R
  /** What an answer has beside its decision; empty: nothing. */
  readonly answerParts: A
  /** What an approving answer with these parts needs instead of its own rule. Null: its own rule applies. */
  readonly needsMore?: (parts: { readonly [P in keyof A]?: unknown }) => Approval | null
  /** Null: no request of a server caused it. */
  readonly serverRequest: S
  /** Whether it stays open when its server disconnects. */
  readonly outlivesConnection: boolean
}

export function questionKind<
  const K extends string,
  Q extends Shape,
  const R extends AnswerRules,
  A extends Shape,
  const S extends ServerRequestRule | null
>(type: K, options: QuestionKindOptions<Q, R, A, S>) {
  const { answers, serverRequest, outlivesConnection, needsMore } = options
  const decisions = Object.fromEntries(Object.keys(answers).map((decision) => [decision, decision]))
  return {
    answers,
    serverRequest,
    outlivesConnection,
    needsMore,
    question: z.strictObject({
      type: z.literal(type),
      id: questionId,
      askedAt: z.number(),
      ...options.question
    }),
    answer: z.strictObject({
      type: z.literal(type),
      decision: z.enum(decisions as Decisions<R>),
      ...options.answerParts
    })
  }
}
