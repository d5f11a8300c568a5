/** Variables or headers of an entry: one row each, with a switch for secret ones. */
import { Plus, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { Button, IconButton } from '../../ui/controls/button'
import { SecretField, useSecret } from '../../ui/controls/secret-field'
import { Switch } from '../../ui/controls/switch'
import { TextField } from '../../ui/controls/text-field'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import styles from './entry-values.module.css'

export interface DraftValue {
  /** Identifies the row while it is edited. */
  readonly key: number
  readonly name: string
  readonly text: string
  readonly isSecret: boolean
}

/** Input in masked fields stays in their controls, and is read from here when the form is saved. */
export type EntrySecrets = RefObject<Map<number, () => string>>

export const keptSecret = /^(?:Bearer |Basic |Token )?\$\{secret:[^${}]+\}$/i
const secretName = /(?:key|token|secret|passwor[dt]|passwd|pat|authorization|credentials?)$/i

export interface EntryValuesProps {
  readonly kind: 'variables' | 'headers'
  readonly values: readonly DraftValue[]
  readonly onValues: (values: readonly DraftValue[]) => void
  readonly secrets: EntrySecrets
}

export function EntryValues({ kind, values, onValues, secrets }: EntryValuesProps) {
  const words =
    kind === 'variables'
      ? { title: texts.variables(), add: texts.addVariable() }
      : { title: texts.headers(), add: texts.addHeader() }
  // A newly added row gets the focus.
  const [addedKey, setAddedKey] = useState<number | null>(null)
  const change = (changed: DraftValue) =>
    onValues(values.map((value) => (value.key === changed.key ? changed : value)))
  const add = () => {
    const key = Math.max(0, ...values.map((value) => value.key)) + 1
    onValues([...values, { key, name: '', text: '', isSecret: false }])
    setAddedKey(key)
  }
  return (
    <fieldset className={styles.values}>
      <legend className={styles.legend}>{words.title}</legend>
      {values.map((value, index) => (
        <ValueLine
          key={value.key}
          value={value}
          position={index + 1}
          secrets={secrets}
          takesFocus={value.key === addedKey}
          onChange={change}
          onRemove={() => onValues(values.filter(({ key }) => key !== value.key))}
        />
      ))}
      <Button variant="quiet" size="small" icon={Plus} className={styles.add} onClick={add}>
        {words.add}
      </Button>
    </fieldset>
  )
}

interface ValueLineProps {
  readonly value: DraftValue
  readonly position: number
  readonly secrets: EntrySecrets
  readonly takesFocus: boolean
  readonly onChange: (value: DraftValue) => void
  readonly onRemove: () => void
}

function ValueLine({ value, position, secrets, takesFocus, onChange, onRemove }: ValueLineProps) {
  const { name, text, isSecret } = value
  const nameField = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  useEffect(() => {
    if (takesFocus) nameField.current?.focus()
  }, [takesFocus])
  // Input from before the switch moves to the masked control and out of React's state.
  const moved = useRef('')
  const switchTo = (isOn: boolean) => {
    const isKept = keptSecret.test(text)
    if (isOn && !isKept) moved.current = text
    onChange({ ...value, text: isKept ? text : '', isSecret: isOn })
  }
  const named = plainWithMarks(name === '' ? String(position) : name)
  return (
    <div className={styles.line}>
      <TextField
        label={texts.valueName({ position })}
        isLabelHidden
        isCode
        placeholder={texts.name()}
        inputRef={nameField}
        value={name}
        onChange={(typed) => {
          // A name that indicates a secret switches it on, unless the user switched it off.
          const isSaid = text === '' && !secretName.test(name) && secretName.test(typed)
          onChange({ ...value, name: typed, isSecret: isSecret || isSaid })
        }}
      />
      {isSecret ? (
        <SecretLine value={value} label={texts.valueOf({ name: named })} secrets={secrets} moved={moved} />
      ) : (
        <TextField
          label={texts.valueOf({ name: named })}
          isLabelHidden
          isCode
          placeholder={texts.value()}
          value={text}
          onChange={(typed) => onChange({ ...value, text: typed })}
        />
      )}
      <Switch label={texts.secretSwitch()} isOn={isSecret} onChange={switchTo} />
      <IconButton icon={X} size="small" label={texts.removeValue({ name: named })} onClick={onRemove} />
    </div>
  )
}

interface SecretLineProps {
  readonly value: DraftValue
  readonly label: string
  readonly secrets: EntrySecrets
  readonly moved: RefObject<string>
}

function SecretLine({ value: { key, text }, label, secrets, moved }: SecretLineProps) {
  const secret = useSecret()
  const { read, control } = secret
  useLayoutEffect(() => {
    if (control.current !== null && moved.current !== '') control.current.value = moved.current
    moved.current = ''
  }, [control, moved])
  useEffect(() => {
    const typed = secrets.current
    typed.set(key, read)
    return () => void typed.delete(key)
  }, [secrets, key, read])
  const placeholder = keptSecret.test(text) ? texts.replaceSecret() : texts.value()
  return <SecretField label={label} isLabelHidden placeholder={placeholder} secret={secret} />
}
