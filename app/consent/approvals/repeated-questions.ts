/**
 * Servers that ask question after question. The third of one server within a minute is put off behind a question of its
 * own: whether it may go on asking. What the person refuses or stops holds for all that comes from the same place.
 * Nothing here has a timer: time is looked at when a server asks.
 */
import type { AskAgainQuestion } from '../../contract/consents'
import type {
  AskAgainDecision,
  AskedQuestion,
  Refused,
  RequestOrigin,
  Stopped,
  Withdrawn
} from '../interface'

/** So many questions within so many milliseconds go without saying. */
const freeCount = 2
const countedMs = 60_000
const refusedMs = 60_000

export interface RepeatedQuestionsOptions {
  /** Milliseconds of any clock. */
  readonly now: () => number
  /** Puts the question whether the server may go on. */
  readonly askAgain: (
    question: AskedQuestion<AskAgainQuestion>,
    signal: AbortSignal
  ) => Promise<AskAgainDecision>
}

/** A request of a server before it is put before the person. */
export interface RepeatedCandidate {
  readonly request: Omit<AskedQuestion<AskAgainQuestion>, 'wants' | 'askedCount'>
  readonly wants: AskAgainQuestion['wants']
  readonly signal: AbortSignal
}

/** What one server asked since the person last began something, and what of it the person stopped. */
interface Asking {
  /** Of the questions that count. */
  askedAt: number[]
  askedCount: number
  refusedUntil: number
  isStopped: boolean
  /** Ids of calls and exchanges. */
  readonly stopped: Set<string>
  /** Whether requests that belong to nothing are refused: most likely they come from what was stopped. */
  isStrayStopped: boolean
  /** Refusals that somebody has heard of. */
  readonly told: Set<Refused['stopped']>
  open: OpenQuestion | null
}

/** The question whether a server may go on. */
interface OpenQuestion {
  readonly decided: Promise<AskAgainDecision>
  /** Requests that wait for its answer. With the last of them it goes. */
  waiting: number
  readonly controller: AbortController
}

export class RepeatedQuestions {
  readonly #options: RepeatedQuestionsOptions
  readonly #servers = new Map<string, Asking>()

  constructor(options: RepeatedQuestionsOptions) {
    this.#options = options
  }

  /** Puts the request before the person by `ask`, at once or when they let the server go on. */
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

  /** The person hears of the first only: a server in a loop would bury everything else. */
  refuse(serverName: string, stopped: Refused['stopped']): Refused {
    const { told } = this.#of(serverName)
    const isNews = !told.has(stopped)
    told.add(stopped)
    return { type: 'refused', stopped, isNews }
  }

  /** What the person stopped that a request from there belongs to. */
  stopOf(origin: RequestOrigin): Refused['stopped'] | null {
    const asking = this.#of(origin.serverName)
    if (asking.isStopped) return 'server'
    const ids = idsOf(origin)
    if (ids.length === 0 ? asking.isStrayStopped : ids.some((id) => asking.stopped.has(id))) return 'call'
    return this.#options.now() < asking.refusedUntil ? 'questions' : null
  }

  stop({ what, origin }: Stopped): void {
    const asking = this.#of(origin.serverName)
    asking.told.delete(what)
    if (what === 'questions') asking.refusedUntil = this.#options.now() + refusedMs
    if (what === 'server') asking.isStopped = true
    if (what !== 'call') return
    for (const id of idsOf(origin)) asking.stopped.add(id)
    asking.isStrayStopped = true
  }

  personBegan(serverName: string | null): void {
    const begun = serverName === null ? this.#servers.values() : [this.#of(serverName)]
    for (const asking of begun) {
      asking.askedAt = []
      asking.askedCount = 0
      if (serverName !== null) asking.isStrayStopped = false
    }
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

  /** However many requests wait for the person's answer, one question is asked. */
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
    isStrayStopped: false,
    told: new Set(),
    open: null
  }
}

/** Without what it asks for. */
function placeOf(request: RepeatedCandidate['request']): RepeatedCandidate['request'] {
  const { serverName, conversationId, callId, toolName, round, exchange } = request
  const inRound = { ...(round !== undefined && { round }), ...(exchange && { exchange }) }
  return { serverName, conversationId, callId, toolName, ...inRound }
}

function idsOf({ callId, exchange }: RequestOrigin): string[] {
  return [callId, exchange?.id].filter((id) => id !== null && id !== undefined)
}

function aborted(signal: AbortSignal): Promise<Withdrawn> {
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve({ type: 'withdrawn' }), { once: true })
  )
}
