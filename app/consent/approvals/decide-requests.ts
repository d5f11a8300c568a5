/** What servers ask of the person: put as often as `repeated-questions.ts` lets them, and ended where the person stops it. */
import { createEmitter } from '../../base/emitter'
import type { AskedQuestion, Approvals, Stopped } from '../interface'
import type { QuestionDecisions, PlainKind, QuestionOf, Questions } from '../questions/questions'
import { findQuestionOrigin, settleRefused } from '../questions/repeatable'
import type { RepeatableKind } from '../questions/repeatable'
import { RepeatedQuestions } from './repeated-questions'

export interface RequestDecisionsOptions {
  readonly questions: Pick<Questions, 'all'>
  /** Puts a question before the person. */
  readonly askAbout: <K extends PlainKind>(
    type: K
  ) => (request: AskedQuestion<QuestionOf<K>>, signal: AbortSignal) => Promise<QuestionDecisions[K]>
  readonly now: () => number
}

type OfGate = Pick<
  Approvals,
  | 'decideSampling'
  | 'decideElicitation'
  | 'decideLink'
  | 'decideReach'
  | 'refusalOf'
  | 'personBegan'
  | 'serverStarts'
>

export interface RequestDecisions {
  readonly ofGate: OfGate
  /** From now on all that comes from there is refused, what is open of it, too. */
  readonly stop: (stopped: Stopped) => void
  /** Listeners hear of it before any server does. */
  readonly onStopped: (listener: (stopped: Stopped) => void) => () => void
}

export function createRequestDecisions({
  questions,
  askAbout,
  now
}: RequestDecisionsOptions): RequestDecisions {
  const repeated = new RepeatedQuestions({ now, askAgain: askAbout('ask-again') })
  const stops = createEmitter<Stopped>()
  const askRepeatable =
    <K extends RepeatableKind>(type: K) =>
    (request: AskedQuestion<QuestionOf<K>>, signal: AbortSignal) =>
      repeated.put({ request, wants: type, signal }, () => askAbout(type)(request, signal))
  return {
    ofGate: {
      decideSampling: askRepeatable('sampling'),
      decideElicitation: askRepeatable('elicitation'),
      decideLink: askRepeatable('link'),
      decideReach: askRepeatable('reach'),
      refusalOf: (origin) => repeated.refusalOf(origin),
      personBegan: (serverName) => repeated.personBegan(serverName),
      serverStarts: (serverName) => repeated.serverStarts(serverName)
    },
    stop: (stopped) => {
      repeated.stop(stopped)
      stops.emit(stopped)
      // What is open was let through before.
      if (stopped.what === 'questions') return
      for (const waiting of questions.all()) {
        const origin = findQuestionOrigin(waiting.question)
        if (origin === null || repeated.stopOf(origin) !== stopped.what) continue
        settleRefused(waiting, () => repeated.refuse(origin.serverName, stopped.what))
      }
    },
    onStopped: (listener) => stops.on(listener)
  }
}
