/** How much the model thinks before it answers. Only for models with that option. */
import type { RefObject } from 'react'
import type { ModelsView } from '../../../app/contract/settings'
import type { ThinkingLevel } from '../../../app/contract/limits'
import { report } from '../../bridge/report'
import { saveSettings, useSetting } from '../../bridge/settings'
import { Select } from '../../ui/controls/select'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

const words: Readonly<Record<ThinkingLevel, () => string>> = {
  off: texts.thinkingOff,
  low: texts.thinkingLow,
  medium: texts.thinkingMedium,
  high: texts.thinkingHigh
}

export interface ThinkingPickerProps {
  readonly models: ModelsView
  readonly model: string
  /** The message box, which gets the focus after a choice. */
  readonly textbox: RefObject<HTMLTextAreaElement | null>
}

/** A combobox named `Thinking`. The choice applies to the model in every conversation. */
export function ThinkingPicker({ models, model, textbox }: ThinkingPickerProps) {
  const chosen = useSetting('models.thinking')
  const levels = models.models.find(({ id }) => id === model)?.thinkingLevels ?? []
  if (levels.length === 0) return null
  const choose = (value: string): void => {
    const others = Object.entries(chosen ?? {}).filter(([id]) => id !== model)
    const level = levels.find((item) => item === value)
    const all = Object.fromEntries([...others, ...(level === undefined ? [] : [[model, level] as const])])
    const isAny = Object.keys(all).length > 0
    void saveSettings({ 'models.thinking': isAny ? all : null }).catch(report)
  }
  return (
    <Select
      label={texts.thinking()}
      isLabelHidden
      variant="quiet"
      command="choose-thinking"
      value={chosen?.[model] ?? 'usual'}
      options={[
        { value: 'usual', label: texts.thinkingUsual(), detail: texts.thinkingUsualNote() },
        ...levels.map((level) => ({ value: level, label: words[level]() }))
      ]}
      onChange={choose}
      finalFocus={textbox}
    />
  )
}
