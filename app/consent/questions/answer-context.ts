/** What the kinds of questions need to take an answer: the checks, the memory, the clock. `approvals.ts` fills it in. */
import { HostError } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import type { QuestionAnswer } from '../../contract/consents'
import type { GrantScope } from '../../contract/grants'
import type { JsonObject } from '../../contract/json'
import type { ArgumentProblem } from '../../contract/servers'
import type { KnownTools, Stopped } from '../interface'
import type { PermissionSuggestions } from './permission-suggestions'
import type { QuestionKind, Waiting, WaitingQuestion } from './questions'
import type { FindRealPlace } from '../grants/real-place'
import type { ConsentStore } from '../store/consent-store'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

export interface AnswerContext {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly newId: () => string
  /** Checks what the person wrote against a schema. Empty: it fits. */
  readonly checkArguments: (schema: JsonObject, args: JsonObject) => Promise<ArgumentProblem[]>
  readonly log: Logger
  readonly remembered: ConsentStore
  readonly tools: KnownTools
  readonly habits: PermissionSuggestions
  /** Where a path leads on this computer. */
  readonly findRealPlace: FindRealPlace
  /** Neither offered nor honoured. */
  readonly forbiddenScopes: () => readonly GrantScope[]
  /**
   * Whether the person lets text of every server go to this one: a server of their own. `fingerprint`: what is trusted
   * under that name, which is what runs. Another program that the settings name by now is not meant.
   */
  readonly isFlowExempt: (serverName: string, fingerprint: string) => boolean
  /** It may have been withdrawn while something was checked. @throws HostError CONSENT_UNKNOWN_QUESTION */
  readonly requireOpen: (waiting: WaitingQuestion) => void
  /** From now on all that comes from there is refused, what is open of it, too. */
  readonly stop: (stopped: Stopped) => void
  /** Questions behind an answered one that a yes for longer covers. */
  readonly settleCovered: (answered: WaitingQuestion) => void
}

export type AnswerOf<K extends QuestionKind> = Extract<QuestionAnswer, { type: K }>

/** Settles the question, or throws and leaves it open. Resolves when what is to be remembered is durable. */
export type TakeAnswer<K extends QuestionKind> = (
  waiting: Waiting<K>,
  answer: AnswerOf<K>,
  context: AnswerContext
) => void | Promise<void>

export function invalidAnswer(said: LocalizedText): HostError {
  return new HostError('BRIDGE_INVALID_INPUT', said)
}

export function unknownQuestion(): HostError {
  return new HostError('CONSENT_UNKNOWN_QUESTION', say('consent.questionGone'))
}

/** @throws HostError TOOL_INVALID_ARGUMENTS with data.problems */
export function requireFit(problems: readonly ArgumentProblem[], said: LocalizedText): void {
  if (problems.length > 0) throw new HostError('TOOL_INVALID_ARGUMENTS', said, { data: { problems } })
}
