/** All tools of a request as the service takes them. Those that it can't take are named first; nothing falls silently. */
import type { ModelPart, ModelRequest, ModelTool } from '../model'
import { lowerTool } from './lower-tool'
import type { ToolRules } from '../tool-rules'

type LeftOut = ModelPart & { readonly type: 'tool-left-out' }

export function lowerTools(
  request: ModelRequest,
  rules: ToolRules
): { readonly request: ModelRequest; readonly leftOut: readonly LeftOut[] } {
  const tools: ModelTool[] = []
  const leftOut: LeftOut[] = []
  for (const tool of request.tools) {
    const lowered = lowerTool(tool, rules)
    if ('tool' in lowered) tools.push(lowered.tool)
    else leftOut.push({ type: 'tool-left-out', name: tool.name, reason: lowered.refusal })
  }
  return { request: { ...request, tools }, leftOut }
}
