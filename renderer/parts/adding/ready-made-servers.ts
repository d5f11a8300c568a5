/**
 * The three servers that need nothing but Node: what a first server can be with one press. Adding one writes
 * its entry to the settings; whether its command may run is asked like that of any other.
 */
import { useProjection } from '../../state/projection'
import { call } from '../../bridge/call'
import { parts } from '../../../app/texts/compiled/window/parts'

export interface ReadyMadeServer {
  readonly name: string
  readonly title: () => string
  readonly description: () => string
  readonly packageName: string
  /** It works on one folder, which the person chooses first. */
  readonly needsFolder: boolean
}

export const readyMadeServers: readonly ReadyMadeServer[] = [
  {
    name: 'everything',
    title: () => parts.everythingTitle(),
    description: () => parts.everythingNote(),
    packageName: '@modelcontextprotocol/server-everything',
    needsFolder: false
  },
  {
    name: 'filesystem',
    title: () => parts.filesystemTitle(),
    description: () => parts.filesystemNote(),
    packageName: '@modelcontextprotocol/server-filesystem',
    needsFolder: true
  },
  {
    name: 'memory',
    title: () => parts.memoryTitle(),
    description: () => parts.memoryNote(),
    packageName: '@modelcontextprotocol/server-memory',
    needsFolder: false
  }
]

/** The name under which it was added; null when the person chose no folder. @throws CallFailed */
export async function addReadyMadeServer(server: ReadyMadeServer): Promise<string | null> {
  const folder = server.needsFolder ? (await call('app.choose-folder', {})).path : null
  if (server.needsFolder && folder === null) return null
  const args = ['-y', server.packageName, ...(folder === null ? [] : [folder])]
  const serverName = freeName(server.name)
  await call('server.save-entry', {
    previousName: null,
    serverName,
    json: JSON.stringify({ command: 'npx', args })
  })
  return serverName
}

function freeName(wanted: string): string {
  const taken = new Set(useProjection.getState().servers.map(({ name }) => name))
  if (!taken.has(wanted)) return wanted
  let number = 2
  while (taken.has(`${wanted}-${number}`)) number += 1
  return `${wanted}-${number}`
}
