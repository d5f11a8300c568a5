/**
 * A text input with a list of values below. The text box keeps its role and the focus and points at the active value.
 * Enter submits, Shift+Enter breaks the line. The caller provides the values.
 */
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent, Ref } from 'react'
import { ui } from '../../../app/texts/compiled/window/ui'
import { describeHiddenCharacters, plainWithMarks, VisibleText } from '../base/hidden-characters'
import { describedBy, FieldNotes } from './text-field'
import { classNames } from '../base/class-names'
import fieldStyles from './field.module.css'
import hiddenStyles from '../base/visually-hidden.module.css'
import styles from './completion-field.module.css'

export interface CompletionFieldProps {
  readonly label: string
  /** The label stays as accessible name and is not drawn. */
  readonly isLabelHidden?: boolean
  readonly placeholder?: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isRequired?: boolean
  readonly hint?: string
  readonly error?: string | null
  /** Values for the typed text, best first. */
  readonly values: readonly string[]
  /** A line under the values, e.g. how many more there are. */
  readonly valuesNote?: string | null
  /** True when the user types or asks for the list, false when it is no longer needed. */
  readonly onAsk: (isAsking: boolean) => void
  readonly onEnter: () => void
  readonly inputRef?: Ref<HTMLTextAreaElement> | undefined
}

export function CompletionField(props: CompletionFieldProps) {
  const id = useId()
  const list = useValueList(props, id)
  const { label, isRequired = false, error = null } = props
  const hint = [describeHiddenCharacters(props.value), props.hint].filter(Boolean).join('. ')
  return (
    <div className={fieldStyles.field}>
      <div className={styles.completionHead}>
        <label
          htmlFor={id}
          className={props.isLabelHidden === true ? hiddenStyles.visuallyHidden : fieldStyles.fieldLabel}
        >
          <VisibleText text={label} />
        </label>
        {isRequired && <span className={styles.completionRequired}>{ui.required()}</span>}
      </div>
      <textarea
        id={id}
        ref={props.inputRef}
        className={classNames(fieldStyles.fieldInput, styles.completionInput)}
        rows={1}
        autoComplete="off"
        spellCheck={false}
        value={props.value}
        placeholder={props.placeholder}
        aria-required={isRequired || undefined}
        aria-invalid={error !== null || undefined}
        aria-describedby={describedBy(id, hint !== '', error !== null)}
        aria-autocomplete="list"
        aria-controls={list.isOpen ? list.id : undefined}
        aria-activedescendant={list.activeId}
        onChange={(event) => list.type(event.target.value)}
        onKeyDown={list.onKeyDown}
        onBlur={list.close}
      />
      {list.isOpen && <ValueList {...props} list={list} />}
      <FieldNotes id={id} {...(hint !== '' && { hint })} error={error} />
    </div>
  )
}

interface ValueListState {
  readonly id: string
  readonly isOpen: boolean
  /** -1: none; the typed text is used. */
  readonly activeIndex: number
  readonly activeId: string | undefined
  readonly type: (value: string) => void
  readonly pick: (value: string) => void
  readonly close: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

function useValueList(props: CompletionFieldProps, fieldId: string): ValueListState {
  const { value, values, onChange, onAsk, onEnter } = props
  const [isAsked, setIsAsked] = useState(false)
  const [active, setActive] = useState({ value, index: -1 })
  const ask = (isAsking: boolean) => {
    setIsAsked(isAsking)
    setActive({ value, index: -1 })
    onAsk(isAsking)
  }
  // The only value offered is already typed.
  const isOpen = isAsked && values.length > 0 && !(values.length === 1 && values[0] === value)
  const activeIndex = isOpen && active.value === value ? Math.min(active.index, values.length - 1) : -1
  const close = () => ask(false)
  const pick = (picked: string) => {
    close()
    onChange(picked)
  }
  const move = (by: number) =>
    isOpen
      ? setActive({
          value,
          index: (activeIndex + by + values.length + (by < 0 && activeIndex < 0 ? 1 : 0)) % values.length
        })
      : ask(true)
  const confirm = () => {
    const picked = values[activeIndex]
    if (picked === undefined) onEnter()
    else pick(picked)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.shiftKey) return
    const actions: Readonly<Record<string, (() => void) | undefined>> = {
      ArrowDown: value.includes('\n') ? undefined : () => move(1),
      ArrowUp: isOpen ? () => move(-1) : undefined,
      Enter: confirm,
      Escape: isOpen ? close : undefined
    }
    const act = actions[event.key]
    if (act === undefined) return
    event.preventDefault()
    event.stopPropagation() // the dialog around it must not close with the list
    act()
  }
  const type = (typed: string) => {
    onChange(typed)
    ask(true)
  }
  const id = `${fieldId}-values`
  const activeId = activeIndex < 0 ? undefined : `${id}-${activeIndex}`
  return { id, isOpen, activeIndex, activeId, type, pick, close, onKeyDown }
}

/** A listbox named `Values for ‹label›`. */
function ValueList(props: CompletionFieldProps & { readonly list: ValueListState }) {
  const { values, valuesNote = null, label, list } = props
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => {
    popup.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  useEffect(() => {
    popup.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [list.activeIndex])
  return (
    <div className={styles.completionAnchor}>
      <div ref={popup} className={styles.completionPopup}>
        <ul
          id={list.id}
          role="listbox"
          aria-label={plainWithMarks(ui.valuesFor({ label }))}
          className={styles.completionList}
        >
          {values.map((value, index) => (
            <li
              key={value}
              id={`${list.id}-${index}`}
              role="option"
              aria-selected={index === list.activeIndex}
              className={styles.completionOption}
              // A press must not move the focus from the text box.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => list.pick(value)}
            >
              <VisibleText text={value} />
            </li>
          ))}
        </ul>
        {valuesNote !== null && <div className={styles.completionNote}>{valuesNote}</div>}
      </div>
    </div>
  )
}
