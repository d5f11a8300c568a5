/** A script for Node that sends a server the messages that Parley sent, without code of Parley. Values are left out. */
import type { ServerDefinition } from '../../settings/definition'
import { describeAct } from '../definition'
import type { FindServerSecrets } from '../definition'
import type { ExchangedMessages } from './evidence'

const mostMessages = 10

/** The first message of every connection. Used if none was sent, so that the connection itself is tested. */
const opening = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'repeat', version: '1' } }
})

export function writeRepeatScript(
  definition: ServerDefinition,
  exchanged: readonly ExchangedMessages[],
  findSecrets: FindServerSecrets
): string {
  const act = describeAct(definition, findSecrets)
  const said = exchanged.flatMap(({ direction, text }) => (direction === 'out' ? [text] : []))
  const lines = (said.length === 0 ? [opening] : said).slice(0, mostMessages)
  const messages = `const messages = [\n${lines.map((text) => `  ${text}`).join(',\n')}\n]`
  if (definition.transport === 'stdio') return overStdio(act, messages)
  const { url, transport } = definition
  return (transport === 'sse' ? overEvents : overHttp)(url, act.headerNames, messages)
}

function overStdio(act: ReturnType<typeof describeAct>, messages: string): string {
  const env = act.environmentNames.map((name) => `${JSON.stringify(name)}: ''`).join(', ')
  return `import { spawn } from 'node:child_process'

${messages}
const server = spawn(${JSON.stringify(act.command)}, ${JSON.stringify(act.args)}, {
  stdio: ['pipe', 'pipe', 'inherit'],
  ${act.cwd === null ? '' : `cwd: ${JSON.stringify(act.cwd)},\n  `}env: { ...process.env, ${env} }
})
server.on('error', (error) => console.error(error.message))
server.on('exit', (code, signal) => console.error('ended', { code, signal }))
server.stdin.on('error', (error) => console.error(error.message))
server.stdout.on('data', (bytes) => process.stdout.write(bytes))
for (const message of messages) server.stdin.write(JSON.stringify(message) + '\\n')`
}

function headersOf(names: readonly string[], more: string): string {
  const own = names.map((name) => `${JSON.stringify(name)}: ''`)
  return `{ ${[more, ...own].join(', ')} }`
}

/** A session continues with its id and its revision. Without a session each message names its own revision. */
function overHttp(url: string, headerNames: readonly string[], messages: string): string {
  const usual = `'content-type': 'application/json', accept: 'application/json, text/event-stream'`
  return `${messages}
let session, revision
for (const message of messages) {
  const headers = ${headersOf(headerNames, usual)}
  const { method, params } = message
  const own = params?._meta?.['io.modelcontextprotocol/protocolVersion']
  if (session) headers['mcp-session-id'] = session
  if (own ?? revision) headers['mcp-protocol-version'] = own ?? revision
  if (own && method) headers['mcp-method'] = method
  if (own && (params.name ?? params.uri)) headers['mcp-name'] = params.name ?? params.uri
  try {
    const answer = await fetch(${JSON.stringify(url)}, {
      method: 'POST', headers, redirect: 'manual', body: JSON.stringify(message), signal: AbortSignal.timeout(30_000)
    })
    console.log(method, answer.status, answer.headers.get('content-type'), answer.headers.get('location') ?? '')
    session = answer.headers.get('mcp-session-id') ?? session
    const text = await answer.text()
    if (method === 'initialize') revision = /"protocolVersion"\\s*:\\s*"([^"]+)"/.exec(text)?.[1]
    console.log(text.slice(0, 2000))
  } catch (error) {
    console.log(method, error.message, error.cause?.code ?? '')
  }
}`
}

/** The transport of the first revision: the server sends the URL for messages on a stream, and answers there. */
function overEvents(url: string, headerNames: readonly string[], messages: string): string {
  return `${messages}
const headers = ${headersOf(headerNames, `accept: 'text/event-stream'`)}
try {
  const url = ${JSON.stringify(url)}
  const stream = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(30_000) })
  console.log(stream.status, stream.headers.get('content-type'))
  let text = ''
  let isSaid = false
  for await (const bytes of stream.body ?? []) {
    text += new TextDecoder().decode(bytes)
    process.stdout.write(bytes)
    const to = /event: ?endpoint\\r?\\ndata: ?(\\S+)/.exec(text)?.[1]
    if (!to || isSaid) continue
    isSaid = true
    for (const message of messages) {
      const answer = await fetch(new URL(to, url), {
        method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(message)
      })
      console.log(message.method, answer.status)
    }
  }
} catch (error) {
  console.log(error.message, error.cause?.code ?? '')
}`
}
