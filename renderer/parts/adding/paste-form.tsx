/**
 * Takes what a page or another host has of servers: a configuration, a command line, an address. Secrets that the added
 * ones need are asked for at once.
 */
import { useEffect, useRef, useState } from 'react'
import type { Ref } from 'react'
import { call } from '../../bridge/call'
import { TextField } from '../../ui/controls/text-field'
import { ServerForm, useSaving } from '../server-form'
import { AddedSecrets, lackSecrets } from './added-secrets'

export interface PasteFormProps {
  readonly label: string
  readonly hint?: string
  /** What the button says. */
  readonly submit: string
  readonly isMain?: boolean
  /** Somebody pressed for it: the next key is meant for the field. */
  readonly takesFocus?: boolean
  /** With the names of the servers that were added. */
  readonly onAdded: (added: readonly string[]) => void
  /** It was a link, whose server lies before the person now. */
  readonly onLink?: () => void
  readonly formRef?: Ref<HTMLFormElement>
  readonly className?: string | undefined
}

const example = '{ "mcpServers": { "notes": { "command": "npx", "args": ["-y", "notes-server"] } } }'

export function PasteForm({ label, hint, takesFocus = false, onAdded, onLink, ...form }: PasteFormProps) {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  useEffect(() => {
    if (takesFocus) field.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const [text, setText] = useState('')
  const [added, setAdded] = useState<readonly string[] | null>(null)
  const saving = useSaving(async () => {
    const names = (await call('server.paste', { text })).added
    // A link: it lies before the person by now, and the field waits for what comes next.
    if (names.length === 0) {
      setText('')
      onLink?.()
      return
    }
    if (await lackSecrets(names)) setAdded(names)
    else onAdded(names)
  })
  if (added !== null)
    return (
      <AddedSecrets
        names={added}
        isMain={form.isMain}
        className={form.className}
        onDone={() => onAdded(added)}
      />
    )
  return (
    <ServerForm {...form} saving={saving} canSave={text.trim() !== ''}>
      <TextField
        label={label}
        isCode
        rows={5}
        inputRef={field}
        value={text}
        onChange={setText}
        error={saving.problem}
        placeholder={example}
        {...(hint !== undefined && { hint })}
      />
    </ServerForm>
  )
}
