/** Adds a server of one's own. */
import { useRef, useState } from 'react'
import { call } from '../../bridge/call'
import { ServerForm, useSaving } from '../../parts/server-form'
import { FailureText } from '../../ui/controls/failure-text'
import { emptyDraft, formOf } from './entry-draft'
import { EntryFields } from './entry-fields'
import { servers as texts } from '../../../app/texts/compiled/window/servers'

export function OwnServerForm({ onDone }: { readonly onDone: () => void }) {
  const [draft, setDraft] = useState(emptyDraft)
  const secrets = useRef(new Map<number, () => string>())
  const saving = useSaving(async () => {
    const form = formOf(draft, (key) => secrets.current.get(key)?.() ?? '')
    await call('server.save-form', { previousName: null, serverName: draft.name.trim(), form })
    onDone()
  })
  const needed = draft.kind === 'program' ? draft.command : draft.url
  return (
    <ServerForm saving={saving} canSave={needed.trim() !== ''} submit={texts.addThis()}>
      <EntryFields draft={draft} onDraft={setDraft} secrets={secrets} isNew />
      <FailureText text={saving.problem} />
    </ServerForm>
  )
}
