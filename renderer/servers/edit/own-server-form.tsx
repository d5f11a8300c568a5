/** Adds a server from the user's own command or address. */
import { useRef, useState } from 'react'
import { call } from '../../bridge/call'
import { ServerForm, useSaving } from '../../parts/server-form'
import { formatList } from '../../ui/base/format'
import { FailureText } from '../../ui/controls/failure-text'
import { emptyDraft, toEntryForm, isSandboxedBy, findUnsaved, type EntryDraft } from './entry-draft'
import { EntryFields } from './entry-fields'
import { useSandbox } from '../../parts/sandbox/use-sandbox'
import { directory } from '../../../app/texts/compiled/window/directory'
import { servers as texts } from '../../../app/texts/compiled/window/servers'

export interface OwnServerFormProps {
  readonly onDone: () => void
  /** Initial values. Default none. */
  readonly initial?: EntryDraft
  /** Placeholders in it that the user must replace. */
  readonly placeholders?: readonly string[]
}

const none: readonly string[] = []

export function OwnServerForm({ onDone, initial = emptyDraft, placeholders = none }: OwnServerFormProps) {
  const [draft, setDraft] = useState(initial)
  const sandbox = useSandbox()
  const secrets = useRef(new Map<number, () => string>())
  const saving = useSaving(async () => {
    const form = toEntryForm(
      { ...draft, isContained: isSandboxedBy(draft, sandbox) },
      (key) => secrets.current.get(key)?.() ?? ''
    )
    await call('server.save-entry', { previousName: null, serverName: draft.name.trim(), form })
    onDone()
  })
  const needed = draft.kind === 'program' ? draft.command : draft.url
  const remaining = findUnsaved(draft, placeholders)
  return (
    <ServerForm
      saving={saving}
      canSave={
        needed.trim() !== '' && remaining.length === 0 && (sandbox !== null || draft.kind === 'address')
      }
      submit={texts.addThis()}
    >
      <EntryFields draft={draft} onDraft={setDraft} secrets={secrets} isNew sandbox={sandbox} />
      {remaining.length > 0 && <p role="status">{directory.replace({ names: formatList(remaining) })}</p>}
      <FailureText text={saving.problem} />
    </ServerForm>
  )
}
