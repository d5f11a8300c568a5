/**
 * Lets the user review results before the model reads them, for servers where the user wants it. The call keeps what
 * the server sent, next to what the model reads instead. The consent area asks the user.
 */
import type { Ask, ToolResultDecision } from '../../consent/interface'
import { misfitNotice, withStructuredContent } from '../context/result-content'
import { isParleyMessage } from './parley-message'
import type { ContentBlock } from '../../contract/content-blocks'
import type { ResultReview } from '../../contract/tool-calls'
import type { ToolCallPart } from '../../contract/conversations'

export interface PassResult {
  readonly consent: { readonly ask: Pick<Ask, 'tool-result'> }
  /** Whether results of the server are reviewed. */
  readonly isReviewed: (serverName: string) => boolean
}

export interface EndedCall {
  readonly conversationId: string
  readonly callId: string
  readonly serverName: string
  readonly toolName: string
}

/**
 * Whether the user has to review this end. The model also reads what a server said about a failure: a protocol error,
 * the page behind an HTTP status, or the last message of a task.
 */
export function isForReview(end: Partial<ToolCallPart>, call: EndedCall, gate: PassResult): boolean {
  const { state, failure } = end
  const hasWords =
    state === 'done' || (failure !== null && failure !== undefined && !isParleyMessage(failure))
  return hasWords && gate.isReviewed(call.serverName)
}

/** The end with the user's decision. Without one (the turn was stopped) nothing reaches the model. */
export async function reviewEnd(
  end: Partial<ToolCallPart>,
  {
    call,
    signal,
    gate
  }: { readonly call: EndedCall; readonly signal: AbortSignal; readonly gate: PassResult }
): Promise<Partial<ToolCallPart>> {
  const { conversationId, callId, serverName, toolName } = call
  const decision = await gate.consent.ask['tool-result'](
    {
      conversationId,
      callId,
      serverName,
      toolName,
      content: wordsOf(end),
      structuredContent: end.structuredContent ?? null,
      isError: end.isError === true || end.state !== 'done'
    },
    signal
  )
  return { ...end, review: toReview(decision) }
}

/**
 * The result as the model would read it. An output schema mismatch quotes the schema, which is also text of the server.
 */
function wordsOf(end: Partial<ToolCallPart>): ContentBlock[] {
  const { content = [], structuredContent = null, failure, outputProblems } = end
  if (failure !== null && failure !== undefined) return [{ type: 'text', text: failure.message }]
  const notice = misfitNotice({ outputProblems })
  return notice.length === 0 ? content : [...notice, ...withStructuredContent({ content, structuredContent })]
}

function toReview(decision: ToolResultDecision): ResultReview {
  switch (decision.type) {
    case 'passed':
      return { decision: 'passed' }
    case 'changed':
      return { decision: 'changed', content: [...decision.content] }
    case 'refused':
    case 'withdrawn':
      return { decision: 'refused' }
  }
}
