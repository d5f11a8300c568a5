/**
 * Servers that need only Node: a first server with one press. Adding one writes its entry to the settings; its
 * command needs the same approval as any other.
 */
import {
  needsFolder,
  readyMadeEntry,
  readyMadeNames,
  type ReadyMadeName
} from '../../../app/contract/servers/ready-made-permissions'
import { useProjection } from '../../state/projection'
import { call } from '../../bridge/call'
import { parts } from '../../../app/texts/compiled/window/parts'

export interface ReadyMadeServer {
  readonly name: ReadyMadeName
  readonly title: () => string
  readonly description: () => string
}

const words = {
  everything: { title: parts.everythingTitle, description: parts.everythingNote },
  filesystem: { title: parts.filesystemTitle, description: parts.filesystemNote },
  memory: { title: parts.memoryTitle, description: parts.memoryNote },
  'sequential-thinking': { title: parts.thinkingTitle, description: parts.thinkingNote }
}

export const readyMadeServers: readonly ReadyMadeServer[] = readyMadeNames.map((name) => ({
  name,
  ...words[name]
}))

/** The name under which it was added; null if the user chose no folder. @throws CallFailed */
export async function addReadyMadeServer({ name }: ReadyMadeServer): Promise<string | null> {
  const folder = needsFolder(name) ? (await call('app.choose-folder', { addTo: null })).path : ''
  if (folder === null) return null
  const serverName = freeName(name)
  await call('server.save-entry', {
    previousName: null,
    serverName,
    json: JSON.stringify(readyMadeEntry(name, folder))
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
