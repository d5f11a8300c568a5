/**
 * Adds servers from a page or another app: a configuration, a command line or an address. Asks for missing secrets at
 * once.
 */
import { useEffect, useRef, useState } from 'react'
import type { Ref } from 'react'
import { call } from '../../bridge/call'
import { TextField } from '../../ui/controls/text-field'
import { ServerForm, useSaving } from '../server-form'
import { AddedSecrets, hasMissingSecrets } from './added-secrets'

export interface PasteFormProps {
  readonly label: string
  readonly hint?: string
  /** Label of the button. */
  readonly submit: string
  readonly isMain?: boolean
  /** The user pressed a button for it, so the field gets the focus. */
  readonly takesFocus?: boolean
  /** Called with the names of the added servers. */
  readonly onAdded: (added: readonly string[]) => void
  /** It was a link; its server is now shown to the user. */
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
    // A link: its server is shown to the user, and the field is ready for the next input.
    if (names.length === 0) {
      setText('')
      onLink?.()
      return
    }
    if (await hasMissingSecrets(names)) setAdded(names)
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
