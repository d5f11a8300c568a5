/** An API key or token for a remote server: goes to the vault, and into the entry by name only. */
import { useState } from 'react'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { useProjection } from '../../state/projection'
import { describeVault } from '../../parts/describe-vault'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { SecretField, useSecret } from '../../ui/controls/secret-field'
import { TextField } from '../../ui/controls/text-field'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import signInPanelStyles from './sign-in-panel.module.css'
import styles from './secret-header-form.module.css'

export function SecretHeaderForm({ serverName }: { readonly serverName: string }) {
  const { pending, failure, run } = useCommand()
  const [headerName, setHeaderName] = useState('Authorization')
  const secret = useSecret()
  const vault = useProjection(({ settings }) => settings.vault)
  const [isSaved, setIsSaved] = useState(false)
  const save = async () => {
    const isDone = await run(() =>
      call('server.set-secret', { serverName, headerName: headerName.trim(), value: secret.read() })
    )
    if (isDone) secret.clear()
    setIsSaved(isDone)
  }
  const isReady = headerName.trim() !== '' && secret.isFilled
  return (
    <details className={styles.secretHeader}>
      <summary>{texts.useKey()}</summary>
      <form
        className={signInPanelStyles.secretHeaderForm}
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) void save() // never rejects
        }}
      >
        <TextField label={texts.header()} isCode value={headerName} onChange={setHeaderName} />
        <SecretField
          label={texts.keyOrToken()}
          hint={texts.keyHint({ vault: describeVault(vault) })}
          secret={secret}
        />
        <Button type="submit" size="small" disabled={!isReady} isBusy={pending !== null}>
          {texts.saveKey()}
        </Button>
      </form>
      {isSaved && <p role="status">{texts.keySaved()}</p>}
      <FailureText text={failure} />
    </details>
  )
}
