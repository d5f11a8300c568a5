/** A small form for a server of one's own: a command with its arguments, or an address. */
import { useState } from 'react'
import { call } from '../../bridge/call'
import { ServerForm, useSaving } from '../../parts/server-form'
import { FailureText } from '../../ui/controls/failure-text'
import { Select } from '../../ui/controls/select'
import { TextField } from '../../ui/controls/text-field'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import styles from './own-server-form.module.css'

type Kind = 'command' | 'url'

interface Draft {
  readonly name: string
  readonly command: string
  /** One argument a line, so that spaces need no quotes. */
  readonly args: string
  readonly url: string
}

const empty: Draft = { name: '', command: '', args: '', url: '' }

export function OwnServerForm({ onDone }: { readonly onDone: () => void }) {
  const [kind, setKind] = useState<Kind>('command')
  const [draft, setDraft] = useState(empty)
  const needed = [draft.name, kind === 'command' ? draft.command : draft.url]
  const saving = useSaving(async () => {
    const serverName = draft.name.trim()
    await call('server.save-entry', { previousName: null, serverName, json: entryOf(kind, draft) })
    onDone()
  })
  return (
    <ServerForm saving={saving} canSave={needed.every((text) => text.trim() !== '')} submit={texts.addThis()}>
      <Fields kind={kind} onKind={setKind} draft={draft} onDraft={setDraft} />
      <FailureText text={saving.problem} />
    </ServerForm>
  )
}

interface FieldsProps {
  readonly kind: Kind
  readonly onKind: (kind: Kind) => void
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
}

function Fields({ kind, onKind, draft, onDraft }: FieldsProps) {
  const field = (key: keyof Draft) => ({
    value: draft[key],
    onChange: (text: string) => onDraft({ ...draft, [key]: text })
  })
  const kinds = [
    { value: 'command', label: texts.kindProgram() },
    { value: 'url', label: texts.kindAddress() }
  ]
  return (
    <>
      <div className={styles.addPair}>
        <TextField label={texts.name()} placeholder={texts.sampleName()} {...field('name')} />
        <Select
          label={texts.kind()}
          options={kinds}
          value={kind}
          onChange={(value) => onKind(value as Kind)}
        />
      </div>
      {kind === 'url' ? (
        <TextField label={texts.url()} isCode placeholder="https://example.com/mcp" {...field('url')} />
      ) : (
        <>
          <TextField label={texts.command()} isCode placeholder="npx" {...field('command')} />
          <TextField
            label={texts.arguments()}
            isCode
            rows={3}
            hint={texts.argumentsHint()}
            {...field('args')}
          />
        </>
      )}
    </>
  )
}

function entryOf(kind: Kind, draft: Draft): string {
  if (kind === 'url') return JSON.stringify({ url: draft.url.trim() })
  const args = draft.args.split('\n').filter((line) => line !== '')
  return JSON.stringify({ command: draft.command.trim(), ...(args.length > 0 && { args }) })
}
