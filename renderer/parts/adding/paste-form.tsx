/**
 * Takes what a page or another host has of servers: a configuration, a command line, an address. Secrets that the added
 * ones need are asked for at once.
 */
import { useEffect, useRef, useState } from 'react'
import type { Ref } from 'react'
import { useProjection } from '../../state/projection'
import { call } from '../../bridge/call'
import { TextField } from '../../ui/controls/text-field'
import { classNames } from '../../ui/base/class-names'
import { Button } from '../../ui/controls/button'
import { ServerForm, useSaving } from '../server-form'
import { EntrySecrets } from './entry-secrets'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import styles from './paste-form.module.css'

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
  const [added, setAdded] = useState<readonly string[] | null>(null)
  const saving = useSaving(async () => {
    const names = (await call('server.paste', { text })).added
    const listed = await Promise.all(names.map((serverName) => call('server.list-secrets', { serverName })))
    if (listed.flat().some(({ isStored }) => !isStored)) setAdded(names)
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
        value={text}
        onChange={setText}
        error={saving.problem}
        placeholder={example}
        {...(hint !== undefined && { hint })}
      />
    </ServerForm>
  )
}

interface AddedSecretsProps {
  readonly names: readonly string[]
  readonly isMain: boolean | undefined
  readonly className: string | undefined
  readonly onDone: () => void
}

/** They can be typed later, too: where the server is shown. */
function AddedSecrets({ names, isMain = false, className, onDone }: AddedSecretsProps) {
  const servers = useProjection((state) => state.servers).filter(({ name }) => names.includes(name))
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <div className={classNames(styles.added, className)}>
      <p ref={note} tabIndex={-1}>
        {texts.needSecrets({ count: names.length })}
      </p>
      {servers.map((server) => (
        <EntrySecrets key={server.name} server={server} />
      ))}
      <Button {...(isMain && { variant: 'primary' })} onClick={onDone}>
        {texts.secretsDone()}
      </Button>
    </div>
  )
}
