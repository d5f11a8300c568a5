/** How a result of a test differs from the first one of its row. */
import type { LocalizedText } from '../contract/localized-text'
import type { ResultDifference } from '../contract/workbench/tabulate-results'
import { say } from './localized'

export function describeDifference(difference: ResultDifference): LocalizedText {
  if (difference.type === 'end') return say('tests.endDiffers', { state: difference.state })
  const { number, made, first } = difference
  const none = say('tests.noCall')
  return say('tests.callDiffers', { number, made: made ?? none, first: first ?? none })
}
