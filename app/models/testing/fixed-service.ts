/** A service that gives the same answer to everything, byte by byte as a test wants it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'

export interface FixedAnswer {
  readonly status?: number
  readonly type?: string
  readonly body?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

/** For the file that calls it: services end with the test. Gives their origin. */
export function createFixedServices(): (answer: FixedAnswer) => Promise<string> {
  const closing: (() => Promise<void>)[] = []
  afterEach(async () => {
    await Promise.all(closing.splice(0).map((close) => close()))
  })
  return async ({ status = 200, type = 'text/event-stream', body = '', headers }) => {
    const server = createServer((_incoming, outgoing) => {
      outgoing.writeHead(status, { 'content-type': type, 'x-should-retry': 'false', ...headers }).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise((resolve) => server.close(() => resolve())))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
}
