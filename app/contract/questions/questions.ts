/**
 * Questions that wait for the user, and their answers. All of it is derived from the descriptors in `questions`: a new kind
 * changes nothing here.
 */
import { z } from 'zod'
import { needs, type Approval } from '../approval/approval'
import type { AnswerRule } from './question-kind'
import { questionKinds } from './question-kinds'

type Kinds = typeof questionKinds
export type QuestionKind = keyof Kinds

/** Kinds whose descriptor has this rule for requests of servers. */
type WithServerRequest<R> = {
  [K in QuestionKind]: Kinds[K]['serverRequest'] extends R ? K : never
}[QuestionKind]
/** Kinds that a request of a server causes. */
export type ServerRequestKind = WithServerRequest<string>
/** Of these, kinds that a server can ask any number of times. */
export type RepeatableKind = WithServerRequest<'repeatable'>

const descriptors = Object.values(questionKinds)

export const question = z.discriminatedUnion('type', listSchemas(descriptors.map((kind) => kind.question)))
export type Question = z.infer<typeof question>
export type QuestionOf<K extends QuestionKind> = Extract<Question, { type: K }>

export const answer = z.discriminatedUnion('type', listSchemas(descriptors.map((kind) => kind.answer)))
export type QuestionAnswer = z.infer<typeof answer>
export type AnswerOf<K extends QuestionKind> = Extract<QuestionAnswer, { type: K }>

/** The one answer of a kind that is safe to give when the user can't. */
export type SafeDecision<K extends QuestionKind> = {
  [D in keyof Kinds[K]['answers']]: Kinds[K]['answers'][D] extends 'safe' ? D : never
}[keyof Kinds[K]['answers']]

export type ServerTrustQuestion = QuestionOf<'server-trust'>
export type SignInQuestion = QuestionOf<'sign-in'>
export type DestinationQuestion = QuestionOf<'destination'>
export type MetadataQuestion = QuestionOf<'server-words'>
export type WrittenMessageQuestion = QuestionOf<'written-message'>
export type TestJudgesQuestion = QuestionOf<'test-judges'>
export type ToolCallQuestion = QuestionOf<'tool-call'>
export type ToolResultQuestion = QuestionOf<'tool-result'>
export type ScriptsQuestion = QuestionOf<'scripts'>
export type SamplingQuestion = QuestionOf<'sampling'>
export type SamplingAnswerQuestion = QuestionOf<'sampling-answer'>
export type ElicitationQuestion = QuestionOf<'elicitation'>
export type LinkQuestion = QuestionOf<'link'>
export type ViewMessageQuestion = QuestionOf<'view-message'>
export type ViewFilesQuestion = QuestionOf<'view-files'>
export type NetworkQuestion = QuestionOf<'reach'>
export type AskAgainQuestion = QuestionOf<'ask-again'>
export type ViewHostsQuestion = QuestionOf<'view-hosts'>
export type ViewPermissionQuestion = QuestionOf<'view-permission'>

/** What the user may stop instead of an answer: the call (or the request) that a question came with, or its server. */
export const stops = ['call', 'server'] as const

/** What Parley answers when the user can't. */
export function findSafeAnswer(type: QuestionKind): QuestionAnswer {
  const rules: Readonly<Record<string, AnswerRule>> = questionKinds[type].answers
  const decision = Object.keys(rules).find((each) => rules[each] === 'safe')
  return { type, decision } as QuestionAnswer // each kind has one
}

/** What an answer approves, and the proof that it needs. Null: it approves nothing. */
export function findAnswerApproval(given: QuestionAnswer): Approval | null {
  const { answers, needsMore } = questionKinds[given.type]
  const rules: Readonly<Record<string, AnswerRule>> = answers
  const rule = rules[given.decision] ?? needs('permits', 'in-place') // never used: the decision was parsed
  if (rule === 'nothing' || rule === 'safe') return null
  return needsMore?.(given) ?? rule
}

/** Whether the question stays open when its server disconnects. */
export function outlivesConnection({ type }: Pick<Question, 'type'>): boolean {
  return questionKinds[type].outlivesConnection
}

export function isServerRequest(asked: Question): asked is QuestionOf<ServerRequestKind> {
  return questionKinds[asked.type].serverRequest !== null
}

export function isRepeatable(kind: QuestionKind): kind is RepeatableKind {
  return questionKinds[kind].serverRequest === 'repeatable'
}

/** zod wants to see that the list isn't empty. */
function listSchemas<S>(schemas: readonly S[]): readonly [S, ...S[]] {
  return schemas as unknown as readonly [S, ...S[]]
}
