/** A choice that takes effect at once: role `switch`, with its label next to it. */
import { Switch as Base } from '@base-ui/react/switch'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { VisibleText } from '../base/hidden-characters'
import hiddenStyles from '../base/visually-hidden.module.css'
import styles from './switch.module.css'

export interface SwitchProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  /** The label stays as accessible name and is not drawn. */
  readonly isLabelHidden?: boolean
  readonly hint?: ReactNode
  readonly isDisabled?: boolean
}

export function Switch({ label, isOn, onChange, isLabelHidden = false, hint, isDisabled }: SwitchProps) {
  const id = useId()
  // While it has the focus it only ignores presses: disabled it would lose the focus to the page.
  const [hasFocus, setHasFocus] = useState(false)
  return (
    <div className={styles.switchField}>
      <label className={styles.switchRow}>
        <Base.Root
          className={styles.switch}
          checked={isOn}
          onCheckedChange={onChange}
          disabled={isDisabled === true && !hasFocus}
          readOnly={isDisabled === true}
          aria-disabled={isDisabled === true || undefined}
          onFocus={() => setHasFocus(true)}
          onBlur={() => setHasFocus(false)}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        >
          <Base.Thumb className={styles.switchThumb} />
        </Base.Root>
        <span className={isLabelHidden ? hiddenStyles.visuallyHidden : styles.switchLabel}>
          <VisibleText text={label} />
        </span>
      </label>
      {hint !== undefined && (
        <span id={`${id}-hint`} className={styles.switchHint}>
          {hint}
        </span>
      )}
    </div>
  )
}
