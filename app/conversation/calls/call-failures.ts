/** Why a call doesn't reach its server, for the model and the user. */
import { HostError, toFailure } from '../../base/host-error'
import type { ToolCallDecision } from '../../consent/interface'
import { directModelId } from '../../contract/direct-model'
import type { Failure } from '../../contract/failure'
import type { ArgumentProblem } from '../../contract/servers'
import type { CatalogTool } from '../../servers/interface'
import { say, sentences } from '../../texts/render-localized'

export function brokenInput(): HostError {
  return new HostError('TOOL_INVALID_ARGUMENTS', say('conversation.brokenInput'))
}

export function unknownTool(modelToolName: string): HostError {
  return new HostError('TOOL_UNKNOWN', say('conversation.toolUnknown', { tool: modelToolName }))
}

/** Quotes the schema, but not if the model wasn't allowed to read it. */
export function argumentsMisfit(
  tool: CatalogTool,
  problems: readonly ArgumentProblem[],
  { isHeld, modelId }: { readonly isHeld: boolean; readonly modelId: string }
): HostError {
  if (isHeld)
    return new HostError('TOOL_INVALID_ARGUMENTS', say('conversation.changedMisfit', { tool: tool.name }))
  const places = problems
    .slice(0, 20)
    .map(({ path, message }) => (path === '' ? message : say('conversation.place', { path, message })))
  const said = say('conversation.argumentsMisfit', {
    tool: tool.name,
    places: places.reduce((all, next) => sentences(all, next)),
    next: modelId === directModelId ? 'send' : 'call'
  })
  return new HostError('TOOL_INVALID_ARGUMENTS', said, { data: { problems } })
}

export function withdrawn({ serverName }: CatalogTool): Failure {
  const said = say('conversation.withdrawn', { server: serverName })
  return toFailure(new HostError('SERVER_NOT_CONNECTED', said))
}

export function usedUp(
  { name, serverName }: CatalogTool,
  { period, most }: Extract<ToolCallDecision, { type: 'used-up' }>
): Failure {
  const said = say('conversation.callsUsedUp', { server: serverName, tool: name, period, most })
  return toFailure(
    new HostError('TOOL_USED_UP', said, { data: { serverName, toolName: name, period, most } })
  )
}

export function restless({ name, serverName }: CatalogTool): Failure {
  const said = say('conversation.restless', { server: serverName, tool: name })
  return toFailure(new HostError('SERVER_PROTOCOL', said))
}
