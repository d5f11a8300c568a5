/** The host context of the view of a call, from what its window says. */
import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps/app-bridge'
import { viewDisplayModes, type OpenView, type ViewSurroundings } from '../../contract/bridge/view-calls'
import { HostError } from '../../base/host-error'
import type { InspectedContext } from '../../contract/bridge/inspected-view-calls'
import type { Servers } from '../../servers/interface'
import { buildHostContext, type HostContextValues } from '../../views/session/host-context'
import { say } from '../../texts/render-localized'
import { toWireTool } from './view-calls'
import type { ViewPlace } from './view-requests'

type OwnCall = Pick<ViewPlace, 'callId' | 'serverName' | 'toolName'>

export interface ContextCall {
  readonly call: OwnCall
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
  { call, surroundings, displayMode }: ContextCall,
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
    safeArea: { top: 0, right: 0, bottom: 0, left: 0 },
    call: describeCall(call, servers)
  })
}

/** As the user set it. @throws HostError BRIDGE_INVALID_INPUT */
export function describeInspectedContext(
  call: OwnCall,
  context: InspectedContext,
  { servers, version }: ContextSources
): McpUiHostContext {
  const { width, height, ...values } = context
  requireKnown(values)
  return buildHostContext({
    ...values,
    version,
    availableDisplayModes: viewDisplayModes,
    size: { width, height },
    call: describeCall(call, servers)
  })
}

function requireKnown({ locale, timeZone }: Pick<InspectedContext, 'locale' | 'timeZone'>): void {
  try {
    // Throws for what doesn't exist.
    new Intl.DateTimeFormat(locale, { timeZone })
  } catch (cause) {
    throw new HostError('BRIDGE_INVALID_INPUT', say('views.badContext'), { cause })
  }
}

/** Null: the server no longer lists the tool. */
function describeCall(
  { callId, serverName, toolName }: OwnCall,
  servers: Pick<Servers, 'tools'>
): HostContextValues['call'] {
  const tool = servers.tools(serverName).find(({ name }) => name === toolName)
  if (tool === undefined) return null
  return { callId, tool: toWireTool(tool) }
}
