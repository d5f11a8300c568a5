/** The model picker in the composer. */
import { useSetting } from '../../bridge/settings'
import { Select } from '../../ui/controls/select'
import { ThinkingPicker } from './thinking-picker'
import type { ThinkingPickerProps } from './thinking-picker'
import { modelGroups } from '../../parts/model-groups'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface ModelPickerProps extends ThinkingPickerProps {
  readonly onChoose: (model: string) => void
}

/** A combobox named `Model`, and the model's options next to it. */
export function ModelPicker({ models, model, onChoose, textbox }: ModelPickerProps) {
  const currency = useSetting('models.currency')
  return (
    <>
      <Select
        label={texts.model()}
        isLabelHidden
        variant="quiet"
        value={model}
        groups={modelGroups(models, model, currency)}
        onChange={onChoose}
        finalFocus={textbox}
      />
      <ThinkingPicker models={models} model={model} textbox={textbox} />
    </>
  )
}
