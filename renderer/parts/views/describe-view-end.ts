/** Why an app ended that Parley didn't close, as a sentence. */
import type { OpenView } from '../../../app/contract/bridge/view-calls'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

const ends: Readonly<Record<NonNullable<OpenView['reason']>, () => string>> = {
  crashed: texts.viewCrashed,
  navigated: texts.viewNavigated,
  flooded: texts.viewFlooded,
  'too-large': texts.viewTooLarge,
  memory: texts.viewMemory,
  unresponsive: texts.viewUnresponsive,
  removed: texts.viewRemoved,
  silent: texts.viewSilent
}

/** Null: it hasn't ended, or Parley closed it. */
export function describeViewEnd(reason: OpenView['reason']): string | null {
  return reason === null ? null : ends[reason]()
}
