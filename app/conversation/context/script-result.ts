/** What a script gets of its calls, and what the model gets of the script. */
import { visibleTextWithNote } from '../../base/visible-text'
import type { ContentBlock } from '../../contract/content-blocks'
import type { ToolCallPart } from '../../contract/conversations'
import type { JsonValue } from '../../contract/json'
import type { ScriptAnswer } from '../../scripts/interface'
import { toToolResult } from './result-content'
import type { ToolResult } from './result-content'

/** The same as a model would read: a script doesn't get what the user changed or kept back. */
export function scriptAnswer(call: ToolCallPart | null, isTyped: boolean): ScriptAnswer {
  if (call === null) return thrown('CallFailed', 'The call was not made.')
  const words = toToolResult(call)
  const text = textOf(words.content)
  if (call.state === 'denied') return thrown('CallDenied', text)
  if (call.state !== 'done' || call.review?.decision === 'refused') return thrown('CallFailed', text)
  if (call.isError) return thrown('ToolError', text)
  if (call.review?.decision === 'changed') {
    const changed = textOf(call.review.content ?? [])
    return { type: 'value', value: isTyped ? parsed(changed) : changed }
  }
  const isData = isTyped && call.structuredContent !== null
  return { type: 'value', value: isData ? call.structuredContent : textOf(plain(call)) }
}

/** Notes about a call besides its result. The model reads them in the script's output. */
export function scriptNotices(call: ToolCallPart | null): readonly string[] {
  if (call === null || call.state !== 'done') return []
  const isPlain = call.outputProblems === undefined && !call.isEditedByPerson
  return isPlain ? [] : textsOf(toToolResult(call).content).slice(0, -1 * plain(call).length)
}

export function scriptResult(call: ToolCallPart): ToolResult {
  const result = toToolResult(call)
  const output = call.script?.output ?? ''
  if (output === '') return result
  const printed: ContentBlock = {
    type: 'text',
    text: `[The script printed:]\n${visibleTextWithNote(output)}`
  }
  return { ...result, content: [...result.content, printed] }
}

/** What the model reads if the script returned nothing. */
export function returnedContent(text: string | null): ContentBlock[] {
  return [{ type: 'text', text: text ?? 'The script returned nothing.' }]
}

/** The result of a call that wasn't edited and matches its schema. */
function plain(call: ToolCallPart): readonly ContentBlock[] {
  const { outputProblems: _told, ...rest } = call
  return toToolResult({ ...rest, isEditedByPerson: false }).content
}

function thrown(name: string, message: string): ScriptAnswer {
  return { type: 'thrown', name, message }
}

function textOf(content: readonly ContentBlock[]): string {
  return textsOf(content).join('\n')
}

/** A script gets only the kind of content that isn't text. */
function textsOf(content: readonly ContentBlock[]): readonly string[] {
  return content.map((block) => {
    switch (block.type) {
      case 'text':
        return block.text
      case 'image':
      case 'audio':
        return `[${block.type} of type ${block.mimeType}]`
      case 'resource':
        return block.text ?? `[resource ${block.uri}]`
      case 'resource-link':
        return `[resource ${block.name}: ${block.uri}]`
      case 'unknown':
        return JSON.stringify(block.raw)
    }
  })
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return text
  }
}
