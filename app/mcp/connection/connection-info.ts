/**
 * What is known about a connected server. It is bounded, because the window gets it with every change of the server.
 */
import { cutText } from '../../base/cut-text'
import type { ToolView } from '../../contract/servers'
import type { OpenConnection } from './connect-attempt'
import { toIcons } from '../features/icons'
import type { ConnectionInfo, ServerLaunch } from '../interface'
import { capabilitiesFor } from './client-capabilities'
import { isJsonFields } from '../protocol/json-fields'
import { announcedLists } from '../features/list-watch'

/** Limits of the server's own information, in characters; of capabilities, their number. */
const limits = { title: 256, instructions: 16_384, capabilities: 50 }
/** Keys below these are names of the server's choice with settings as their values. */
const openKeys: ReadonlySet<string> = new Set(['experimental', 'extensions'])
/** The longest name that the protocol defines is `tasks.requests.tools.call`. */
const depthLimit = 4

export function toConnectionInfo(
  launch: Pick<ServerLaunch, 'connectionId' | 'isWithoutSampling' | 'isWithoutFolderNews' | 'drawsViews'>,
  opened: OpenConnection,
  tools: readonly ToolView[]
): ConnectionInfo {
  const { client, stdio, usedTransport, probe } = opened
  const about = client.getServerVersion()
  return {
    connectionId: launch.connectionId,
    protocolVersion: client.getNegotiatedProtocolVersion() ?? 'unknown',
    usedTransport,
    probe,
    icons: toIcons(about?.icons),
    title: cutOrNull(about?.title || about?.name, limits.title),
    version: cutOrNull(about?.version, limits.title),
    instructions: cutOrNull(client.getInstructions(), limits.instructions),
    capabilities: dottedNames(client.getServerCapabilities()).map((name) => cutText(name, limits.title)),
    clientCapabilities: dottedNames(capabilitiesFor(launch)),
    announcedLists: announcedLists(client),
    processId: stdio?.pid ?? null,
    tools
  }
}

function cutOrNull(text: string | undefined, limit: number): string | null {
  return text === undefined || text === '' ? null : cutText(text, limit)
}

/**
 * `{ tools: { listChanged: true } }` becomes `tools` and `tools.listChanged`. False and missing values are left out.
 */
function dottedNames(capabilities: unknown): string[] {
  const names: string[] = []
  const visit = (value: unknown, path: readonly string[]) => {
    if (names.length >= limits.capabilities || value === undefined || value === null || value === false)
      return
    if (path.length > 0) names.push(path.join('.'))
    const isOpenBelow = path.length === 2 && openKeys.has(path[0] ?? '')
    if (!isJsonFields(value) || isOpenBelow || path.length >= depthLimit) return
    for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key])
  }
  visit(capabilities ?? {}, [])
  return names
}
