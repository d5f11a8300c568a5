/**
 * Results that the person sees before the model does, where they want that of a server. What the server sent stays in
 * the call for the person; what the model reads instead stands beside it. Whom to ask is known to consent.
 */
import type { ConsentGate } from '../../consent/interface'
import type { ContentBlock, ResultReview, ToolCallPart } from '../../contract/conversations'

export interface ResultGate {
  readonly consent: Pick<ConsentGate, 'decideToolResult'>
  /** Whether results of the server are looked at first. */
  readonly isReviewed: (serverName: string) => boolean
}

export interface EndedCall {
  readonly conversationId: string
  readonly callId: string
  readonly serverName: string
  readonly toolName: string
}

/** Whether the person is to be asked about this end. An error in the server's words is read by the model as well. */
export function isForReview(end: Partial<ToolCallPart>, call: EndedCall, gate: ResultGate): boolean {
  const hasWords = end.state === 'done' || end.failure?.code === 'TOOL_ERROR'
  return hasWords && gate.isReviewed(call.serverName)
}

/** The end with the person's decision. Without one (the turn was stopped) nothing is passed on. */
export async function reviewEnd(
  end: Partial<ToolCallPart>,
  {
    call,
    signal,
    gate
  }: { readonly call: EndedCall; readonly signal: AbortSignal; readonly gate: ResultGate }
): Promise<Partial<ToolCallPart>> {
  const { conversationId, callId, serverName, toolName } = call
  const decision = await gate.consent.decideToolResult(
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

function wordsOf({ content = [], failure }: Partial<ToolCallPart>): ContentBlock[] {
  return failure === null || failure === undefined ? content : [{ type: 'text', text: failure.message }]
}

type Decision = Awaited<ReturnType<ConsentGate['decideToolResult']>>

function toReview(decision: Decision): ResultReview {
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
