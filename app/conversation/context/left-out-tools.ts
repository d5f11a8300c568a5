/** Says which tools a provider doesn't take any more: to the person, and to the model that searched for them. */
import type { Message, NotePart } from '../../contract/conversations'
import { say, toEnglish } from '../../texts/render-localized'
import type { ChosenTools } from '../tools/chosen-tools'

export interface LeftOutPlace {
  readonly step: number
  readonly chosen: ChosenTools
  /** What the provider takes. */
  readonly most: number | null
}

/** Null where nothing is left out, or where the answer says so already. */
export function noteLeftOut(
  { parts }: Message,
  { step, chosen: { leftOut }, most }: LeftOutPlace
): NotePart | null {
  if (leftOut.length === 0 || most === null) return null
  // By the names that models know: a server's own may say anything.
  const tools = leftOut.map(({ modelToolName }) => modelToolName).join(', ')
  const text = say('conversation.toolsLeftOut', { most, tools })
  const words = toEnglish(text)
  const isSaid = parts.some((part) => part.type === 'note' && toEnglish(part.text) === words)
  return isSaid ? null : { type: 'note', step, serverName: null, text, isForModel: true }
}
