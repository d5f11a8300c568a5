/**
 * The capabilities that Parley declares. They are sent in `initialize` and, for the newest revision, with every
 * request; a server ignores what its revision doesn't define. `request-handlers.ts` answers the requests.
 *
 * @spec 2025-11-25 basic/lifecycle#capability-negotiation
 */
import type { ClientCapabilities } from '@modelcontextprotocol/client'
import type { ServerLaunch } from '../interface'
import { skillsExtension } from '../features/skills'

/** Shown to users of the server. Older revisions ignore it. */
export const selfDescription = {
  title: 'Parley',
  description: 'A desktop host for the Model Context Protocol that asks before it acts'
}

/** Lets a call of the newest revision become a task. */
const tasksExtension = 'io.modelcontextprotocol/tasks'

export const clientCapabilities: ClientCapabilities = {
  roots: { listChanged: true },
  sampling: { tools: {}, context: {} },
  elicitation: { form: {}, url: {} },
  tasks: { list: {}, cancel: {}, requests: { sampling: { createMessage: {} }, elicitation: { create: {} } } },
  extensions: { [tasksExtension]: {}, [skillsExtension]: {} }
}

/** @spec MCP Apps 2026-01-26 Client<>Server Capability Negotiation */
const viewsExtension = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } }

/** Omits what the user switched off, and views where Parley has no window. @spec 2025-11-25 client/sampling#capabilities */
export function capabilitiesFor({
  isWithoutSampling,
  isWithoutFolderNews,
  drawsViews
}: Pick<ServerLaunch, 'isWithoutSampling' | 'isWithoutFolderNews' | 'drawsViews'>): ClientCapabilities {
  const all = {
    ...clientCapabilities,
    ...(isWithoutFolderNews === true && { roots: {} }),
    extensions: { ...clientCapabilities.extensions, ...(drawsViews === true && viewsExtension) }
  }
  if (isWithoutSampling !== true) return all
  const { sampling: _switchedOff, tasks, ...rest } = all
  return { ...rest, tasks: { ...tasks, requests: { elicitation: { create: {} } } } }
}
