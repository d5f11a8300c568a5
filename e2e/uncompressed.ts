/**
 * Playwright and the app talk on one machine, where packing each message costs both more than sending it: a tenth of what
 * a worker computes. Playwright has no option for it, so what it offers is taken out of the request that opens the connection.
 */
import http from 'node:http'

const request = http.request.bind(http)

function requestUncompressed(...args: Parameters<typeof http.request>): http.ClientRequest {
  const made = request(...args)
  if (made.getHeader('upgrade') === 'websocket') made.removeHeader('sec-websocket-extensions')
  return made
}

Object.assign(http, { request: requestUncompressed })
