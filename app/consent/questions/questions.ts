/**
 * The queue of questions that wait for the user, oldest first, of every kind. A question waits until it is settled or
 * its signal fires. `approvals.ts` decides what to ask, and `answer-*.ts` interprets the answers.
 */
import { createEmitter } from '../../base/emitter'
import type { Question } from '../../contract/consents'
import type {
  AskAgainDecision,
  DestinationDecision,
  ElicitationDecision,
  KnownTool,
  LinkDecision,
  Narrowing,
  NetworkDecision,
  SamplingAnswerDecision,
  SamplingDecision,
  ScriptsDecision,
  MetadataDecision,
  SignInDecision,
  ToolCallDecision,
  ToolResultDecision,
  TrustCandidate,
  TrustDecision
} from '../interface'
import type { TrustFindings } from './inspect-candidate'

/** The subject no longer matches the question. Used only inside this area: Parley then asks again. */
interface Superseded {
  readonly type: 'superseded'
}

/** The result of each kind of question. */
export interface QuestionDecisions {
  readonly 'server-trust': TrustDecision | 'superseded'
  readonly 'tool-call': ToolCallDecision | Superseded
  readonly sampling: SamplingDecision
  readonly 'sampling-answer': SamplingAnswerDecision
  readonly elicitation: ElicitationDecision
  readonly link: LinkDecision
  readonly 'tool-result': ToolResultDecision
  readonly 'sign-in': SignInDecision
  readonly 'ask-again': AskAgainDecision
  readonly destination: DestinationDecision
  readonly 'server-words': MetadataDecision
  readonly scripts: ScriptsDecision
  readonly reach: NetworkDecision
}
export type QuestionKind = keyof QuestionDecisions
export type QuestionOf<K extends QuestionKind> = Extract<Question, { type: K }>

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

export interface Waiting<K extends QuestionKind> {
  readonly kind: K
  readonly question: QuestionOf<K>
  readonly basis: BasisOf<K>
  /** Ends the question. Only the first call has an effect. */
  settle(decision: QuestionDecisions[K]): void
  withdraw(): void
  /** Replaces a question that hasn't been shown yet, in its place and with the same id. */
  revise(question: QuestionOf<K>, basis: BasisOf<K>): void
}
export type WaitingQuestion = { [K in QuestionKind]: Waiting<K> }[QuestionKind]

const withdrawn: QuestionDecisions = {
  'server-trust': 'withdrawn',
  'tool-call': { type: 'withdrawn' },
  sampling: { type: 'withdrawn' },
  'sampling-answer': { type: 'withdrawn' },
  elicitation: { type: 'withdrawn' },
  link: { type: 'withdrawn' },
  'tool-result': { type: 'withdrawn' },
  'sign-in': { type: 'withdrawn' },
  'ask-again': { type: 'withdrawn' },
  destination: 'withdrawn',
  'server-words': 'withdrawn',
  scripts: 'withdrawn',
  reach: { type: 'withdrawn' }
}

export function createQuestions() {
  const waiting = new Map<string, WaitingQuestion>()
  const changed = createEmitter<readonly Question[]>()
  const list = (): readonly Question[] => [...waiting.values()].map((item) => item.question)

  const ask = <K extends QuestionKind>(
    question: QuestionOf<K>,
    signal: AbortSignal,
    basis: BasisOf<K>
  ): Promise<QuestionDecisions[K]> =>
    new Promise((resolve) => {
      const kind = question.type as K
      const withdraw = (): void => settle(withdrawn[kind])
      const settle = (decision: QuestionDecisions[K]): void => {
        if (!waiting.delete(question.id)) return
        signal.removeEventListener('abort', withdraw)
        resolve(decision)
        changed.emit(list())
      }
      if (signal.aborted) return resolve(withdrawn[kind])
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
    all: (): readonly WaitingQuestion[] => [...waiting.values()],
    find: (questionId: string): WaitingQuestion | undefined => waiting.get(questionId)
  }
}

export type Questions = ReturnType<typeof createQuestions>
