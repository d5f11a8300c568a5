/**
 * Questions about sampling: before a model is asked for a server, and before its answer goes there. Checks what
 * the person edited; asking the model is the business of `app/requests`.
 */
import { HostError } from '../base/host-error'
import { directModelId } from '../contract/conversations'
import type { SamplingContent, SamplingRequest } from '../contract/requests'
import { invalidAnswer } from './answer-context'
import type { AnswerOf, TakeAnswer } from './answer-context'

export const takeSamplingAnswer: TakeAnswer<'sampling'> = (waiting, answer, { log }) => {
  const { question } = waiting
  const { decision } = answer
  if (decision === 'approve') {
    const { request, model } = editRequest(question.request, question.model, answer)
    const sharesContext = answer.sharesContext === true && question.contextPreview !== null
    waiting.settle({ type: 'approved', request, model, sharesContext })
  } else {
    waiting.settle({ type: decision === 'decline' ? 'declined' : 'answer-myself' })
  }
  log.info('sampling request answered', { serverName: question.serverName, decision })
}

export const takeSamplingAnswerReview: TakeAnswer<'sampling-answer'> = (waiting, answer, { log }) => {
  const { question } = waiting
  const { decision, text } = answer
  if (decision === 'discard') {
    waiting.settle({ type: 'discarded' })
  } else {
    const content = text === undefined ? question.content : withText(question.content, text)
    if (content.length === 0) throw invalidAnswer('The answer is empty. Write one, or discard it.')
    waiting.settle({ type: 'sent', content, isEdited: content !== question.content })
  }
  log.info('sampling answer reviewed', { serverName: question.serverName, decision })
}

/** @throws HostError BRIDGE_INVALID_INPUT, MODEL_UNKNOWN */
function editRequest(
  request: SamplingRequest,
  chosen: string,
  { edited }: AnswerOf<'sampling'>
): { readonly request: SamplingRequest; readonly model: string } {
  const { model = chosen, ...changes } = edited ?? {}
  if (model === directModelId) {
    throw new HostError('MODEL_UNKNOWN', 'No model can be asked. Choose one, or answer yourself.')
  }
  // More than the server asked for may not come back to it.
  if (edited !== undefined && edited.maxTokens > request.maxTokens) {
    throw invalidAnswer(`The answer can be at most ${request.maxTokens} tokens long. Lower the limit.`)
  }
  if (edited?.messages.length === 0) throw invalidAnswer('No message is left to send. Write one, or decline.')
  return { request: { ...request, ...changes }, model }
}

/** The person's text in the place of the first text; everything that is no text stays. */
function withText(content: readonly SamplingContent[], text: string): readonly SamplingContent[] {
  const written: SamplingContent[] = text.trim() === '' ? [] : [{ type: 'text', text }]
  if (textOf(content) === text) return content
  const first = content.findIndex(({ type }) => type === 'text')
  if (first === -1) return [...written, ...content]
  return content.flatMap((item, index) => {
    if (index === first) return written
    return item.type === 'text' ? [] : [item]
  })
}

function textOf(content: readonly SamplingContent[]): string {
  return content.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('')
}
