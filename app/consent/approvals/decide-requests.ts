/**
 * Questions that come from server requests: asked as often as `repeated-questions.ts` permits, and ended when the user
 * stops them.
 */
import { createEmitter } from '../../base/emitter'
import { isRepeatable, type QuestionKind, type QuestionOf } from '../../contract/questions/questions'
import { questionKinds } from '../../contract/questions/question-kinds'
import type { Ask, AskableKind, AskedQuestion, Approvals, DecisionOf, Stopped } from '../interface'
import type { AskAbout, PlainKind, Questions } from '../questions/questions'
import { findQuestionOrigin, settleRefused } from '../questions/repeatable'
import { RepeatedQuestions, type RepeatedCandidate } from './repeated-questions'

export interface RequestDecisionsOptions {
  readonly questions: Pick<Questions, 'all'>
  /** Shows a question to the user. */
  readonly askAbout: AskAbout
  readonly now: () => number
}

type RepeatedDecisions = Pick<
  Approvals,
  'ask' | 'decideNetworkAccess' | 'refusalOf' | 'userBegan' | 'viewOpenedAgain' | 'serverStarts'
>

export interface RequestDecisions {
  readonly decisions: RepeatedDecisions
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
  const askInTurn = <K extends PlainKind>(
    kind: K,
    request: AskedQuestion<QuestionOf<K>>,
    signal: AbortSignal
  ): Promise<DecisionOf<K>> => {
    const askNow = (): Promise<unknown> => askAbout(kind)(request, signal)
    const wants: QuestionKind = kind
    const asked = isRepeatable(wants)
      ? repeated.put({ request: request as unknown as RepeatedCandidate['request'], wants, signal }, askNow)
      : askNow()
    return asked as Promise<DecisionOf<K>> // a kind that repeats can also be denied
  }
  return {
    decisions: {
      ask: createAsk((kind, request, signal) => askInTurn(kind, request, signal)),
      decideNetworkAccess: (request, signal) => askInTurn('reach', request, signal),
      refusalOf: (origin) => repeated.refusalOf(origin),
      userBegan: (serverName) => repeated.userBegan(serverName),
      viewOpenedAgain: (view) => repeated.viewOpenedAgain(view),
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

/** Of each kind: the types keep a kind and its question together. */
type AskAny = (kind: AskableKind, request: never, signal: AbortSignal) => Promise<unknown>

function createAsk(ask: AskAny): Ask {
  const kinds = Object.keys(questionKinds) as AskableKind[]
  const asks = kinds.map((kind) => [
    kind,
    (request: never, signal: AbortSignal) => ask(kind, request, signal)
  ])
  return Object.fromEntries(asks) as Ask
}
