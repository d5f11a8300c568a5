/**
 * Answers the requests of one view: its two pages, each once, and its messages in both directions. Everything else is
 * refused. Independent of Electron.
 */
import { longestViewMessage, type ViewFrameOptions } from '../../app/views/interface'
import { secretHeader, writeProxyPage, writeProxyPolicy, writeShowLine } from './proxy-page'
import type { ViewAddresses } from './view-address'

/** Of one request, which has all messages that waited for the one before. In bytes. */
const largestBody = 4 * longestViewMessage

export interface ViewAnswersOptions extends Pick<ViewFrameOptions, 'onMessage'> {
  readonly addresses: ViewAddresses
  /** The view waits for it. Parley's own page around it doesn't. */
  readonly page: Promise<Pick<ViewFrameOptions, 'html' | 'policy' | 'permissions'>>
  /** Comes with each request of Parley's own page. */
  readonly secret: string
  /** The view sent more than a frame takes. The rate is limited by its session. */
  readonly onTooLarge: () => void
}

export class ViewAnswers {
  readonly #options: ViewAnswersOptions
  readonly #served = new Set<string>()
  #outgoing: ReadableStreamDefaultController<Uint8Array> | null = null

  constructor(options: ViewAnswersOptions) {
    this.#options = options
  }

  async answer(request: Request): Promise<Response> {
    const { addresses, secret } = this.#options
    const { protocol, host, pathname } = new URL(request.url)
    const from = `${protocol}//${host}`
    const asked = `${request.method} ${pathname}`
    if (from !== addresses.view && from !== addresses.proxy) return refused()
    if (asked === 'GET /') return await this.#servePage(from === addresses.view ? 'view' : 'proxy')
    if (from === addresses.view) return refused()
    if (pathname !== '/messages' || request.headers.get(secretHeader) !== secret) return refused()
    return request.method === 'POST' ? this.#take(request) : this.#openOutgoing()
  }

  /** Lost if the page doesn't listen yet: a view speaks first. */
  send(message: unknown): void {
    this.#outgoing?.enqueue(new TextEncoder().encode(`${JSON.stringify(message)}\n`))
  }

  end(): void {
    this.#outgoing?.close()
    this.#outgoing = null
  }

  /** A page that loads twice is another page: the view has left, and the new page could read the messages for the first one. */
  async #servePage(name: 'view' | 'proxy'): Promise<Response> {
    if (this.#served.has(name)) return refused()
    this.#served.add(name)
    const { addresses, secret, page } = this.#options
    if (name === 'proxy') return answerPage(writeProxyPage(addresses, secret), writeProxyPolicy(addresses))
    const { html, policy } = await page
    return answerPage(html, policy(addresses.proxy))
  }

  async #take(request: Request): Promise<Response> {
    const { onMessage, onTooLarge } = this.#options
    const body = await readBody(request)
    const lines = body?.split('\n') ?? []
    if (body === null || lines.some((line) => line.length > longestViewMessage)) {
      onTooLarge()
      return refused()
    }
    for (const line of lines) onMessage(line)
    return new Response(null, { status: 204 })
  }

  #openOutgoing(): Response {
    if (this.#outgoing !== null || this.#served.has('messages')) return refused()
    this.#served.add('messages')
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#outgoing = controller
        void this.#options.page.then(({ permissions }) => this.send(writeShowLine(permissions)))
      },
      cancel: () => {
        this.#outgoing = null
      }
    })
    return new Response(stream, { headers: { 'content-type': 'application/x-ndjson' } })
  }
}

function answerPage(body: string, policy: string): Response {
  return new Response(body, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store'
    }
  })
}

/** Null: it is too large. */
async function readBody(request: Request): Promise<string | null> {
  const body = request.body as ReadableStream<Uint8Array> | null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > largestBody) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function refused(): Response {
  return new Response(null, { status: 403 })
}
