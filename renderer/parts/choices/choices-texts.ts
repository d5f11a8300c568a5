/** How a conversation or an assistant differs from the settings, briefly, for one line. */
import type { ConversationChoices } from '../../../app/contract/conversation/choices'
import { choices as texts } from '../../../app/texts/compiled/window/choices'

export const thinkingLevelTexts: Readonly<
  Record<NonNullable<ConversationChoices['thinking']>, () => string>
> = {
  off: texts.thinkingOff,
  low: texts.thinkingLow,
  medium: texts.thinkingMedium,
  high: texts.thinkingHigh
}

export function describeChoices(choices: ConversationChoices, folderCount = 0): readonly string[] {
  const { systemPrompt, offServers = [], offTools = [], thinking, temperature } = choices
  const { maxOutputTokens, maxToolSteps, codeMode } = choices
  return [
    systemPrompt === undefined ? null : systemPrompt === '' ? texts.noPromptWord() : texts.ownPromptWord(),
    offServers.length > 0 ? texts.serversOff({ count: offServers.length }) : null,
    offTools.length > 0 ? texts.toolsOff({ count: offTools.length }) : null,
    folderCount > 0 ? texts.foldersAdded({ count: folderCount }) : null,
    codeMode === undefined ? null : codeMode ? texts.scriptsOnWord() : texts.scriptsOffWord(),
    thinking === undefined ? null : texts.thinkingWord({ level: thinkingLevelTexts[thinking]() }),
    temperature === undefined ? null : texts.temperatureWord({ value: String(temperature) }),
    maxOutputTokens === undefined ? null : texts.tokensWord({ count: maxOutputTokens }),
    maxToolSteps === undefined ? null : texts.stepsWord({ count: maxToolSteps })
  ].filter((words) => words !== null)
}
