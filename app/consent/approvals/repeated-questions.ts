/**
 * Limits servers that keep asking. From the third question of a server within a minute, Parley first asks whether the
 * server may continue. What the user refuses or stops applies to all requests from the same source. There are no
 * timers: the time is read when a server asks.
 */
import type { AskAgainQuestion } from '../../contract/questions/questions'
import type {
  AskAgainDecision,
  AskedQuestion,
  Refused,
  RequestOrigin,
  Stopped,
  Withdrawn
} from '../interface'

/** This many questions within this many milliseconds need no extra question. */
const freeCount = 2
const countedMs = 60_000
const refusedMs = 60_000

export interface RepeatedQuestionsOptions {
  /** Milliseconds of any clock. */
  readonly now: () => number
  /** Asks whether the server may continue to ask. */
  readonly askAgain: (
    question: AskedQuestion<AskAgainQuestion>,
    signal: AbortSignal
  ) => Promise<AskAgainDecision>
}

/** A server request before the user is asked. */
export interface RepeatedCandidate {
  readonly request: Omit<AskedQuestion<AskAgainQuestion>, 'wants' | 'askedCount'>
  readonly wants: AskAgainQuestion['wants']
  readonly signal: AbortSignal
}

/** What a server has asked since the user last started something, and what of it the user stopped. */
interface Asking {
  /** Times of the questions that count. */
  askedAt: number[]
  askedCount: number
  refusedUntil: number
  isStopped: boolean
  /** Ids of calls and exchanges. */
  readonly stopped: Set<string>
  /** Ids of calls. */
  readonly closedViews: Set<string>
  /** Whether requests without a call are refused: they most likely come from what was stopped. */
  isStrayStopped: boolean
  /** Reasons for refusing that were already reported. */
  readonly told: Set<Refused['stopped']>
  open: OpenQuestion | null
}

/** The question whether a server may continue to ask. */
interface OpenQuestion {
  readonly decided: Promise<AskAgainDecision>
  /** Number of requests waiting for its answer. The question is withdrawn with the last of them. */
  waiting: number
  readonly controller: AbortController
}

export class RepeatedQuestions {
  readonly #options: RepeatedQuestionsOptions
  readonly #servers = new Map<string, Asking>()

  constructor(options: RepeatedQuestionsOptions) {
    this.#options = options
  }

  /** Shows the request with `ask`, immediately or once the user lets the server continue. */
  async put<T>(candidate: RepeatedCandidate, ask: () => Promise<T>): Promise<T | Refused | Withdrawn> {
    const { request, signal } = candidate
    const asking = this.#of(request.serverName)
    for (;;) {
      if (signal.aborted) return { type: 'withdrawn' }
      const refusal = this.refusalOf(request)
      if (refusal !== null) return refusal
      const now = this.#options.now()
      asking.askedAt = asking.askedAt.filter((at) => at > now - countedMs)
      if (asking.askedAt.length < freeCount) {
        asking.askedAt.push(now)
        asking.askedCount += 1
        return ask()
      }
      if ((await this.#mayGoOn(asking, candidate)).type === 'withdrawn') return { type: 'withdrawn' }
    }
  }

  refusalOf(origin: RequestOrigin): Refused | null {
    const stopped = this.stopOf(origin)
    return stopped === null ? null : this.refuse(origin.serverName, stopped)
  }

  /** Reports only the first refused request, because a looping server would bury everything else. */
  refuse(serverName: string, stopped: Refused['stopped']): Refused {
    const { told } = this.#of(serverName)
    const isNews = !told.has(stopped)
    told.add(stopped)
    return { type: 'refused', stopped, isNews }
  }

  /** The stop that a request from this source falls under; null: none. */
  stopOf(origin: RequestOrigin): Refused['stopped'] | null {
    const asking = this.#of(origin.serverName)
    if (asking.isStopped) return 'server'
    const ids = idsOf(origin)
    const stopped = origin.isFromView === true ? asking.closedViews : asking.stopped
    if (ids.length === 0 ? asking.isStrayStopped : ids.some((id) => stopped.has(id))) return 'call'
    return this.#options.now() < asking.refusedUntil ? 'questions' : null
  }

  stop({ what, origin }: Stopped): void {
    const asking = this.#of(origin.serverName)
    asking.told.delete(what)
    if (what === 'questions') asking.refusedUntil = this.#options.now() + refusedMs
    if (what === 'server') asking.isStopped = true
    if (what !== 'call') return
    const stopped = origin.isFromView === true ? asking.closedViews : asking.stopped
    for (const id of idsOf(origin)) stopped.add(id)
    // A view always asks with its call.
    if (origin.isFromView !== true) asking.isStrayStopped = true
  }

  userBegan(serverName: string | null): void {
    const begun = serverName === null ? this.#servers.values() : [this.#of(serverName)]
    for (const asking of begun) {
      asking.askedAt = []
      asking.askedCount = 0
      if (serverName !== null) asking.isStrayStopped = false
    }
  }

  viewOpenedAgain({ serverName, callId }: { readonly serverName: string; readonly callId: string }): void {
    this.#of(serverName).closedViews.delete(callId)
  }

  serverStarts(serverName: string): void {
    this.#of(serverName).isStopped = false
  }

  #of(serverName: string): Asking {
    const known = this.#servers.get(serverName)
    const asking = known ?? freshAsking()
    this.#servers.set(serverName, asking)
    return asking
  }

  /** Asks one question, however many requests wait for its answer. */
  async #mayGoOn(asking: Asking, candidate: RepeatedCandidate): Promise<AskAgainDecision> {
    const open = (asking.open ??= this.#open(asking, candidate))
    open.waiting += 1
    const decision = await Promise.race([open.decided, aborted(candidate.signal)])
    open.waiting -= 1
    if (open.waiting === 0) open.controller.abort()
    return decision
  }

  #open(asking: Asking, { request, wants }: RepeatedCandidate): OpenQuestion {
    const controller = new AbortController()
    const question = { ...placeOf(request), wants, askedCount: asking.askedCount }
    const decided = this.#options.askAgain(question, controller.signal).then((decision) => {
      asking.open = null
      if (decision.type === 'let-ask') asking.askedAt = []
      return decision
    })
    return { decided, waiting: 0, controller }
  }
}

function freshAsking(): Asking {
  return {
    askedAt: [],
    askedCount: 0,
    refusedUntil: -Infinity,
    isStopped: false,
    stopped: new Set(),
    closedViews: new Set(),
    isStrayStopped: false,
    told: new Set(),
    open: null
  }
}

/** The request without its content. */
function placeOf(request: RepeatedCandidate['request']): RepeatedCandidate['request'] {
  const { serverName, conversationId, callId, toolName, round, exchange, isFromView } = request
  return {
    serverName,
    conversationId,
    callId,
    toolName,
    ...(round !== undefined && { round }),
    ...(exchange && { exchange }),
    ...(isFromView && { isFromView })
  }
}

function idsOf({ callId, exchange }: RequestOrigin): string[] {
  return [callId, exchange?.id].filter((id) => id !== null && id !== undefined)
}

function aborted(signal: AbortSignal): Promise<Withdrawn> {
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve({ type: 'withdrawn' }), { once: true })
  )
}
