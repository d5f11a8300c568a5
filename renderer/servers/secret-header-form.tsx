/** An API key or a token for a remote server: goes into the vault, and into the entry by name only. */
import { useState } from 'react'
import { call } from '../bridge/call'
import { useCommand } from '../bridge/use-command'
import { Button } from '../ui/button'
import { FailureText } from '../ui/failure-text'
import { TextField } from '../ui/text-field'

export function SecretHeaderForm({ serverName }: { readonly serverName: string }) {
  const { pending, failure, run } = useCommand()
  const [headerName, setHeaderName] = useState('Authorization')
  const [value, setValue] = useState('')
  const [isSaved, setIsSaved] = useState(false)
  const save = async () => {
    const isDone = await run(() =>
      call('server.set-secret-header', { serverName, headerName: headerName.trim(), value })
    )
    if (isDone) setValue('')
    setIsSaved(isDone)
  }
  const isReady = headerName.trim() !== '' && value.trim() !== ''
  return (
    <details className="secret-header">
      <summary>Use an API key or a token instead</summary>
      <form
        className="secret-header-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) void save() // never rejects
        }}
      >
        <TextField label="Header" isCode value={headerName} onChange={setHeaderName} />
        <TextField
          label="Key or token"
          type="password"
          hint="Kept in the vault. The settings name it and never hold it."
          value={value}
          onChange={setValue}
        />
        <Button type="submit" size="small" disabled={!isReady} isBusy={pending !== null}>
          Save key
        </Button>
      </form>
      {isSaved && <p role="status">The key is saved. The server starts anew with it.</p>}
      <FailureText text={failure} />
    </details>
  )
}
