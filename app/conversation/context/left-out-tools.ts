/** Reports which tools exceed a provider's limit, to the user and to the model that searched for them. */
import type { Message, NotePart } from '../../contract/conversations'
import { say, toEnglish } from '../../texts/render-localized'
import type { ChosenTools } from '../tools/chosen-tools'

export interface LeftOutPlace {
  readonly step: number
  readonly chosen: ChosenTools
  /** The provider's limit. */
  readonly most: number | null
}

/** null if nothing is left out, or if the answer already says so. */
export function noteLeftOut(
  { parts }: Message,
  { step, chosen: { leftOut }, most }: LeftOutPlace
): NotePart | null {
  if (leftOut.length === 0 || most === null) return null
  // Uses the names that models know, because a server's own names may say anything.
  const tools = leftOut.map(({ modelToolName }) => modelToolName).join(', ')
  const text = say('conversation.toolsLeftOut', { most, tools })
  const words = toEnglish(text)
  const isSaid = parts.some((part) => part.type === 'note' && toEnglish(part.text) === words)
  return isSaid ? null : { type: 'note', step, serverName: null, text, isForModel: true }
}
