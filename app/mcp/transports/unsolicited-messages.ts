/**
 * Filters unsolicited messages of a server before the client library gets them. They are limited to a rate, so that a
 * flood doesn't delay answers. Pings are answered at any time, also before the handshake. Log messages go to the log.
 * Requests are refused in a revision that has none.
 *
 * @spec 2025-11-25 basic/utilities/ping
 * @spec 2026-07-28 basic/transports
 */
import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/client'
import { createRateLimiter, unsolicitedLimits } from '../protocol/rate-limiter'
import { escapeBytes } from '../protocol/escape-bytes'
import type { LogServerLine } from '../protocol/wire-log'
import { logMessage } from '../protocol/log-notification'

const methodNotFound = -32_601

export interface UnsolicitedOptions {
  readonly log: LogServerLine
  /** Sends an answer; false if the transport can't carry one to this server. */
  readonly reply: (answer: JSONRPCMessage) => void
  /** True if the connection uses a revision in which servers send no requests. */
  readonly isStateless: () => boolean
}

/** Returns a function that says whether a message is to be delivered. */
export function createUnsolicitedFilter(options: UnsolicitedOptions): (message: JSONRPCMessage) => boolean {
  const { log, reply, isStateless } = options
  const isAllowed = createRateLimiter(unsolicitedLimits, () => performance.now())
  const refuse = (request: JSONRPCRequest) => {
    log('life', 'warning', `The server sent a request, which this revision does not allow: ${shown(request)}`)
    const message = 'This revision has no requests from servers'
    reply({ jsonrpc: '2.0', id: request.id, error: { code: methodNotFound, message } })
  }
  let remaining = 0
  const tellLeft = () => {
    log('life', 'warning', `${remaining} messages of the server left out: too many at once.`)
    remaining = 0
  }
  return (message) => {
    if (!isAllowed()) {
      // Once a second, by a timer, because no further message may arrive. A note after every few messages would be a
      // flood too.
      if (remaining === 0) setTimeout(tellLeft, 1_000).unref()
      remaining += 1
      return false
    }
    if (!('method' in message)) return false
    if (message.method === 'notifications/message') {
      logMessage(message.params, log)
      return false
    }
    if (!('id' in message)) return true
    if (message.method === 'ping') reply({ jsonrpc: '2.0', id: message.id, result: {} })
    else if (isStateless()) refuse(message)
    else return true
    return false
  }
}

function shown(message: JSONRPCRequest): string {
  return escapeBytes(JSON.stringify(message))
}
