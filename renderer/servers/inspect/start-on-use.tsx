/** Whether a server starts on use, and after which idle time it stops. */
import type { ServerView } from '../../../app/contract/servers'
import { Select } from '../../ui/controls/select'
import { Switch } from '../../ui/controls/switch'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import styles from './server-options.module.css'

type Choices = Pick<ServerView, 'startsOnUse' | 'sleepAfterMs'>

export interface StartOnUseProps {
  readonly server: Choices
  readonly isDisabled: boolean
  readonly onChange: (choice: Partial<Choices>) => void
}

const minuteMs = 60_000
const usualMinutes = [5, 15, 30, 60, 240]

export function StartOnUse({ server, isDisabled, onChange }: StartOnUseProps) {
  const { startsOnUse, sleepAfterMs } = server
  return (
    <>
      <Switch
        label={texts.startOnUse()}
        hint={texts.startOnUseHint()}
        isOn={startsOnUse}
        isDisabled={isDisabled}
        onChange={(isOn) => onChange({ startsOnUse: isOn })}
      />
      {startsOnUse && (
        <div className={styles.inspectLevel}>
          <Select
            label={texts.sleepAfter()}
            hint={texts.sleepAfterHint()}
            options={optionsWith(sleepAfterMs)}
            value={String(sleepAfterMs)}
            isDisabled={isDisabled}
            onChange={(ms) => onChange({ sleepAfterMs: Number(ms) })}
          />
        </div>
      )}
    </>
  )
}

/** An unusual time from the settings file is added to the choices. */
function optionsWith(chosenMs: number): { readonly value: string; readonly label: string }[] {
  const times = new Set([...usualMinutes.map((minutes) => minutes * minuteMs), chosenMs])
  times.delete(0)
  return [
    ...[...times]
      .toSorted((one, other) => one - other)
      .map((ms) => ({ value: String(ms), label: texts.sleepAfterMinutes({ minutes: ms / minuteMs }) })),
    { value: '0', label: texts.sleepNever() }
  ]
}
