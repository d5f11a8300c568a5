/** A server's name and its entry of the settings file as JSON text. The host checks and writes it. */
import { useEffect, useState } from 'react'
import { call, failureMessage } from '../../bridge/call'
import { ServerForm, useSaving } from '../../parts/server-form'
import { Button, Spinner } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { TextField } from '../../ui/controls/text-field'
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
    <section className={partStyles.serverPanel} aria-label={plainWithMarks(`Entry of ${serverName}`)}>
      <FailureText text={failure} />
      {json === null ? (
        failure === null && <Spinner label="Reading the entry" />
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
      submit="Save"
      isMain
      buttons={<Button onClick={onDone}>Cancel</Button>}
    >
      <TextField label="Name" value={name} onChange={setName} />
      <TextField
        label="Entry"
        isCode
        rows={7}
        value={text}
        onChange={setText}
        error={saving.problem}
        hint="As in the settings file. Write secrets as ${secret:name}. A changed command, address or variable asks for your trust again."
      />
    </ServerForm>
  )
}
