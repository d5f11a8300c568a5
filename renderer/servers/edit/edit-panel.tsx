/** A server's name and its entry of the settings file as JSON text. The host checks and writes it. */
import { useEffect, useState } from 'react'
import { call, failureMessage } from '../../bridge/call'
import { ServerForm, useSaving } from '../../parts/server-form'
import { Button, Spinner } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { TextField } from '../../ui/controls/text-field'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import { ui } from '../../../app/texts/compiled/window/ui'
import partStyles from '../status/server-parts.module.css'

export interface EditPanelProps {
  readonly serverName: string
  readonly onDone: () => void
}

export function EditPanel({ serverName, onDone }: EditPanelProps) {
  const [json, setJson] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    call('server.read-entry', { serverName }).then(
      (entry) => isCurrent && setJson(entry.json),
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
      {json === null ? (
        failure === null && <Spinner label={texts.readingEntry()} />
      ) : (
        <EntryForm serverName={serverName} json={json} onDone={onDone} />
      )}
    </section>
  )
}

function EntryForm({ serverName, json, onDone }: EditPanelProps & { readonly json: string }) {
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
        rows={7}
        value={text}
        onChange={setText}
        error={saving.problem}
        hint={texts.entryHint()}
      />
    </ServerForm>
  )
}
