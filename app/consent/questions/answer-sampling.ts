/**
 * Interprets answers to both sampling questions: before a model is called for a server, and before its answer is sent
 * to the server. `sampling-edit.ts` checks edits of the request. `app/server-requests` calls the model.
 */
import type { AnswerOf, SamplingAnswerQuestion } from '../../contract/questions/questions'
import type { SamplingContent, ToolUse } from '../../contract/requests'
import { invalidAnswer, requireFit } from './answer-context'
import type { AnswerContext, TakeAnswer } from './answer-context'
import { editRequest } from './sampling-edit'
import { say } from '../../texts/render-localized'

export const takeSamplingAnswer: TakeAnswer<'sampling'> = (waiting, answer, { log }) => {
  const { question } = waiting
  const { decision, context } = answer
  if (decision === 'approve') {
    const { request, model } = editRequest(question.request, question.model, answer.edited)
    const sharesContext = answer.sharesContext === true && question.contextPreview !== null
    const remaining = sharesContext && context !== undefined ? { context } : {}
    waiting.settle({ type: 'approved', request, model, sharesContext, ...remaining })
  } else {
    waiting.settle({ type: decision === 'decline' ? 'declined' : 'answer-myself' })
  }
  log.info('sampling request answered', { serverName: question.serverName, decision })
}

export const takeSamplingAnswerReview: TakeAnswer<'sampling-answer'> = async (waiting, answer, context) => {
  const { question } = waiting
  const { decision } = answer
  if (decision === 'discard') {
    waiting.settle({ type: 'discarded' })
  } else {
    const content = await contentOf(question, answer, context)
    context.requireOpen(waiting)
    waiting.settle({ type: 'sent', content, isEdited: content !== question.content })
  }
  context.log.info('sampling answer reviewed', { serverName: question.serverName, decision })
}

/** @throws HostError BRIDGE_INVALID_INPUT, TOOL_INVALID_ARGUMENTS */
async function contentOf(
  question: SamplingAnswerQuestion,
  { text, toolUses }: AnswerOf<'sampling-answer'>,
  context: AnswerContext
): Promise<readonly SamplingContent[]> {
  const said = text === undefined ? question.content : withText(question.content, text)
  const content = toolUses === undefined ? said : await withToolUses(said, { toolUses, question }, context)
  if (content.length === 0) throw invalidAnswer(say('consent.answerEmpty'))
  return content
}

/** Replaces the first text with the user's. Everything that isn't text stays. */
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

type WrittenUse = NonNullable<AnswerOf<'sampling-answer'>['toolUses']>[number]

/** Existing calls keep their place with the input that the user left, or are removed. New calls come last. */
async function withToolUses(
  content: readonly SamplingContent[],
  {
    toolUses,
    question
  }: { readonly toolUses: readonly WrittenUse[]; readonly question: SamplingAnswerQuestion },
  { checkArguments, newId }: AnswerContext
): Promise<readonly SamplingContent[]> {
  const added: ToolUse[] = []
  for (const { id, name, input } of toolUses) {
    const tool = question.tools?.find((entry) => entry.name === name)
    if (tool !== undefined)
      requireFit(
        await checkArguments(tool.inputSchema, input),
        say('consent.toolInputMisfit', { tool: name })
      )
    if (id !== null) continue
    if (tool === undefined) throw invalidAnswer(say('consent.requestHasNoTool', { tool: name }))
    added.push({ type: 'tool-use', id: newId(), name, input })
  }
  const kept = content.flatMap((item): SamplingContent[] => {
    if (item.type !== 'tool-use') return [item]
    const remaining = toolUses.find(({ id }) => id === item.id)
    return remaining === undefined ? [] : [{ ...item, input: remaining.input }]
  })
  return [...kept, ...added]
}
