/** Lists a server's tools. Broken tools stay in the list with their problem, so that the user sees them. */
import { isUnknownMethod } from '../calls/send-request'
import type { Client } from '@modelcontextprotocol/client'
import type { ToolView } from '../../contract/servers'
import { findHeaderProblem } from './header-parameters'
import { readList } from './paged-list'
import type { ListOptions } from './paged-list'
import { findViewProblem, toToolView } from './tools'

export interface ToolListOptions extends ListOptions {
  /** True if calls use HTTP, where a tool may require headers. */
  readonly isRemote: boolean
}

/** All pages; empty for a server without tools. @throws as `readLenientList` */
export async function listTools(client: Client, options: ToolListOptions): Promise<ToolView[]> {
  if (client.getServerCapabilities()?.tools === undefined) return []
  const read = (entry: unknown, position: number) => readTool(entry, position, options)
  const kind = { method: 'tools/list', field: 'tools', request: 'tools', noun: 'tool', read } as const
  try {
    return await readList(client, { ...kind, keyOf: ({ name }) => name }, options)
  } catch (error) {
    // Declared by mistake, or not declared at all: the server's other features still work.
    if (!isUnknownMethod(error)) throw error
    options.log('life', 'warning', 'The server says that it has tools, but does not know "tools/list".')
    return []
  }
}

function readTool(entry: unknown, position: number, options: ToolListOptions): ToolView | string {
  const tool = toToolView(entry, options.serverName, position)
  if (tool === null) return "isn't an object"
  const viewProblem = findViewProblem(entry, tool)
  if (viewProblem !== null) options.log('life', 'warning', viewProblem)
  if (tool.problem !== null || !options.isRemote) return tool
  return { ...tool, problem: findHeaderProblem(tool.inputSchema) }
}
