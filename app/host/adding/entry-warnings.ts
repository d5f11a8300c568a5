/** Warnings about an entry before it is added. */
import type { Warning } from '../../contract/localized-text'
import path from 'node:path'
import { HostError } from '../../base/host-error'
import { ownNodeCommand, playCommand } from '../../contract/servers/own-node'
import type { McpClients } from '../../mcp/interface'
import { listDefinitionWarnings } from '../../servers/definition-warnings'
import type { ParleyEntry } from '../../settings/other-apps/other-app-entry'
import { parseSettings } from '../../settings/parse/parse-settings'
import { warn } from '../../texts/warn'

/** The warnings of the trust question, and whether the program is installed on this computer. */
export async function listEntryWarnings(
  { inspectProgram }: Pick<McpClients, 'inspectProgram'>,
  name: string,
  entry: ParleyEntry
): Promise<readonly Warning[]> {
  const read = parseSettings(JSON.stringify({ mcpServers: { [name]: entry } }))
  const definition = read.type === 'usable' ? read.content.servers[0] : undefined
  const warnings = definition === undefined ? [] : listDefinitionWarnings(definition)
  const { command, env = {} } = entry
  if (
    command === undefined ||
    command === ownNodeCommand ||
    command === playCommand ||
    path.isAbsolute(command)
  )
    return warnings
  const found = await inspectProgram({
    command,
    args: [],
    env,
    cwd: null,
    known: [],
    mayContact: false
  }).then(
    () => true,
    (error: unknown) => !(error instanceof HostError && error.code === 'SERVER_COMMAND_NOT_FOUND')
  )
  return found ? warnings : [warn('bundles.missingRuntime', { command }), ...warnings]
}
