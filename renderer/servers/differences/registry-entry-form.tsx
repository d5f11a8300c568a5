/** Reads the newest entry of a name from the registry of the settings. */
import { useState } from 'react'
import { differences as texts } from '../../../app/texts/compiled/window/differences'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { TextField } from '../../ui/controls/text-field'
import styles from './compare-panel.module.css'

const focusField = (field: HTMLElement | null) => field?.focus()

export function RegistryEntryForm({ onRead }: { readonly onRead: (fileId: string) => void }) {
  const [name, setName] = useState('')
  const { pending, failure, run } = useCommand()
  const isShort = name.trim().length < 3
  const read = async () => onRead((await call('difference.read-entry', { name: name.trim() })).fileId)
  return (
    <form
      className={styles.entry}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isShort) void run(read)
      }}
    >
      <TextField
        label={texts.registryName()}
        hint={texts.registryHint()}
        value={name}
        onChange={setName}
        inputRef={focusField}
      />
      <FailureText text={failure} />
      <Button size="small" type="submit" isBusy={pending !== null} disabled={isShort}>
        {texts.readEntry()}
      </Button>
    </form>
  )
}
