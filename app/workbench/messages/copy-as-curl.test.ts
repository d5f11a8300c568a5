import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { copyAsCurl } from './copy-as-curl'

it('writes a command line with placeholders for secrets, which a shell reads as it was', () => {
  const requestHeaders = {
    accept: 'application/json, text/event-stream',
    authorization: 'Bearer [secret]',
    'content-length': '20',
    'mcp-session-id': '[secret]',
    'x-key': '[secret]'
  }
  const exchange = {
    url: "https://example.com/mcp?name=it's",
    status: 200,
    requestHeaders,
    responseHeaders: {}
  }
  const command = copyAsCurl(exchange, `{"text":"it's $HOME \\n"}`)
  const shown = execFileSync('sh', ['-c', `curl() { printf '%s|' "$@"; }\n${command}`]).toString()
  expect(shown.split('|')).toEqual([
    ...['-X', 'POST', "https://example.com/mcp?name=it's"],
    ...['-H', 'accept: application/json, text/event-stream', '-H', 'authorization: Bearer YOUR_TOKEN'],
    ...['-H', 'mcp-session-id: YOUR_SESSION_ID', '-H', 'x-key: YOUR_VALUE'],
    ...['--data-raw', `{"text":"it's $HOME \\n"}`, '']
  ])
})
