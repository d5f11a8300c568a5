/**
 * The requests of one connection that a server did not let through: told as `challenged`, and held until the host
 * answers. Calls lose none of their time meanwhile. What is sent with a token is in `authorized-fetch.ts`.
 */
import type { RenewRequest } from '../transports/http/authorized-fetch'
import type { AccessToken, ChallengedRequest, McpEvents } from '../interface'

/** What somebody waits for: worth a question to the person. */
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
  /** The clocks of the connection's calls stand still until the returned function is called. */
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

  /** Null: the server's refusal stands. Never rejects. Bound: it is handed on by itself. */
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

  /** Whether it is one of these. */
  answer(challengeId: string, access: AccessToken | null): boolean {
    const settle = this.#open.get(challengeId)
    settle?.(access)
    return settle !== undefined
  }

  /** The connection is over: nobody waits any more. */
  close(): void {
    this.#isClosed = true
    for (const settle of [...this.#open.values()]) settle(null)
  }

  #purposeOf(method: string | null): ChallengedRequest['purpose'] {
    if (this.#options.isOpening()) return 'connect'
    return calls.has(method) ? 'call' : 'background'
  }
}
