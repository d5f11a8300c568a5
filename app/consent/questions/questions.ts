/**
 * The questions that wait for the person, oldest first, whatever their kind. Knows how long each stands: until
 * it is settled or its signal fires. What is asked is the business of `approvals.ts`, what an answer means that of
 * its kind (`answer-*.ts`).
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

/** What was asked about is no longer what the question says of it. Stays inside of this area: it is asked anew. */
interface Superseded {
  readonly type: 'superseded'
}

/** What a question of each kind ends in. */
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

/** What a yes is bound to, as it was when the question was put. */
interface Bases {
  readonly 'server-trust': {
    readonly candidate: TrustCandidate
    readonly shown: TrustFindings
    /** Absent: it is all or nothing. */
    readonly narrowing: Narrowing | undefined
    /** The question with what the memory has to add to it. */
    readonly word: (findings: TrustFindings) => QuestionOf<'server-trust'>
  }
  readonly 'tool-call': {
    readonly definitionHash: string
    /** What a permission for several tools would take in. */
    readonly tools: readonly KnownTool[]
  }
}
/** Kinds whose yes is to the question alone. */
export type PlainKind = Exclude<QuestionKind, keyof Bases>
export type BasisOf<K extends QuestionKind> = K extends keyof Bases ? Bases[K] : null

export interface Waiting<K extends QuestionKind> {
  readonly kind: K
  readonly question: QuestionOf<K>
  readonly basis: BasisOf<K>
  /** Ends the question. Only the first call counts. */
  settle(decision: QuestionDecisions[K]): void
  withdraw(): void
  /** Asks by other words, in its place. For a question that nobody has read yet: it keeps its id. */
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
