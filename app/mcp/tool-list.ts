/**
 * Reads all pages of a server's `tools/list`, with ends for lists that have none.
 *
 * @spec 2026-07-28 server/utilities/pagination
 */
import type { Client } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { ToolView } from '../contract/servers'
import { HostError } from '../base/host-error'
import { unwrapResult } from './delegating-transport'
import { findHeaderProblem } from './header-marks'
import type { LogServerLine } from './server-log'
import { toToolView } from './tools'

const limits = { pages: 1_000, tools: 100_000 }

/** Everything but the frame is read tool by tool. */
const page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().nullish() })

export interface ToolListOptions {
  readonly serverName: string
  readonly log: LogServerLine
  readonly signal: AbortSignal
  /** Limit of one page. */
  readonly timeoutMs: number
  /** Whether calls go over HTTP, where a tool may ask for headers. */
  readonly isRemote: boolean
}

/**
 * All tools in the server's order, broken ones with `problem` set. A list that does not end is cut and the log
 * says so.
 * @throws HostError SERVER_PROTOCOL when an answer holds no list; the library's errors when none comes
 */
export async function listTools(client: Client, options: ToolListOptions): Promise<ToolView[]> {
  if (client.getServerCapabilities()?.tools === undefined) return []
  const tools = new Map<string, ToolView>()
  const cursors = new Set<string>()
  let cursor: string | undefined
  for (let pages = 1; ; pages += 1) {
    const { tools: entries, nextCursor } = await readPage(client, cursor, options)
    takeEntries(entries, tools, options)
    if (nextCursor === undefined || nextCursor === null) break
    const cut = whyToStop(nextCursor, { cursors, pages, count: tools.size })
    if (cut !== null) {
      options.log('life', 'warning', `The list of tools was cut after ${tools.size} tools: ${cut}.`)
      break
    }
    cursors.add(nextCursor)
    cursor = nextCursor
  }
  return [...tools.values()]
}

async function readPage(client: Client, cursor: string | undefined, options: ToolListOptions) {
  const params = cursor === undefined ? {} : { cursor }
  const request = { method: 'tools/list', params } as const
  const answer = await client.request(request, z.unknown(), {
    signal: options.signal,
    timeout: options.timeoutMs
  })
  const result = page.safeParse(unwrapResult(answer))
  if (result.success) return result.data
  throw new HostError(
    'SERVER_PROTOCOL',
    'The server answered "tools/list" with something that is no list of tools.'
  )
}

function takeEntries(
  entries: readonly unknown[],
  tools: Map<string, ToolView>,
  options: ToolListOptions
): void {
  for (const entry of entries) {
    if (tools.size >= limits.tools) return
    const tool = readTool(entry, tools.size, options)
    if (tool === null)
      options.log('life', 'warning', 'The server listed a tool that is no object; it was left out.')
    else if (!tools.has(tool.name)) tools.set(tool.name, tool)
    else
      options.log('life', 'warning', `The server lists the tool "${tool.name}" twice; the first one counts.`)
  }
}

function readTool(entry: unknown, position: number, options: ToolListOptions): ToolView | null {
  const tool = toToolView(entry, options.serverName, position)
  if (tool === null || tool.problem !== null || !options.isRemote) return tool
  return { ...tool, problem: findHeaderProblem(tool.inputSchema) }
}

function whyToStop(
  nextCursor: string,
  seen: { readonly cursors: ReadonlySet<string>; readonly pages: number; readonly count: number }
): string | null {
  if (seen.cursors.has(nextCursor)) return 'the server repeats a page'
  if (seen.pages >= limits.pages) return `it has more than ${limits.pages} pages`
  if (seen.count >= limits.tools) return `it has more than ${limits.tools} tools`
  return null
}
