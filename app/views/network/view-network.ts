/**
 * Answers the requests of a view's page, because Chromium in Parley has no network. Only hosts that were declared and
 * allowed are contacted: encrypted, without cookies and stored credentials, with limits of size, time and number. A redirect
 * goes back to the page, so its target arrives here as a request of its own.
 *
 * The page reads every answer, also without CORS headers: they protect what a host sends only to a signed-in user, and
 * these requests carry no data about the user. A local host has to be declared with its port, so the user read it.
 */
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import pLimit from 'p-limit'
import { readBounded } from '../../net/bounded-body'
import { sendGuarded, type GuardedRequest } from '../../net/guarded-request'
import {
  isInside,
  isListed,
  readHostRule,
  readTarget,
  type HostRule,
  type HostTarget
} from '../../net/hostname-rules'
import { toWebResponse, type ByteCount } from './to-web-response'

/** Requests of a view to one host within a second. */
export interface ViewHostUse extends HostTarget, ByteCount {
  readonly count: number
}

export interface ViewNetworkOptions {
  /** As in the content policy. */
  readonly hosts: readonly string[]
  /** Whether the policy of this computer denies the host now. */
  readonly isForbidden: (target: HostTarget) => boolean
  readonly onUsed: (use: ViewHostUse) => void
  readonly send?: (url: URL, request: GuardedRequest) => Promise<IncomingMessage>
}

const limits = {
  requestBytes: 10_000_000,
  responseBytes: 100_000_000,
  timeMs: 120_000,
  atOnce: 16,
  waiting: 1_000,
  reportAfterMs: 1_000
}
const httpsPort = 443

/** Node sets these, or they tell about this computer. The page can't set them. */
const withheldHeaders =
  /^(?:accept-encoding|connection|content-length|cookie.*|expect|host|keep-alive|origin|proxy-.*|referer|sec-.*|te|trailer|transfer-encoding|upgrade.*)$/

export class ViewNetwork {
  readonly #options: ViewNetworkOptions
  readonly #rules: readonly HostRule[]
  readonly #end = new AbortController()
  readonly #turns = pLimit(limits.atOnce)
  readonly #uses = new Map<string, ViewHostUse>()
  #report: NodeJS.Timeout | null = null

  constructor(options: ViewNetworkOptions) {
    this.#options = options
    this.#rules = options.hosts.flatMap((host) => readHostRule(host) ?? [])
  }

  /** Never rejects: a page can't tell apart why a host didn't answer. */
  readonly answer = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const target = readTarget(url.hostname, url.port === '' ? httpsPort : Number(url.port))
    const isAllowed =
      url.protocol === 'https:' &&
      target !== null &&
      isListed(this.#rules, target) &&
      !this.#options.isForbidden(target)
    if (!isAllowed || this.#end.signal.aborted) return new Response(null, { status: 403 })
    if (this.#turns.pendingCount >= limits.waiting) return new Response(null, { status: 429 })
    return await new Promise((resolve) => {
      const turn = this.#turns(async () => await this.#fetch(request, url, { target, resolve }))
      // The network's error, or too much: its details are the view's business only in so far as there is no answer.
      turn.catch(() => resolve(new Response(null, { status: 502 })))
    })
  }

  /** Ends all requests. */
  close(): void {
    this.#end.abort()
    this.#tell()
  }

  /** Ends with the body of the answer, so that the number of open answers is limited, too. */
  async #fetch(
    request: Request,
    url: URL,
    { target, resolve }: { readonly target: HostTarget; readonly resolve: (response: Response) => void }
  ): Promise<void> {
    const { send = sendGuarded } = this.#options
    const signal = AbortSignal.any([this.#end.signal, AbortSignal.timeout(limits.timeMs)])
    signal.throwIfAborted()
    const content = request.body as ReadableStream<Uint8Array> | null
    const body = content === null ? null : await readBounded(content, limits.requestBytes)
    this.#count(target, { count: 1, bytesUp: body?.length ?? 0, bytesDown: 0 })
    const response = await send(url, {
      method: request.method,
      headers: passedHeaders(request.headers),
      body,
      isPrivateAllowed: isInside(target),
      signal
    })
    const { answer, ended } = toWebResponse(response, request.method, limits.responseBytes)
    resolve(answer)
    this.#count(target, { count: 0, bytesUp: 0, bytesDown: await ended })
  }

  #count({ host, port }: HostTarget, added: Pick<ViewHostUse, 'count' | 'bytesUp' | 'bytesDown'>): void {
    const key = `${host}:${port}`
    const before = this.#uses.get(key)
    this.#uses.set(key, {
      host,
      port,
      count: (before?.count ?? 0) + added.count,
      bytesUp: (before?.bytesUp ?? 0) + added.bytesUp,
      bytesDown: (before?.bytesDown ?? 0) + added.bytesDown
    })
    if (this.#end.signal.aborted) return this.#tell()
    this.#report ??= setTimeout(() => this.#tell(), limits.reportAfterMs)
  }

  #tell(): void {
    if (this.#report !== null) clearTimeout(this.#report)
    this.#report = null
    const uses = [...this.#uses.values()]
    this.#uses.clear()
    for (const use of uses) this.#options.onUsed(use)
  }
}

function passedHeaders(headers: Headers): OutgoingHttpHeaders {
  const passed = [...headers].filter(([name]) => !withheldHeaders.test(name))
  return { ...Object.fromEntries(passed), 'accept-encoding': 'gzip, deflate, br' }
}
