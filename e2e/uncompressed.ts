/**
 * Playwright and the app talk on one machine, where compressing a message costs both more than sending it: a tenth
 * of a worker's computing. Playwright has no option for it, so this removes its offer from the request that opens
 * the connection.
 */
import http from 'node:http'

const request = http.request.bind(http)

function requestUncompressed(...args: Parameters<typeof http.request>): http.ClientRequest {
  const made = request(...args)
  if (made.getHeader('upgrade') === 'websocket') made.removeHeader('sec-websocket-extensions')
  return made
}

Object.assign(http, { request: requestUncompressed })
