/** The full text of a call's long result, which is stored apart from its message. */
import type { CallOutput } from '../../contract/bridge/calls'
import type { ContentBlock } from '../../contract/content-blocks'
import type { ToolCallPart } from '../../contract/conversations'

type ReadResult = (wanted: {
  readonly conversationId: string
  readonly callId: string
  readonly from: number
}) => CallOutput<'conversation.read-result'> | Promise<CallOutput<'conversation.read-result'>>

export async function readWholeResult(
  readResult: ReadResult,
  conversationId: string,
  call: ToolCallPart
): Promise<ToolCallPart> {
  if (call.kept === undefined) return call
  const pieces: string[] = []
  for (let from = 0; from < call.kept.length; from += pieces.at(-1)?.length ?? Infinity) {
    const { text } = await readResult({ conversationId, callId: call.callId, from })
    pieces.push(text)
  }
  const others = call.content.filter(({ type }) => type !== 'text')
  const whole: ContentBlock = { type: 'text', text: pieces.join('') }
  return { ...call, content: [whole, ...others] }
}
