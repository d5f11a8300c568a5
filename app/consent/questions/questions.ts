/**
 * The queue of questions that wait for the user, oldest first, of every kind. A question waits until it is settled or
 * its signal fires. `approvals.ts` decides what to ask, and `answer-*.ts` interprets the answers.
 */
import { createEmitter } from '../../base/emitter'
import type { Question, QuestionKind, QuestionOf } from '../../contract/questions/questions'
import type { AskedQuestion, DecisionOf, KnownTool, Narrowing, TrustCandidate, Withdrawn } from '../interface'
import type { TrustFindings } from './inspect-candidate'

/** The subject no longer matches the question. Used only inside this area: Parley then asks again. */
interface Superseded {
  readonly type: 'superseded'
}

/** What a question of each kind is settled with. */
export type Settlement<K extends QuestionKind> = DecisionOf<K> | (K extends keyof Bases ? Superseded : never)

/** What an approval is bound to, as it was when the question was asked. */
interface Bases {
  readonly 'server-trust': {
    readonly candidate: TrustCandidate
    readonly shown: TrustFindings
    /** Absent: the user can only allow all of it or nothing. */
    readonly narrowing: Narrowing | undefined
    /** Creates the question with what saved approvals add to it. */
    readonly word: (findings: TrustFindings) => QuestionOf<'server-trust'>
  }
  readonly 'tool-call': {
    readonly definitionHash: string
    /** The tools that a permission for several tools would cover. */
    readonly tools: readonly KnownTool[]
  }
}
/** Kinds whose approval covers only the question itself. */
export type PlainKind = Exclude<QuestionKind, keyof Bases>
export type BasisOf<K extends QuestionKind> = K extends keyof Bases ? Bases[K] : null

/** Asks a question of this kind that no saved permission can answer. */
export type AskAbout = <K extends PlainKind>(
  type: K
) => (request: AskedQuestion<QuestionOf<K>>, signal: AbortSignal) => Promise<DecisionOf<K>>

/** A question that is no longer open, and what it ended in. */
export interface SettledQuestion {
  readonly question: Question
  readonly decision: Settlement<QuestionKind>['type']
}

export interface Waiting<K extends QuestionKind> {
  readonly kind: K
  readonly question: QuestionOf<K>
  readonly basis: BasisOf<K>
  /** Ends the question. Only the first call has an effect. */
  settle(decision: Settlement<K>): void
  withdraw(): void
  /** Replaces a question that hasn't been shown yet, in its place and with the same id. */
  revise(question: QuestionOf<K>, basis: BasisOf<K>): void
}
export type WaitingQuestion = { [K in QuestionKind]: Waiting<K> }[QuestionKind]

const withdrawn: Withdrawn = { type: 'withdrawn' }

export function createQuestions() {
  const waiting = new Map<string, WaitingQuestion>()
  const changed = createEmitter<readonly Question[]>()
  const settled = createEmitter<SettledQuestion>()
  const list = (): readonly Question[] => [...waiting.values()].map((item) => item.question)

  const ask = <K extends QuestionKind>(
    question: QuestionOf<K>,
    signal: AbortSignal,
    basis: BasisOf<K>
  ): Promise<Settlement<K>> =>
    new Promise((resolve) => {
      const kind = question.type as K
      const withdraw = (): void => settle(withdrawn)
      const settle = (decision: Settlement<K>): void => {
        if (!waiting.delete(question.id)) return
        signal.removeEventListener('abort', withdraw)
        resolve(decision)
        settled.emit({ question, decision: decision.type })
        changed.emit(list())
      }
      if (signal.aborted) return resolve(withdrawn)
      signal.addEventListener('abort', withdraw)
      const put = (shown: QuestionOf<K>, bound: BasisOf<K>): void => {
        const revise: typeof put = (...by) => {
          if (waiting.has(question.id)) put(...by)
        }
        const item: Waiting<K> = { kind, question: shown, basis: bound, settle, withdraw, revise }
        waiting.set(question.id, item as unknown as WaitingQuestion) // K is one of the kinds
        changed.emit(list())
      }
      put(question, basis)
    })

  return {
    ask,
    list,
    onChanged: (listener: (questions: readonly Question[]) => void) => changed.on(listener),
    onSettled: (listener: (settled: SettledQuestion) => void) => settled.on(listener),
    all: (): readonly WaitingQuestion[] => [...waiting.values()],
    find: (questionId: string): WaitingQuestion | undefined => waiting.get(questionId)
  }
}

export type Questions = ReturnType<typeof createQuestions>
