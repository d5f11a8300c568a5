/** Messages about dictionaries that can't be used: which file, why, and how to fix it. */
import type { LocalizedText } from '../contract/localized-text'
import { spellingLimits } from '../contract/settings/spelling-limits'
import { say } from '../texts/render-localized'
import type { FoundDictionaries } from './find-dictionaries'
import type { BrokenDictionary } from './spelling-messages'

export function describeBrokenDictionary({ file, why, reason }: BrokenDictionary): LocalizedText {
  if (why === 'large') return say('spelling.large', { file, limit: spellingLimits.file / 1_048_576 })
  if (why === 'encoding') return say('spelling.encoding', { file, encoding: reason })
  if (why === 'no-count') return say('spelling.noCount', { file })
  if (why === 'no-words') return say('spelling.noWords', { file })
  if (why === 'unreadable') return say('spelling.unreadable', { file, reason })
  return say('spelling.failed', { file, reason })
}

/** Problems that are visible without opening a dictionary. */
export function listSpellingProblems({ withoutRules, unreadable }: FoundDictionaries): LocalizedText[] {
  const lone = withoutRules.map((file) => say('spelling.withoutRules', { file }))
  return [...lone, ...unreadable.map((folder) => say('spelling.folderUnreadable', { folder }))]
}
