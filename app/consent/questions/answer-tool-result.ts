/** Interprets answers to reviews of tool results, before the model reads them. */
import { mapFields, readBlockText } from '../../contract/content/content-kinds'
import { readableResult } from '../../contract/content/readable-result'
import type { ContentBlock } from '../../contract/content-blocks'
import { invalidAnswer } from './answer-context'
import type { TakeAnswer } from './answer-context'
import { say } from '../../texts/render-localized'

export const takeToolResultAnswer: TakeAnswer<'tool-result'> = (waiting, { decision, texts }, { log }) => {
  const { question } = waiting
  const { serverName, toolName } = question
  if (decision === 'refuse') {
    waiting.settle({ type: 'refused' })
  } else {
    const content = texts === undefined ? null : withTexts(readableResult(question, 2), texts)
    waiting.settle(content === null ? { type: 'passed' } : { type: 'changed', content })
  }
  log.info('tool result reviewed', { serverName, toolName, decision, isChanged: texts !== undefined })
}

/** null if nothing changed. Emptied texts are left out. */
function withTexts(content: readonly ContentBlock[], texts: readonly string[]): ContentBlock[] | null {
  let next = 0
  let isChanged = false
  const changed = content.map((block): ContentBlock => {
    if (readBlockText(block) === null) return block
    const text = texts[next++]
    if (text === undefined) throw tooFew()
    isChanged ||= text !== readBlockText(block)
    return mapFields(block, { words: () => text })
  })
  if (next !== texts.length) throw tooFew()
  return isChanged ? changed.filter((block) => readBlockText(block) !== '') : null
}

function tooFew(): Error {
  return invalidAnswer(say('consent.textCount'))
}
