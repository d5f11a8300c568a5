/** Records one attempt to connect: its result, messages and log. All of it is untrusted. */
import { cutText } from '../../base/cut-text'
import { toFailure } from '../../base/host-error'
import type { Failure } from '../../contract/failure'
import type { ServerLogLine } from '../../contract/servers'
import type { ConnectionInfo, McpGateway, SeenAnswer, ServerLaunch } from '../../mcp/interface'

const mostMessages = 60
const mostLines = 60
const longestMessage = 4_000
const longestRefusal = 500
const longestWord = 200
const mostCapabilities = 40

export interface ExchangedMessages {
  readonly direction: 'in' | 'out'
  /** JSON. */
  readonly text: string
}

export interface Evidence {
  /** Null if the connection opened. */
  readonly failure: Failure | null
  readonly info: ConnectionInfo | null
  /** The first messages, in order. */
  readonly messages: readonly ExchangedMessages[]
  /** The last lines. */
  readonly lines: readonly ServerLogLine[]
}

/** Connects, disconnects, and records what arrives. */
export async function attempt(mcp: McpGateway, launch: ServerLaunch): Promise<Evidence> {
  const messages: ExchangedMessages[] = []
  const lines: ServerLogLine[] = []
  const unsubscribe = mcp.subscribe({
    traced: ({ connectionId, direction, text }) => {
      if (connectionId !== launch.connectionId || messages.length >= mostMessages) return
      messages.push({ direction, text: text ?? '…' })
    },
    logged: ({ serverName, line }) => {
      if (serverName !== launch.serverName) return
      lines.push(line)
      if (lines.length > mostLines) lines.shift()
    }
  })
  const { connectionId } = launch
  try {
    const info = await mcp.clients.connect(launch)
    return { failure: null, info, messages, lines }
  } catch (error) {
    return { failure: toFailure(error), info: null, messages, lines }
  } finally {
    unsubscribe()
    await mcp.clients.disconnect(connectionId)
  }
}

/** True if the server answered the first request with more than an error. */
export function isAnswered({ messages }: Pick<Evidence, 'messages'>): boolean {
  const asked = new Set<unknown>()
  return messages.some(({ direction, text }) => {
    const { id, method, result } = read(text)
    if (direction === 'out') {
      if (method === 'initialize' || method === 'server/discover') asked.add(id)
      return false
    }
    return result !== undefined && asked.has(id)
  })
}

export interface Agreed {
  readonly revision: string | null
  readonly capabilities: readonly string[]
  /** The server's own name and version. */
  readonly server: string
}

/** What both sides agreed on before the failure, according to the server; null if nothing. */
export function agreedIn({ messages }: Pick<Evidence, 'messages'>): Agreed | null {
  const asked = new Map<unknown, unknown>()
  for (const { direction, text } of messages) {
    const { id, method, result } = read(text)
    if (direction === 'out') asked.set(id, method)
    else if (asked.get(id) === 'initialize' && isObject(result)) return readAgreed(result)
  }
  return null
}

function readAgreed({
  protocolVersion,
  capabilities,
  serverInfo
}: Readonly<Record<string, unknown>>): Agreed {
  const info = isObject(serverInfo) ? serverInfo : {}
  const words = [info['title'] ?? info['name'], info['version']].filter((word) => typeof word === 'string')
  return {
    revision: typeof protocolVersion === 'string' ? protocolVersion.slice(0, longestWord) : null,
    capabilities: isObject(capabilities) ? Object.keys(capabilities).slice(0, mostCapabilities) : [],
    server: words.join(' ').slice(0, longestWord)
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Received messages, one per line, bounded. */
export function cameIn({ messages }: Pick<Evidence, 'messages'>): string {
  const came = messages.filter(({ direction }) => direction === 'in')
  return came.map(({ text }) => text.slice(0, longestMessage)).join('\n')
}

/** The server's own error for the handshake, or for its last request; null if it sent none. */
export function findReportedRefusal({ messages }: Pick<Evidence, 'messages'>): string | null {
  const asked = new Map<unknown, unknown>()
  let last: string | null = null
  let first: string | null = null
  for (const { direction, text } of messages) {
    const { id, method, error } = read(text)
    if (direction === 'out') asked.set(id, method)
    const { message } = (error ?? {}) as { readonly message?: unknown }
    if (direction === 'out' || typeof message !== 'string') continue
    last = cutText(message, longestRefusal)
    if (asked.get(id) === 'initialize') first = last
  }
  return first ?? last
}

export interface FailureData {
  readonly errorOutput: string
  readonly firstOutput: string
  readonly isInstalling: boolean
  readonly httpStatus: number | null
  /** True if the server named its revisions and Parley supports none of them. */
  readonly hasOtherRevisions: boolean
  readonly answer: SeenAnswer | null
}

export function readFailureData({ data = {} }: Failure): FailureData {
  const { errorOutput, firstOutput, isInstalling, httpStatus, supported, answer } = data
  return {
    errorOutput: Array.isArray(errorOutput) ? errorOutput.join('\n') : '',
    firstOutput: typeof firstOutput === 'string' ? firstOutput : '',
    isInstalling: isInstalling === true,
    httpStatus: typeof httpStatus === 'number' ? httpStatus : null,
    hasOtherRevisions: Array.isArray(supported),
    answer: isAnswer(answer) ? answer : null
  }
}

function isAnswer(value: unknown): value is SeenAnswer {
  return typeof value === 'object' && value !== null && 'status' in value && 'text' in value
}

interface AnyMessage {
  readonly id?: unknown
  readonly method?: unknown
  readonly result?: unknown
  readonly error?: unknown
}

function read(text: string): AnyMessage {
  try {
    return (JSON.parse(text) ?? {}) as object
  } catch {
    return {}
  }
}
