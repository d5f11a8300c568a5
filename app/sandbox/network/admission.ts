/**
 * Which connections of one server are admitted: listed hosts at once, any other after a question, for which the
 * connection waits. All connections to the same host and port share one question, which is withdrawn with the last of
 * them.
 */
import { isInside, isListed, isListedExactly, readHostRule, targetText } from '../../net/hostname-rules'
import type { HostRule, HostTarget } from '../../net/hostname-rules'

export type AdmissionVerdict =
  /** `mayLeadInside`: also to this computer or the local network. */
  | { readonly type: 'allowed'; readonly mayLeadInside: boolean }
  /** `reason`: for the body of the response, a clause. */
  | { readonly type: 'refused'; readonly reason: string }

export interface RequestedHost {
  readonly isAllowed: boolean
  readonly reason: string
}

/** Never rejects. `signal`: no connection waits for it any more. */
export type AskForNetworkAccess = (target: HostTarget, signal: AbortSignal) => Promise<RequestedHost>

interface Question {
  readonly target: HostTarget
  readonly decided: Promise<AdmissionVerdict>
  readonly settle: (verdict: AdmissionVerdict) => void
  readonly controller: AbortController
  waiting: number
}

/** Hosts of one server that wait for an answer at the same time. */
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
    if (question.waiting === 0) this.#end(key, question, refuseConnection('nothing waits for it any longer'))
    return verdict
  }

  /** Whether it is admitted without a question. */
  lists(target: HostTarget): boolean {
    return this.#listed(target) !== null
  }

  /** Admits connections that wait for a host that is now listed. */
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

/** Invalid rules are ignored: the settings have reported them. */
function toRules(hosts: readonly string[]): readonly HostRule[] {
  return hosts.flatMap((line) => readHostRule(line) ?? [])
}

function gone(signal: AbortSignal): Promise<AdmissionVerdict> {
  return new Promise((resolve) => {
    const tell = () => resolve(refuseConnection('nothing waits for it any longer'))
    signal.addEventListener('abort', tell, { once: true })
  })
}
