/** One provider: its address, the source of its key, whether it works, and changing the key. */
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { failureText, toText } from '../../../app/texts/localized'
import type { ProviderView, SettingsView } from '../../../app/contract/settings'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { Button } from '../../ui/controls/button'
import { GuardedButton } from '../../ui/controls/guarded-button'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { SecretField, useSecret } from '../../ui/controls/secret-field'
import { PullModel } from './pull-model'
import { classNames } from '../../ui/base/class-names'
import { settings as texts } from '../../../app/texts/compiled/window/settings'
import { ui } from '../../../app/texts/compiled/window/ui'
import partStyles from '../../parts/permissions/settings-parts.module.css'
import styles from './provider-card.module.css'

export interface ProviderCardProps {
  readonly provider: ProviderView
  readonly vault: SettingsView['vault']
  readonly modelCount: number
  readonly isLoading: boolean
}

export function ProviderCard(props: ProviderCardProps) {
  const { provider, vault } = props
  const actions = useKey(provider.name)
  const { secret, pending, failure, save } = actions
  return (
    <section className={partStyles.settingsCard} aria-label={plainWithMarks(provider.title)}>
      <div className={partStyles.settingsCardHead}>
        <h3>
          <VisibleText text={provider.title} />
        </h3>
        <span className={styles.settingsAddress}>
          <VisibleText text={provider.baseUrl} />
        </span>
      </div>
      <ProviderState {...props} isChecking={pending === 'save'} />
      <form
        className={styles.settingsKey}
        onSubmit={(event) => {
          event.preventDefault()
          if (secret.isFilled) void save()
        }}
      >
        <SecretField
          label={keyLabel(provider)}
          secret={secret}
          placeholder={provider.keySource === 'none' ? texts.pasteKey() : texts.pasteNewKey()}
          hint={describeKey(provider, vault)}
          error={failure}
        />
        <KeyButtons provider={provider} isFilled={secret.isFilled} actions={actions} />
      </form>
      <PullModel provider={provider} />
      {!vault.isPersistent && (
        <p className={partStyles.settingsWarning}>
          <TriangleAlert size={16} aria-hidden />
          <span>
            <VisibleText text={vault.reason === null ? texts.noKeyStore() : toText(vault.reason)} />
          </span>
        </p>
      )}
    </section>
  )
}

interface KeyButtonsProps {
  readonly provider: ProviderView
  readonly isFilled: boolean
  readonly actions: ReturnType<typeof useKey>
}

function KeyButtons({ provider, isFilled, actions: { pending, forget, remove } }: KeyButtonsProps) {
  return (
    <div className={styles.settingsKeyButtons}>
      <Button type="submit" variant="primary" isBusy={pending === 'save'} disabled={!isFilled}>
        {ui.save()}
      </Button>
      <GuardedButton
        isBusy={pending === 'forget'}
        disabled={provider.keySource !== 'vault'}
        onPress={() => void forget()}
      >
        {texts.forget()}
      </GuardedButton>
      {provider.offer === null && (
        <GuardedButton
          isBusy={pending === 'remove'}
          aria-label={texts.removeProvider({ provider: plainWithMarks(provider.title) })}
          onPress={() => void remove()}
        >
          {texts.remove()}
        </GuardedButton>
      )}
    </div>
  )
}

/** The result of the last test of the provider. */
function ProviderState({
  provider,
  modelCount,
  isLoading,
  isChecking
}: ProviderCardProps & { readonly isChecking: boolean }) {
  if (isChecking || isLoading)
    return (
      <p role="status">
        <VisibleText text={texts.askingForModels({ provider: provider.title })} />
      </p>
    )
  if (provider.failure !== null) {
    return (
      <p role="status" className={classNames(styles.settingsState, styles.settingsStateFailed)}>
        <CircleX size={16} aria-hidden />
        <span>
          <VisibleText text={failureText(provider.failure)} />
        </span>
      </p>
    )
  }
  if (modelCount === 0) return null
  return (
    <p role="status" className={classNames(styles.settingsState, styles.settingsStateGood)}>
      <CircleCheck size={16} aria-hidden />
      <span>{texts.works({ count: modelCount })}</span>
    </p>
  )
}

/** The key while it is typed; it leaves this window once and is then forgotten. */
function useKey(providerName: string) {
  const secret = useSecret()
  const { pending, failure, run } = useCommand()
  const runAndClear = async (name: string, work: () => Promise<unknown>) => {
    if (await run(work, name)) secret.clear()
  }
  return {
    secret,
    pending,
    failure,
    save: () => runAndClear('save', () => call('model.set-key', { providerName, apiKey: secret.read() })),
    forget: () => runAndClear('forget', () => call('model.set-key', { providerName, apiKey: null })),
    remove: () => runAndClear('remove', () => call('model.remove-provider', { providerName }))
  }
}

/** What the settings show about a provider and its key. Pure. */
function keyLabel({ title }: Pick<ProviderView, 'title'>): string {
  return texts.apiKey({ provider: title })
}

/** Where the key comes from, and where a new one would be stored. */
function describeKey({ keySource }: ProviderView, vault: SettingsView['vault']): string {
  switch (keySource) {
    case 'vault':
      return vault.isPersistent ? texts.keyEncrypted() : texts.keyInMemory()
    case 'settings':
      return vault.isPersistent ? texts.keyInSettingsOrStore() : texts.keyInSettings()
    case 'environment':
      return texts.keyInEnvironment()
    case 'none':
      return vault.isPersistent ? texts.keyWillBeEncrypted() : texts.keyWillBeInMemory()
  }
}
