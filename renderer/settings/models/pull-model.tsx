/** Fetches models for a program on this computer, if the program supports such requests. */
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { PullView } from '../../../app/contract/models/pulls'
import type { ProviderView } from '../../../app/contract/settings'
import { settings as texts } from '../../../app/texts/compiled/window/settings'
import { call } from '../../bridge/call'
import { report } from '../../bridge/report'
import { useCommand } from '../../bridge/use-command'
import { useRead } from '../../bridge/use-read'
import { useProjection } from '../../state/projection'
import { formatSize } from '../../ui/base/format'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { Button } from '../../ui/controls/button'
import { GuardedButton } from '../../ui/controls/guarded-button'
import { TextField } from '../../ui/controls/text-field'
import partStyles from '../../parts/permissions/settings-parts.module.css'
import styles from './pull-model.module.css'

export function PullModel({ provider: { name, title, baseUrl } }: { readonly provider: ProviderView }) {
  const isHere = isOnThisComputer(baseUrl)
  const read = () => call('model.find-program', { providerName: name })
  const { value: program } = useRead({ key: isHere ? baseUrl : null, read })
  if (program === 'ollama' || program === 'lm-studio')
    return <PullForm providerName={name} program={program} />
  if (program === null) return null
  return (
    <p className={partStyles.settingsItemNote}>
      <VisibleText text={texts.pullElsewhere({ program: title })} />
    </p>
  )
}

function isOnThisComputer(baseUrl: string): boolean {
  return /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::|\/|$)/i.test(baseUrl)
}

interface PullFormProps {
  readonly providerName: string
  readonly program: 'ollama' | 'lm-studio'
}

function PullForm({ providerName, program }: PullFormProps) {
  const [model, setModel] = useState('')
  const pull = useProjection((state) => state.models.pull)
  const { pending, failure, run } = useCommand()
  const start = async () => {
    const wanted = model.trim()
    if (wanted !== '' && (await run(() => call('model.pull', { providerName, model: wanted })))) setModel('')
  }
  return (
    <form className={styles.pull} aria-label={texts.pullForm()} onSubmit={(event) => event.preventDefault()}>
      <TextField
        label={texts.pulledModel()}
        value={model}
        hint={program === 'ollama' ? texts.pulledModelHint() : texts.downloadedModelHint()}
        error={failure}
        onChange={setModel}
      />
      <GuardedButton
        size="small"
        icon={Download}
        isBusy={pending !== null}
        disabled={model.trim() === '' || pull !== undefined}
        onPress={() => void start()}
      >
        {texts.pullModel()}
      </GuardedButton>
      {pull?.providerName === providerName && <Progress pull={pull} />}
    </form>
  )
}

function Progress({ pull: { model, status, completed, total } }: { readonly pull: PullView }) {
  const stop = () => void call('model.stop-pull', {}).catch(report)
  return (
    <div className={styles.pullProgress}>
      <progress
        className={styles.pullBar}
        aria-label={texts.pullProgress({ model: plainWithMarks(model) })}
        {...(total === null ? {} : { value: completed, max: Math.max(1, total) })}
      />
      <p className={partStyles.settingsItemNote} role="status">
        <VisibleText text={status} />
      </p>
      {total !== null && (
        <p className={partStyles.settingsItemNote}>
          {texts.pulledSoFar({ done: formatSize(completed), all: formatSize(total) })}
        </p>
      )}
      <Button size="small" onClick={stop}>
        {texts.stopPull()}
      </Button>
    </div>
  )
}
