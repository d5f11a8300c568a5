/** Takes the configuration of another host as it stands in its file. */
import { useState } from 'react'
import type { Ref } from 'react'
import { call } from '../bridge/call'
import { TextField } from '../ui/controls/text-field'
import { ServerForm, useSaving } from './server-form'

export interface PasteFormProps {
  readonly label: string
  readonly hint?: string
  /** What the button says. */
  readonly submit: string
  readonly isMain?: boolean
  /** With the names of the servers that were added. */
  readonly onAdded: (added: readonly string[]) => void
  readonly formRef?: Ref<HTMLFormElement>
  readonly className?: string | undefined
}

const example = '{ "mcpServers": { "notes": { "command": "npx", "args": ["-y", "notes-server"] } } }'

export function PasteForm({ label, hint, onAdded, ...form }: PasteFormProps) {
  const [text, setText] = useState('')
  const saving = useSaving(async () => onAdded((await call('server.paste', { text })).added))
  return (
    <ServerForm {...form} saving={saving} canSave={text.trim() !== ''}>
      <TextField
        label={label}
        isCode
        rows={5}
        value={text}
        onChange={setText}
        error={saving.problem}
        placeholder={example}
        {...(hint !== undefined && { hint })}
      />
    </ServerForm>
  )
}
