/** The host context of the view of a call, from what its window says. */
import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps/app-bridge'
import { viewDisplayModes, type OpenView, type ViewSurroundings } from '../../contract/bridge/view-calls'
import type { ToolCallPart } from '../../contract/conversations'
import type { Servers } from '../../servers/interface'
import { buildHostContext, type HostContextValues } from '../../views/session/host-context'
import { toWireTool } from './view-calls'

export interface ShownCall {
  readonly call: ToolCallPart
  readonly surroundings: ViewSurroundings
  readonly displayMode: OpenView['displayMode']
}

export interface ContextSources {
  readonly servers: Pick<Servers, 'tools'>
  /** A language tag. */
  readonly readLanguage: () => string
  readonly version: string
}

export function describeContext(
  { call, surroundings, displayMode }: ShownCall,
  { servers, readLanguage, version }: ContextSources
): McpUiHostContext {
  const { theme, tokens, width, height, timeZone } = surroundings
  return buildHostContext({
    version,
    theme,
    tokens,
    locale: readLanguage(),
    timeZone: timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
    displayMode,
    availableDisplayModes: viewDisplayModes,
    size: { width, height },
    hasTouch: false,
    hasHover: true,
    call: describeCall(call, servers)
  })
}

/** Null: the server no longer lists the tool. */
function describeCall(
  { callId, serverName, toolName }: ToolCallPart,
  servers: Pick<Servers, 'tools'>
): HostContextValues['call'] {
  const tools = serverName === null ? [] : servers.tools(serverName)
  const tool = tools.find(({ name }) => name === toolName)
  if (tool === undefined) return null
  return { callId, tool: toWireTool(tool) }
}
