/** A server's name and its settings entry, as a form or as JSON text. The host checks and writes it. */
import { useEffect, useRef, useState } from 'react'
import type { ServerParts } from '../../../app/contract/bridge/server-parts'
import type { EntryForm } from '../../../app/contract/servers/entry-form'
import { call, failureMessage, readServer } from '../../bridge/call'
import { notify, report } from '../../bridge/report'
import { ServerForm, useSaving } from '../../parts/server-form'
import { Button, Spinner } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { TextField } from '../../ui/controls/text-field'
import { toEntryDraft, toEntryForm } from './entry-draft'
import { EntryFields } from './entry-fields'
import { useSandbox } from '../../parts/sandbox/use-sandbox'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import { ui } from '../../../app/texts/compiled/window/ui'
import partStyles from '../status/server-parts.module.css'

export interface EditPanelProps {
  readonly serverName: string
  readonly onDone: () => void
}

type ReadEntry = ServerParts['entry']

export function EditPanel({ serverName, onDone }: EditPanelProps) {
  const [entry, setEntry] = useState<ReadEntry | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    readServer(serverName, 'entry').then(
      (read) => isCurrent && setEntry(read),
      (error: unknown) => isCurrent && setFailure(failureMessage(error))
    )
    return () => void (isCurrent = false)
  }, [serverName])
  return (
    <section
      className={partStyles.serverPanel}
      aria-label={plainWithMarks(texts.entryOf({ name: serverName }))}
    >
      <FailureText text={failure} />
      {entry === null ? (
        failure === null && <Spinner label={texts.readingEntry()} />
      ) : (
        <Entry serverName={serverName} entry={entry} onDone={onDone} />
      )}
    </section>
  )
}

/** As a form if possible; as text if the user wants it or a form can't show it. */
function Entry({ serverName, entry, onDone }: EditPanelProps & { readonly entry: ReadEntry }) {
  const [isText, setIsText] = useState(entry.form === null)
  const shared = { serverName, onDone }
  return isText || entry.form === null ? (
    <TextOfEntry {...shared} json={entry.json} />
  ) : (
    <FormOfEntry {...shared} form={entry.form} onText={() => setIsText(true)} />
  )
}

interface FormOfEntryProps extends EditPanelProps {
  readonly form: EntryForm
  readonly onText: () => void
}

function FormOfEntry({ serverName, form, onText, onDone }: FormOfEntryProps) {
  const [draft, setDraft] = useState(() => toEntryDraft(serverName, form))
  const sandbox = useSandbox()
  const secrets = useRef(new Map<number, () => string>())
  const saving = useSaving(async () => {
    const changed = toEntryForm(draft, (key) => secrets.current.get(key)?.() ?? '')
    const name = draft.name.trim()
    await call('server.save-entry', { previousName: serverName, serverName: name, form: changed })
    onDone()
  })
  const needed = [draft.name, draft.kind === 'program' ? draft.command : draft.url]
  return (
    <ServerForm
      saving={saving}
      canSave={needed.every((text) => text.trim() !== '')}
      submit={ui.save()}
      isMain
      buttons={
        <>
          <Button variant="quiet" onClick={onText}>
            {texts.editAsText()}
          </Button>
          <Button variant="quiet" onClick={() => void copyAsLink(serverName).catch(report)}>
            {texts.copyAsLink()}
          </Button>
          <Button onClick={onDone}>{ui.cancel()}</Button>
        </>
      }
    >
      <EntryFields draft={draft} onDraft={setDraft} secrets={secrets} isNew={false} sandbox={sandbox} />
      <FailureText text={saving.problem} />
    </ServerForm>
  )
}

/** As in the settings, regardless of edits here. */
async function copyAsLink(serverName: string): Promise<void> {
  const { link } = await readServer(serverName, 'install-link')
  await call('app.copy-text', { text: link })
  notify('status', texts.linkCopied())
}

function TextOfEntry({ serverName, json, onDone }: EditPanelProps & { readonly json: string }) {
  const [name, setName] = useState(serverName)
  const [text, setText] = useState(json)
  const saving = useSaving(async () => {
    await call('server.save-entry', { previousName: serverName, serverName: name.trim(), json: text })
    onDone()
  })
  return (
    <ServerForm
      saving={saving}
      canSave={name.trim() !== ''}
      submit={ui.save()}
      isMain
      buttons={<Button onClick={onDone}>{ui.cancel()}</Button>}
    >
      <TextField label={texts.name()} value={name} onChange={setName} />
      <TextField
        label={texts.entry()}
        isCode
        rows={10}
        value={text}
        onChange={setText}
        error={saving.problem}
        hint={texts.entryHint()}
      />
    </ServerForm>
  )
}
