/** The state of a call in the transcript after it has ended. */
import type { ToolCallPart } from '../../contract/conversations'
import type { Servers } from '../../servers/interface'

export function toCallEnd(outcome: Awaited<ReturnType<Servers['callTool']>>): Partial<ToolCallPart> {
  switch (outcome.type) {
    case 'completed': {
      const { structuredContent, isError, meta, outputProblems } = outcome
      const misfit = outputProblems.length === 0 ? {} : { outputProblems: [...outputProblems] }
      const said = meta === undefined ? {} : { resultMeta: meta }
      return { state: 'done', content: [...outcome.content], structuredContent, isError, ...said, ...misfit }
    }
    case 'failed':
      return { state: 'failed', failure: outcome.failure }
    case 'cancelled':
      return { state: 'cancelled' }
  }
}

/** Ends the call and removes everything that applies only to a running call. */
export function endCall(call: ToolCallPart, end: Partial<ToolCallPart>, endedAt: number): ToolCallPart {
  const { timeLimit: _over, ...rest } = call
  return { ...rest, ...end, endedAt }
}
