/**
 * Messages between Parley and its servers for the window. The process of the servers keeps and filters them, so that
 * neither main nor the window handles more than what is shown. Secrets are removed here, using all secrets known at that
 * moment.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CallInput, CallOutput } from '../../contract/bridge/calls'
import type { HttpExchange, MessageDetails, MessageRow } from '../../contract/workbench/messages'
import type { SecretRegistry } from '../../base/logger'
import type { McpGateway, ReadMessage, TracedMessage } from '../../mcp/interface'
import type { KeptMessage } from '../../workbench/messages/kept-message'
import { completeFilter } from '../../workbench/messages/complete-filter'
import { copyAsCurl } from '../../workbench/messages/copy-as-curl'
import { hasWords, parseFilter } from '../../workbench/messages/message-filter'
import { redactMessage, redactText, redactUrl } from '../../workbench/messages/redact-message'

type Answer<N extends 'find' | 'locate' | 'complete-filter' | 'read' | 'export'> = (
  input: CallInput<`messages.${N}`>
) => Promise<CallOutput<`messages.${N}`>>

export interface HostMessages {
  readonly find: Answer<'find'>
  readonly locate: Answer<'locate'>
  readonly completeFilter: Answer<'complete-filter'>
  readonly read: Answer<'read'>
  readonly export: Answer<'export'>
  forget(serverName: string): Promise<void>
}

/** Characters whose secrets are removed in one turn of the event loop. Calls of the window wait meanwhile. */
const turnCharacters = 500_000

const noMessages = { first: 0, end: 0, from: 0, rows: [], removed: 0 }

export interface HostMessagesOptions {
  readonly mcp: McpGateway
  readonly secretRegistry: SecretRegistry
  readonly onTraced?: ((message: TracedMessage) => void) | undefined
  readonly onChanged: (serverName: string) => void
}

export function createHostMessages(options: HostMessagesOptions): HostMessages {
  const { mcp, secretRegistry, onChanged } = options
  const { clients } = mcp
  mcp.subscribe({ messagesChanged: ({ serverName }) => onChanged(serverName) })
  traceMessages(options)
  const toQuery = ({ serverName, filter }: { readonly serverName: string; readonly filter: string }) => {
    const { terms, problems } = parseFilter(filter)
    return {
      query: { serverName, terms, secrets: terms.some(hasWords) ? secretRegistry.values : [] },
      problems
    }
  }
  const redactRow = (row: MessageRow): MessageRow => ({
    ...row,
    method: redactName(row.method),
    tool: redactName(row.tool),
    id: redactName(row.id),
    oddity: redactName(row.oddity)
  })
  const redactName = (text: string | null) => (text === null ? null : redactText(text, secretRegistry))
  return {
    find: async ({ from, count, ...asked }) => {
      const { query, problems } = toQuery(asked)
      const found = await clients.findMessages({ ...query, from, count })
      if (found === undefined) return { ...noMessages, problems: [...problems] }
      return { ...found, rows: found.rows.map(redactRow), problems: [...problems] }
    },
    locate: async ({ number, ...asked }) => {
      const { query } = toQuery(asked)
      return { position: (await clients.locateMessage({ ...query, number })) ?? null }
    },
    completeFilter: async ({ serverName, filter }) => {
      const { methods = [], tools = [] } = (await clients.listMessageNames(serverName)) ?? {}
      const isShown = (name: string) => redactName(name) === name
      const known = { methods: methods.filter(isShown), tools: tools.filter(isShown) }
      return { filters: [...completeFilter(filter, known)] }
    },
    read: async ({ serverName, number }) => {
      const kept = (await clients.readMessage(serverName, number)) ?? null
      return kept === null ? null : redactDetails(kept, secretRegistry)
    },
    export: async (asked) => {
      const found = await clients.exportMessages(toQuery(asked).query)
      return { lines: await writeLines(found ?? [], secretRegistry) }
    },
    forget: (serverName) => clients.forgetMessages(serverName)
  }
}

/** One message a line, as JSON with its time and direction; null if it was too long or too deep to show. */
async function writeLines(messages: readonly KeptMessage[], known: SecretRegistry): Promise<string> {
  const lines: string[] = []
  let characters = 0
  for (const { at, direction, text } of messages) {
    const message = text === null ? null : redactMessage(text, known)
    const head = JSON.stringify({ at: new Date(at).toISOString(), direction }).slice(0, -1)
    lines.push(`${head},"message":${message ?? 'null'}}`)
    characters += text?.length ?? 0
    if (characters < turnCharacters) continue
    characters = 0
    await nextTurn()
  }
  return lines.join('\n')
}

function redactDetails(kept: ReadMessage, known: SecretRegistry): MessageDetails {
  const redact = (each: string) => redactText(each, known)
  const text = kept.text === null ? null : redactMessage(kept.text, known)
  const http = kept.http === null ? null : redactExchange(kept.http, known, redact)
  const faults = kept.faults.map(({ pointer, reason }) => ({ pointer: redact(pointer), reason }))
  return { ...kept, text, http, faults, curl: http === null || text === null ? null : copyAsCurl(http, text) }
}

function redactExchange(
  exchange: HttpExchange,
  known: SecretRegistry,
  redact: (text: string) => string
): HttpExchange {
  const redactAll = (headers: HttpExchange['requestHeaders']) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, redact(value)]))
  return {
    ...exchange,
    url: redactUrl(exchange.url, known),
    requestHeaders: redactAll(exchange.requestHeaders),
    responseHeaders: redactAll(exchange.responseHeaders)
  }
}

/** Gives every message to the trace of development builds. */
function traceMessages({ mcp, secretRegistry, onTraced }: HostMessagesOptions): void {
  if (onTraced === undefined) return
  const withoutSecrets = (text: string | null) => (text === null ? null : redactMessage(text, secretRegistry))
  mcp.subscribe({
    traced: (message: TracedMessage) => onTraced({ ...message, text: withoutSecrets(message.text) })
  })
}
