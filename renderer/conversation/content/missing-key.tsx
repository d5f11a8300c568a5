/** Asks again for a key that was kept for one run only, before the first message fails without it. */
import { KeyRound } from 'lucide-react'
import type { ProviderView } from '../../../app/contract/settings'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { Button } from '../../ui/controls/button'
import { SecretField, useSecret } from '../../ui/controls/secret-field'
import styles from './missing-key.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { ui } from '../../../app/texts/compiled/window/ui'

/** With a link to the settings file, where a key is kept permanently. */
export function MissingKey({ provider }: { readonly provider: ProviderView }) {
  const { name: providerName, title } = provider
  const secret = useSecret()
  const { pending, failure, run } = useCommand()
  const save = async () => {
    const isSaved = await run(() => call('model.set-key', { providerName, apiKey: secret.read() }), 'save')
    if (isSaved) secret.clear()
  }
  return (
    <form
      className={styles.keyAgain}
      aria-label={texts.keyAgain({ provider: title })}
      onSubmit={(event) => {
        event.preventDefault()
        if (secret.isFilled) void save()
      }}
    >
      <KeyRound size={16} aria-hidden />
      <div className={styles.keyAgainField}>
        <SecretField
          label={texts.keyAgain({ provider: title })}
          secret={secret}
          hint={texts.keyAgainNote()}
          error={failure}
        />
      </div>
      <Button type="submit" size="small" disabled={!secret.isFilled} isBusy={pending === 'save'}>
        {ui.save()}
      </Button>
      <Button
        size="small"
        variant="quiet"
        isBusy={pending === 'file'}
        onClick={() => void run(() => call('app.open-file', { file: 'settings' }), 'file')}
      >
        {texts.openSettingsFile()}
      </Button>
    </form>
  )
}
