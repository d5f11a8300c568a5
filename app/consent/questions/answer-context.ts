/**
 * What taking an answer needs for every kind of question: checks, saved permissions, and the clock. `approvals.ts`
 * provides it.
 */
import { HostError } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import type { AnswerOf, QuestionKind } from '../../contract/questions/questions'
import type { GrantScope } from '../../contract/grants'
import type { JsonObject } from '../../contract/json'
import type { ArgumentProblem } from '../../contract/servers'
import type { KnownTools, Stopped } from '../interface'
import type { PermissionSuggestions } from './permission-suggestions'
import type { Waiting, WaitingQuestion } from './questions'
import type { FindRealPath } from '../grants/real-path'
import type { ConsentStore } from '../store/consent-store'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

export interface AnswerContext {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly newId: () => string
  /** Checks the user's edited arguments against a schema. Empty: no problems. */
  readonly checkArguments: (schema: JsonObject, args: JsonObject) => Promise<ArgumentProblem[]>
  readonly log: Logger
  readonly remembered: ConsentStore
  readonly tools: KnownTools
  readonly habits: PermissionSuggestions
  /** The real location of a path on this computer. */
  readonly findRealPath: FindRealPath
  /** Neither offered nor applied. */
  readonly forbiddenScopes: () => readonly GrantScope[]
  /**
   * Whether the user exempted this server from data sharing questions. `fingerprint`: what is trusted under that name,
   * which is what runs. A different program that the settings now name isn't exempt.
   */
  readonly isFlowExempt: (serverName: string, fingerprint: string) => boolean
  /** The question may have been withdrawn during a check. @throws HostError CONSENT_UNKNOWN_QUESTION */
  readonly requireOpen: (waiting: WaitingQuestion) => void
  /** Refuses all later requests from the same source, and those that are open. */
  readonly stop: (stopped: Stopped) => void
  /** Settles waiting questions that a lasting approval covers. */
  readonly settleCovered: (answered: WaitingQuestion) => void
}

/** Settles the question, or throws and leaves it open. Resolves once the result is saved. */
export type TakeAnswer<K extends QuestionKind> = (
  waiting: Waiting<K>,
  answer: AnswerOf<K>,
  context: AnswerContext
) => void | Promise<void>

export function invalidAnswer(text: LocalizedText): HostError {
  return new HostError('BRIDGE_INVALID_INPUT', text)
}

export function unknownQuestion(): HostError {
  return new HostError('CONSENT_UNKNOWN_QUESTION', say('consent.questionGone'))
}

/** @throws HostError TOOL_INVALID_ARGUMENTS with data.problems */
export function requireFit(problems: readonly ArgumentProblem[], text: LocalizedText): void {
  if (problems.length > 0) throw new HostError('TOOL_INVALID_ARGUMENTS', text, { data: { problems } })
}
