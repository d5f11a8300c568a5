/**
 * Questions that come from server requests: asked as often as `repeated-questions.ts` permits, and ended when the user
 * stops them.
 */
import { createEmitter } from '../../base/emitter'
import type { AskedQuestion, Approvals, Stopped } from '../interface'
import type { QuestionDecisions, PlainKind, QuestionOf, Questions } from '../questions/questions'
import { findQuestionOrigin, settleRefused } from '../questions/repeatable'
import type { RepeatableKind } from '../questions/repeatable'
import { RepeatedQuestions } from './repeated-questions'

export interface RequestDecisionsOptions {
  readonly questions: Pick<Questions, 'all'>
  /** Shows a question to the user. */
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
  /** Refuses all later requests from the same source, and those that are open. */
  readonly stop: (stopped: Stopped) => void
  /** Listeners are called before the server is notified. */
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
      // Open questions were permitted before.
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
