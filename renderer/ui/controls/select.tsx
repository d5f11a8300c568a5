/** A choice of one from a list, drawn by Parley: role `combobox`, with keyboard control and type-ahead. */
import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import { Fragment, useId, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { classNames } from '../base/class-names'
import { VisibleText } from '../base/hidden-characters'
import { describedBy, FieldNotes } from './text-field'
import fieldStyles from './field.module.css'
import hiddenStyles from '../base/visually-hidden.module.css'
import styles from './select.module.css'

export interface SelectOption {
  readonly value: string
  readonly label: string
  /** A second, quiet line. */
  readonly detail?: string
  readonly isDisabled?: boolean
}

export interface SelectGroup {
  /** Heading over the options; '' for none. */
  readonly label: string
  readonly options: readonly SelectOption[]
  /** A sentence under the options, e.g. why a provider's models are missing. */
  readonly note?: string
}

export interface SelectProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Give either `options` or `groups`. */
  readonly options?: readonly SelectOption[]
  readonly groups?: readonly SelectGroup[]
  readonly isLabelHidden?: boolean
  readonly hint?: ReactNode
  readonly error?: string | null
  readonly isDisabled?: boolean
  readonly placeholder?: string
  /** `quiet`: without a frame, for toolbars. */
  readonly variant?: 'framed' | 'quiet'
  /** The window's command that opens it. */
  readonly command?: string
  /** Gets the focus after a choice; absent: the button, where typed letters would choose again. */
  readonly finalFocus?: RefObject<HTMLElement | null>
}

/** A labelled select. A value that is in no group is shown unchanged. */
export function Select(props: SelectProps) {
  const id = useId()
  const groups = props.groups ?? [{ label: '', options: props.options ?? [] }]
  const all = groups.flatMap((group) => group.options)
  const hasError = props.error !== undefined && props.error !== null
  const trigger = useRef<HTMLButtonElement>(null)
  const [landmark, setLandmark] = useState<HTMLElement | null>(null)
  const isChosen = useRef(false)
  const end = () => (isChosen.current && props.finalFocus?.current) || true
  // At once, or the list that is still closing would get the next keys.
  const leave = () => isChosen.current && props.finalFocus?.current?.focus()
  const shown = all.find((option) => option.value === props.value)?.label ?? props.value
  return (
    <div className={fieldStyles.field}>
      <span
        id={`${id}-label`}
        className={props.isLabelHidden ? hiddenStyles.visuallyHidden : fieldStyles.fieldLabel}
      >
        <VisibleText text={props.label} />
      </span>
      <Base.Root
        value={props.value}
        onValueChange={(value) => value !== null && props.onChange(value)}
        onOpenChange={(_isOpen, { reason }) => {
          setLandmark(trigger.current?.closest('main') ?? null)
          isChosen.current = reason === 'item-press'
          leave()
        }}
        disabled={props.isDisabled === true}
      >
        <Base.Trigger
          ref={trigger}
          className={classNames(styles.selectTrigger, props.variant === 'quiet' && styles.selectTriggerQuiet)}
          aria-labelledby={`${id}-label`}
          data-command={props.command}
          aria-describedby={describedBy(id, props.hint !== undefined, hasError)}
          aria-invalid={hasError || undefined}
        >
          <span className={styles.selectValue}>
            <VisibleText text={shown === '' ? (props.placeholder ?? '') : shown} />
          </span>
          <ChevronsUpDown size={14} aria-hidden />
        </Base.Trigger>
        <SelectPopup groups={groups} container={landmark} finalFocus={end} onFocus={leave} />
      </Base.Root>
      <FieldNotes id={id} hint={props.hint} error={props.error} />
    </div>
  )
}

interface SelectPopupProps {
  readonly groups: readonly SelectGroup[]
  /** The landmark that the popup belongs to; null: the end of the page. */
  readonly container: HTMLElement | null
  readonly finalFocus: () => HTMLElement | true
  /** Also while it closes, when the library's next frame focuses the option that was active. */
  readonly onFocus: () => void
}

function SelectPopup({ groups, container, finalFocus, onFocus }: SelectPopupProps) {
  return (
    <Base.Portal container={container ?? undefined}>
      <Base.Positioner className={styles.selectPositioner} sideOffset={4} alignItemWithTrigger={false}>
        <Base.Popup className={styles.selectPopup} finalFocus={finalFocus} onFocus={onFocus}>
          <Base.List className={styles.selectList}>
            {groups.map((group) => (
              <Fragment key={group.label}>
                {group.label === '' ? (
                  group.options.map((option) => <SelectItem key={option.value} option={option} />)
                ) : (
                  <Base.Group>
                    <Base.GroupLabel className={styles.selectGroupLabel}>
                      <VisibleText text={group.label} />
                    </Base.GroupLabel>
                    {group.options.map((option) => (
                      <SelectItem key={option.value} option={option} />
                    ))}
                  </Base.Group>
                )}
                {group.note !== undefined && (
                  <div className={styles.selectNote}>
                    <VisibleText text={group.note} />
                  </div>
                )}
              </Fragment>
            ))}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

function SelectItem({ option }: { readonly option: SelectOption }) {
  return (
    <Base.Item value={option.value} disabled={option.isDisabled === true} className={styles.selectItem}>
      <Base.ItemText className={styles.selectItemText}>
        <VisibleText text={option.label} />
        {option.detail !== undefined && (
          <span className={styles.selectItemDetail}>
            <VisibleText text={option.detail} />
          </span>
        )}
      </Base.ItemText>
      <Base.ItemIndicator className={styles.selectItemMark}>
        <Check size={14} aria-hidden />
      </Base.ItemIndicator>
    </Base.Item>
  )
}
