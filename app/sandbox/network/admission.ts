/**
 * Which connections of one server pass: those that its list names at once, any other after a question, for which it waits.
 * However many wait for the same host and port, one question stands; it goes when the last of them goes.
 */
import { isInside, isListed, isListedExactly, readHostRule, targetText } from '../../net/hostname-rules'
import type { HostRule, HostTarget } from '../../net/hostname-rules'

export type AdmissionVerdict =
  /** `mayLeadInside`: to this computer or the network around it, too. */
  | { readonly type: 'allowed'; readonly mayLeadInside: boolean }
  /** `reason`: for the body of the answer, a clause. */
  | { readonly type: 'refused'; readonly reason: string }

export interface RequestedHost {
  readonly isAllowed: boolean
  readonly reason: string
}

/** Rejects never; `signal`: nobody waits for it any more. */
export type AskForNetworkAccess = (target: HostTarget, signal: AbortSignal) => Promise<RequestedHost>

interface Question {
  readonly target: HostTarget
  readonly decided: Promise<AdmissionVerdict>
  readonly settle: (verdict: AdmissionVerdict) => void
  readonly controller: AbortController
  waiting: number
}

/** Hosts that wait for an answer at once, of one server. */
const mostQuestions = 20

export class NetworkAdmission {
  readonly #ask: AskForNetworkAccess
  readonly #questions = new Map<string, Question>()
  #rules: readonly HostRule[]
  #isClosed = false

  constructor(hosts: readonly string[], ask: AskForNetworkAccess) {
    this.#ask = ask
    this.#rules = toRules(hosts)
  }

  async admit(target: HostTarget, signal: AbortSignal): Promise<AdmissionVerdict> {
    if (this.#isClosed || signal.aborted) return refuseConnection('its server has been stopped')
    const listed = this.#listed(target)
    if (listed !== null) return listed
    const key = targetText(target)
    const known = this.#questions.get(key)
    if (known === undefined && this.#questions.size >= mostQuestions)
      return refuseConnection('too many hosts wait for an answer')
    const question = known ?? this.#put(key, target)
    question.waiting += 1
    const verdict = await Promise.race([question.decided, gone(signal)])
    question.waiting -= 1
    if (question.waiting === 0) this.#end(key, question, refuseConnection('nobody waits for it any more'))
    return verdict
  }

  /** Whether it would pass without a question. */
  lists(target: HostTarget): boolean {
    return this.#listed(target) !== null
  }

  /** What waits for a host that is listed by now goes on. */
  setHosts(hosts: readonly string[]): void {
    this.#rules = toRules(hosts)
    for (const [key, question] of [...this.#questions]) {
      const listed = this.#listed(question.target)
      if (listed !== null) this.#end(key, question, listed)
    }
  }

  close(): void {
    this.#isClosed = true
    for (const [key, question] of [...this.#questions])
      this.#end(key, question, refuseConnection('its server has been stopped'))
  }

  #listed(target: HostTarget): AdmissionVerdict | null {
    if (!isListed(this.#rules, target)) return null
    return { type: 'allowed', mayLeadInside: isListedExactly(this.#rules, target) }
  }

  #put(key: string, target: HostTarget): Question {
    let settle: Question['settle'] = () => {}
    const decided = new Promise<AdmissionVerdict>((resolve) => {
      settle = resolve
    })
    const controller = new AbortController()
    const question = { target, decided, settle, controller, waiting: 0 }
    this.#questions.set(key, question)
    void this.#ask(target, controller.signal).then(({ isAllowed, reason }) => {
      const allowed = { type: 'allowed', mayLeadInside: isInside(target) } as const
      this.#end(key, question, isAllowed ? allowed : refuseConnection(reason))
    })
    return question
  }

  #end(key: string, question: Question, verdict: AdmissionVerdict): void {
    if (this.#questions.get(key) === question) this.#questions.delete(key)
    question.settle(verdict)
    question.controller.abort()
  }
}

export function refuseConnection(reason: string): AdmissionVerdict {
  return { type: 'refused', reason }
}

/** What is no rule is none: who reads the settings has said so. */
function toRules(hosts: readonly string[]): readonly HostRule[] {
  return hosts.flatMap((line) => readHostRule(line) ?? [])
}

function gone(signal: AbortSignal): Promise<AdmissionVerdict> {
  return new Promise((resolve) => {
    const tell = () => resolve(refuseConnection('nobody waits for it any more'))
    signal.addEventListener('abort', tell, { once: true })
  })
}
