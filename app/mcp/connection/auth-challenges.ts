/**
 * The requests of one connection that a server denied for lack of authorization. They are reported as `challenged` and
 * wait until the host answers. The clocks of calls stop meanwhile. `authorized-fetch.ts` sends the token.
 */
import type { RenewRequest } from '../transports/http/authorized-fetch'
import type { AccessToken, ChallengedRequest, McpEvents } from '../interface'

/** Requests for which the user, a model or an app is waiting, so that a question to the user is justified. */
const calls: ReadonlySet<string | null> = new Set([
  'tools/call',
  'resources/read',
  'resources/list',
  'prompts/get',
  'prompts/list'
])

export interface AuthChallengesOptions {
  readonly serverName: string
  readonly connectionId: string
  readonly events: Pick<McpEvents, 'challenged'>
  readonly isOpening: () => boolean
  /** Stops the clocks of the connection's calls until the returned function is called. */
  readonly holdCalls: () => () => void
}

export class AuthChallenges {
  readonly #options: AuthChallengesOptions
  readonly #open = new Map<string, (access: AccessToken | null) => void>()
  #count = 0
  #isClosed = false

  constructor(options: AuthChallengesOptions) {
    this.#options = options
  }

  /**
   * Null if there is no token: the server's denial is final. Never rejects. An arrow function because callers detach
   * it.
   */
  readonly renew = ({
    challenge,
    usedToken,
    wasAccepted,
    method
  }: RenewRequest): Promise<AccessToken | null> => {
    if (this.#isClosed) return Promise.resolve(null)
    const { serverName, connectionId, events, holdCalls } = this.#options
    this.#count += 1
    const challengeId = `${connectionId}/sign-in-${this.#count}`
    const resumeCalls = holdCalls()
    return new Promise((resolve) => {
      this.#open.set(challengeId, (access) => {
        this.#open.delete(challengeId)
        resumeCalls()
        resolve(access)
      })
      const purpose = this.#purposeOf(method)
      const about = { challengeId, serverName, connectionId, purpose }
      events.challenged({ ...about, challenge, usedToken, wasAccepted })
    })
  }

  /** False if the challenge isn't one of these. */
  answer(challengeId: string, access: AccessToken | null): boolean {
    const settle = this.#open.get(challengeId)
    settle?.(access)
    return settle !== undefined
  }

  /** Ends all challenges with the connection. */
  close(): void {
    this.#isClosed = true
    for (const settle of [...this.#open.values()]) settle(null)
  }

  #purposeOf(method: string | null): ChallengedRequest['purpose'] {
    if (this.#options.isOpening()) return 'connect'
    return calls.has(method) ? 'call' : 'background'
  }
}
