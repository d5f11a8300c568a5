/** Controls for text and numbers. They show the value itself; only typing changes it. */
import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { forms } from '../../../app/texts/compiled/window/forms'
import { classNames } from '../base/class-names'
import { describeHiddenCharacters } from '../base/hidden-characters'
import { useSchemaForm, type ControlProps } from './context'
import { FieldFrame, frameDescription } from './frame'
import { messagesAt, type Json } from './json'
import { parseNumberField } from './model'
import fieldStyles from '../controls/field.module.css'
import schemaFormStyles from './schema-form.module.css'

/** Text: clearing removes an optional value and empties a required one. */
export function TextControl(props: ControlProps & { readonly input: 'line' | 'lines' | 'date' }) {
  const id = useId()
  const { problems } = useSchemaForm()
  const messages = messagesAt(problems, props.pointer)
  const value = typeof props.value === 'string' ? props.value : ''
  const { hint } = props.notes
  const notes = {
    ...props.notes,
    hint: [describeHiddenCharacters(value), hint].filter(Boolean).join('. ') || null
  }
  const change = (text: string) => props.onChange(text === '' && !props.isRequired ? undefined : text)
  const shared = {
    id,
    value,
    disabled: props.value === null,
    placeholder: props.value === null ? 'null' : undefined,
    spellCheck: false,
    'aria-required': props.isRequired || undefined,
    'aria-invalid': messages.length > 0 || undefined,
    'aria-describedby': frameDescription(id, { ...props, notes }, messages)
  }
  return (
    <FieldFrame {...props} notes={notes} id={id} messages={messages}>
      {props.input === 'date' ? (
        <input
          {...shared}
          type="date"
          className={classNames(fieldStyles.fieldInput, schemaFormStyles.schemaDate)}
          onChange={(event) => change(event.target.value)}
        />
      ) : (
        <textarea
          {...shared}
          rows={props.input === 'lines' ? 4 : 1}
          className={classNames(
            fieldStyles.fieldInput,
            schemaFormStyles.schemaText,
            props.input === 'line' && schemaFormStyles.schemaTextLine
          )}
          onKeyDown={props.input === 'line' ? submitOnEnter : undefined}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </FieldFrame>
  )
}

/** A one-line text keeps pasted line breaks, but Enter submits the form as in any input. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

/** A number. Other text is passed as text, so that the check rejects it instead of using an older number. */
export function NumberControl(props: ControlProps & { readonly isInteger: boolean }) {
  const id = useId()
  const { problems } = useSchemaForm()
  const [draft, setDraft] = useState('')
  const shown = isDraftOf(draft, props.value) ? draft : numberText(props.value)
  const own =
    typeof props.value === 'string'
      ? [props.value === '' ? forms.enterNumber() : forms.notNumber()]
      : inexact(shown, props.value)
  const messages = [...new Set([...own, ...messagesAt(problems, props.pointer)])]
  const change = (text: string) => {
    setDraft(text)
    props.onChange(text.trim() === '' ? undefined : (parseNumberField(text) ?? text))
  }
  return (
    <FieldFrame {...props} id={id} messages={messages}>
      <input
        id={id}
        type="text"
        inputMode={props.isInteger ? 'numeric' : 'decimal'}
        className={classNames(fieldStyles.fieldInput, schemaFormStyles.schemaNumber)}
        value={shown}
        disabled={props.value === null}
        placeholder={props.value === null ? 'null' : undefined}
        autoComplete="off"
        aria-required={props.isRequired || undefined}
        aria-invalid={messages.length > 0 || undefined}
        aria-describedby={frameDescription(id, props, messages)}
        onChange={(event) => change(event.target.value)}
      />
    </FieldFrame>
  )
}

function isDraftOf(draft: string, value: Json | undefined): boolean {
  return typeof value === 'string'
    ? draft === value
    : typeof value === 'number' && parseNumberField(draft) === value
}

function numberText(value: Json | undefined): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : ''
}

/** JSON numbers lose digits beyond 2⁵³, so the user must know before the server gets them. */
function inexact(shown: string, value: Json | undefined): string[] {
  if (typeof value !== 'number' || !/^\s*[+-]?\d+\s*$/.test(shown) || Number.isSafeInteger(value)) return []
  return [forms.inexact({ value })]
}
