/** Offers several of a server's tools to the model at once, or none: those that match the filter, or of a kind. */
import type { ToolView } from '../../../app/contract/servers'
import { isForModel } from '../../../app/contract/content/tool-ui'
import { Button } from '../../ui/controls/button'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import commonStyles from '../../parts/common.module.css'

export interface SwitchSeveralProps {
  /** Those that match the filter. */
  readonly tools: readonly ToolView[]
  /** Whether these are all of the server's tools. */
  readonly isOfAll: boolean
  readonly isBusy: boolean
  readonly onSwitch: (toolNames: readonly string[], isDisabled: boolean) => void
}

export function SwitchSeveral({ tools, isOfAll, isBusy, onSwitch }: SwitchSeveralProps) {
  // The buttons are about models, which never get the others.
  const usable = tools.filter((tool) => tool.problem === null && isForModel(tool))
  const offered = usable.filter(({ isDisabled }) => !isDisabled)
  const held = usable.filter(({ isDisabled }) => isDisabled)
  const changing = offered.filter(({ annotations }) => annotations.readOnlyHint !== true)
  return (
    <div className={commonStyles.wrap} role="group" aria-label={texts.severalTools()}>
      <Choice
        label={isOfAll ? texts.offerAll() : texts.offerFound({ count: held.length })}
        tools={held}
        isBusy={isBusy}
        onPress={(names) => onSwitch(names, false)}
      />
      <Choice
        label={isOfAll ? texts.offerNone() : texts.holdFound({ count: offered.length })}
        tools={offered}
        isBusy={isBusy}
        onPress={(names) => onSwitch(names, true)}
      />
      {/* If all of them change something, both buttons would do the same. */}
      {changing.length < offered.length && (
        <Choice
          label={texts.offerReadOnly()}
          tools={changing}
          isBusy={isBusy}
          onPress={(names) => onSwitch(names, true)}
        />
      )}
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  /** Those that change something; disabled without any. */
  readonly tools: readonly ToolView[]
  readonly isBusy: boolean
  readonly onPress: (toolNames: readonly string[]) => void
}

function Choice({ label, tools, isBusy, onPress }: ChoiceProps) {
  const names = tools.map(({ name }) => name)
  return (
    <Button size="small" disabled={isBusy || names.length === 0} onClick={() => onPress(names)}>
      {label}
    </Button>
  )
}
