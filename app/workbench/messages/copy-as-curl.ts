/** A message to a remote server as a command line for curl. Pure. Contains no secrets if its input has none. */
import type { HttpExchange } from '../../contract/workbench/messages'

/** Headers that curl sets itself. */
const ownHeaders = new Set(['content-length', 'host', 'connection', 'accept-encoding', 'user-agent'])

/** Placeholders by header: the secrets in them are removed. */
const placeholders: Readonly<Record<string, string>> = {
  authorization: 'Bearer YOUR_TOKEN',
  'mcp-session-id': 'YOUR_SESSION_ID'
}

export function copyAsCurl({ url, requestHeaders }: HttpExchange, body: string): string {
  const headers = Object.entries(requestHeaders).flatMap(([name, value]) => {
    if (ownHeaders.has(name)) return []
    const shown = value.includes('[secret]') ? (placeholders[name] ?? 'YOUR_VALUE') : value
    return [`-H ${quote(`${name}: ${shown}`)}`]
  })
  return [
    `curl -X POST ${quote(url.replaceAll('[secret]', 'YOUR_VALUE'))}`,
    ...headers,
    `--data-raw ${quote(body)}`
  ].join(' \\\n  ')
}

/** For a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
