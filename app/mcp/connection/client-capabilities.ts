/**
 * What Parley says that servers may ask of it. The same words go out in `initialize` and, for the newest revision,
 * with every request; a server leaves alone what its own revision does not know. Who answers is in
 * `request-handlers.ts`.
 *
 * @spec 2025-11-25 basic/lifecycle#capability-negotiation
 */
import type { ClientCapabilities } from '@modelcontextprotocol/client'
import type { ServerLaunch } from '../interface'
import { skillsExtension } from '../features/skills'

/** Beside name and version: for the people who look at a server. Revisions that are older leave it alone. */
export const selfDescription = {
  title: 'Parley',
  description: 'A desktop host for the Model Context Protocol that asks before it acts'
}

/** A call of the newest revision may become a task. */
const tasksExtension = 'io.modelcontextprotocol/tasks'

export const clientCapabilities: ClientCapabilities = {
  roots: { listChanged: true },
  sampling: { tools: {}, context: {} },
  elicitation: { form: {}, url: {} },
  tasks: { list: {}, cancel: {}, requests: { sampling: { createMessage: {} }, elicitation: { create: {} } } },
  extensions: { [tasksExtension]: {}, [skillsExtension]: {} }
}

/** What the person switched off is not offered. @spec 2025-11-25 client/sampling#capabilities */
export function capabilitiesFor({
  isWithoutSampling,
  isWithoutFolderNews
}: Pick<ServerLaunch, 'isWithoutSampling' | 'isWithoutFolderNews'>): ClientCapabilities {
  const all = isWithoutFolderNews === true ? { ...clientCapabilities, roots: {} } : clientCapabilities
  if (isWithoutSampling !== true) return all
  const { sampling: _switchedOff, tasks, ...rest } = all
  return { ...rest, tasks: { ...tasks, requests: { elicitation: { create: {} } } } }
}
