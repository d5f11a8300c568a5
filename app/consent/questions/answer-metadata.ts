/** Interprets answers to questions about new server metadata. */
import type { TakeAnswer } from './answer-context'

export const takeMetadataAnswer: TakeAnswer<'server-words'> = (waiting, { decision }, { log }) => {
  const { serverName, tools } = waiting.question
  waiting.settle(decision)
  log.info('words of a server reviewed', { serverName, toolCount: tools.length, decision })
}
