/**
 * Redirect target for the browser: a listener on this computer only, on one path, for one sign-in. It runs from the
 * moment when the browser opens until it receives one valid answer, identified by its `state`. It rejects everything
 * else and keeps waiting.
 *
 * @spec RFC 8252#section-7.3
 */
import { timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HostError } from '../../base/host-error'
import { say, toText } from '../../texts/render-localized'
import { signInStopped } from '../discovery/failures'

/** The parameters of the redirect from the authorization server. Untrusted. */
export interface Callback {
  readonly code: string | null
  readonly issuer: string | null
  readonly error: string | null
  readonly errorDescription: string | null
}

export interface CallbackListener {
  readonly redirectUri: string
  /** 0 when there is none. */
  readonly port: number
  /** The valid answer. Rejects with HostError SIGN_IN_FAILED for a malformed one, and with the signal's reason. */
  wait(signal: AbortSignal): Promise<Callback>
  close(): void
}

export interface CallbackListenerOptions {
  /** Null: any free port. */
  readonly port: number | null
  /** Identifies the valid answer; unguessable. */
  readonly state: string
  /** An answer arrived that is not the expected one. */
  readonly onWrongAnswer?: () => void
}

const path = '/callback'
const address = '127.0.0.1'
/** A browser's redirect is shorter than this. */
const longestUrl = 16_384
const headerTimeMs = 5_000
const mostConnections = 100

const pages = {
  done: say('auth.pageDone'),
  failed: say('auth.pageFailed'),
  refused: say('auth.pageRefused'),
  nothing: say('auth.pageNothing')
}

/** Null when the port is in use. */
export async function openCallbackListener(
  options: CallbackListenerOptions
): Promise<CallbackListener | null> {
  let take: (callback: Callback) => void = () => {}
  let refuse: (error: Error) => void = () => {}
  const answered = new Promise<Callback>((resolve, reject) => {
    take = resolve
    refuse = reject
  })
  answered.catch(() => {}) // the awaiting caller handles it
  const server = createServer({
    maxHeaderSize: longestUrl,
    headersTimeout: headerTimeMs,
    requestTimeout: headerTimeMs
  })
  server.maxConnections = mostConnections
  server.on('request', (request, response) => {
    const outcome = judge(request, port, options.state)
    if (outcome.type === 'right') take(outcome.callback)
    if (outcome.type === 'senseless') refuse(unrelatedCallback())
    if (outcome.type === 'refused' && outcome.status === 400) options.onWrongAnswer?.()
    answer(response, outcome)
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  if (!(await listens(server, options.port))) return null
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    // Lets the running answer finish; no other connection may keep the listener open.
    setTimeout(() => server.closeAllConnections(), 500).unref()
  }
  return {
    redirectUri: `http://${address}:${port}${path}`,
    port,
    close,
    wait: async (signal) => {
      const given = new Promise<never>((_resolve, reject) => {
        const stop = () => reject(signal.reason as Error)
        if (signal.aborted) stop()
        else signal.addEventListener('abort', stop, { once: true })
      })
      return await Promise.race([answered, given]).finally(close)
    }
  }
}

type Outcome =
  | { readonly type: 'right'; readonly callback: Callback }
  /** It has the right state, but is not an answer. */
  | { readonly type: 'senseless' }
  | { readonly type: 'refused'; readonly status: 400 | 403 | 404 | 405 | 414 }

function judge(request: IncomingMessage, port: number, state: string): Outcome {
  const { url = '', method, headers } = request
  // A web page may have its own hostname resolve to this computer.
  if (headers.host !== `${address}:${port}`) return { type: 'refused', status: 403 }
  if (method !== 'GET') return { type: 'refused', status: 405 }
  if (url.length > longestUrl) return { type: 'refused', status: 414 }
  const [place, query = ''] = splitOnce(url, '?')
  if (place !== path) return { type: 'refused', status: 404 }
  return readCallback(new URLSearchParams(query), state)
}

/** Outcome of the redirect: code, denial, or the right state without an answer. */
export function readCallback(parameters: URLSearchParams, state: string): Outcome {
  const states = parameters.getAll('state')
  if (states.length !== 1 || !isEqual(states[0] ?? '', state)) return { type: 'refused', status: 400 }
  // Some services send every parameter, including empty ones.
  const read = (name: string) => parameters.get(name) || null
  const isDoubled = ['code', 'iss', 'error'].some((name) => parameters.getAll(name).length > 1)
  const code = read('code')
  const error = read('error')
  if (isDoubled || (code === null) === (error === null)) return { type: 'senseless' }
  return {
    type: 'right',
    callback: { code, error, issuer: read('iss'), errorDescription: read('error_description') }
  }
}

/** Plain text: nothing in the address can become part of a page. */
function answer(response: ServerResponse, outcome: Outcome): void {
  const isDone = outcome.type === 'right' && outcome.callback.error === null
  const status = outcome.type === 'refused' ? outcome.status : isDone ? 200 : 400
  const refusal = status === 404 ? pages.nothing : pages.refused
  const text = isDone ? pages.done : outcome.type === 'refused' ? refusal : pages.failed
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    connection: 'close'
  })
  response.end(`${toText(text)}\n`)
}

function listens(server: Server, port: number | null): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen({ host: address, port: port ?? 0, exclusive: true }, () => resolve(true))
  })
}

function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}

function splitOnce(text: string, mark: string): readonly [string, string?] {
  const place = text.indexOf(mark)
  return place === -1 ? [text] : [text.slice(0, place), text.slice(place + 1)]
}

export function unrelatedCallback(): HostError {
  return signInStopped(say('auth.senseless'))
}
