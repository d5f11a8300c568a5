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

/** Omits what the user switched off. @spec 2025-11-25 client/sampling#capabilities */
export function capabilitiesFor({
  isWithoutSampling,
  isWithoutFolderNews
}: Pick<ServerLaunch, 'isWithoutSampling' | 'isWithoutFolderNews'>): ClientCapabilities {
  const all = isWithoutFolderNews === true ? { ...clientCapabilities, roots: {} } : clientCapabilities
  if (isWithoutSampling !== true) return all
  const { sampling: _switchedOff, tasks, ...rest } = all
  return { ...rest, tasks: { ...tasks, requests: { elicitation: { create: {} } } } }
}
