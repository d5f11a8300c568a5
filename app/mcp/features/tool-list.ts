/** A server's tools as a list: broken ones stay in it with their problem, so that the person sees them. */
import type { Client } from '@modelcontextprotocol/client'
import type { ToolView } from '../../contract/servers'
import { findHeaderProblem } from './header-parameters'
import { readList } from './paged-list'
import type { ListOptions } from './paged-list'
import { toToolView } from './tools'

export interface ToolListOptions extends ListOptions {
  /** Whether calls go over HTTP, where a tool may ask for headers. */
  readonly isRemote: boolean
}

/** All pages; empty for a server without tools. @throws as `readList` */
export async function listTools(client: Client, options: ToolListOptions): Promise<ToolView[]> {
  if (client.getServerCapabilities()?.tools === undefined) return []
  const read = (entry: unknown, position: number) => readTool(entry, position, options)
  const kind = { method: 'tools/list', field: 'tools', request: 'tools', noun: 'tool', read } as const
  return await readList(client, { ...kind, keyOf: ({ name }) => name }, options)
}

function readTool(entry: unknown, position: number, options: ToolListOptions): ToolView | string {
  const tool = toToolView(entry, options.serverName, position)
  if (tool === null) return "isn't an object"
  if (tool.problem !== null || !options.isRemote) return tool
  return { ...tool, problem: findHeaderProblem(tool.inputSchema) }
}
