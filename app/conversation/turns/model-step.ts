/**
 * One request of a turn to its model: the servers that it describes, the reply, and which tool a name in the reply
 * means.
 */
import type { ToolCallPart, ToolRequestPart } from '../../contract/conversations'
import type { ModelPart, ResolvedModel } from '../../models/model'
import type { CatalogTool } from '../../servers/interface'
import type { RequestedCall } from '../calls/turn-calls'
import type { RequestSituation } from '../context/plan-request'
import { nameTool } from '../messages/transcript'

/** The tools and requests of one reply. */
export interface ModelStepReply extends ModelStep {
  /** Estimated size of its request, in tokens. */
  readonly estimated: number
  readonly requested: RequestedCall[]
  /** null until it has ended. */
  end: Pick<ModelPart & { type: 'ended' }, 'stopReason' | 'usage'> | null
}

/** The servers at one request to the model. */
export interface ModelStep {
  readonly step: number
  readonly catalog: readonly CatalogTool[]
  /** The model that it is sent to. */
  readonly target: ResolvedModel
  /** What the model reads about the servers. */
  readonly told: RequestSituation
}

export interface ModelStepContext {
  readonly asked: ModelStep
  readonly requested: readonly RequestedCall[]
}

/**
 * The tool that a model named, or the one that the user selected. An unknown tool keeps the name that the call used.
 */
export function identifyTool(
  name: string,
  catalog: readonly CatalogTool[],
  picked: ToolRequestPart | null
): Pick<ToolCallPart, 'serverName' | 'toolName' | 'toolTitle' | 'viewUri'> {
  const tool = catalog.find((one) =>
    picked === null
      ? one.modelToolName === name
      : one.serverName === picked.serverName && one.name === picked.toolName
  )
  if (tool !== undefined) return nameTool(tool)
  return { serverName: picked?.serverName ?? null, toolName: picked?.toolName ?? name, toolTitle: null }
}
