/** Step 1: a language model with a key, or none. */
import { Computer, Hand, Sparkles, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { LocalProvider, ProviderView } from '../../app/contract/settings'
import { call } from '../bridge/call'
import { saveSettings } from '../bridge/settings'
import { useCommand } from '../bridge/use-command'
import { directModelId } from '../../app/contract/direct-model'
import { useProjection } from '../state/projection'
import { Button } from '../ui/controls/button'
import { ChoiceCard, ChoiceCards } from '../ui/controls/choice-card'
import { FailureText } from '../ui/controls/failure-text'
import { SecretField, useSecret } from '../ui/controls/secret-field'
import { useFormInView } from './use-form-in-view'
import welcomeStyles from './welcome.module.css'
import commonStyles from '../parts/common.module.css'
import styles from './choose-model.module.css'
import { welcome as texts } from '../../app/texts/compiled/window/welcome'
import { useLocalProviders } from '../parts/use-local-providers'
import { describeVault } from '../parts/describe-vault'
import { failureText } from '../../app/texts/localized'

export function ChooseModel({ onDone }: { readonly onDone: () => void }) {
  const offered = useOfferedProviders()
  const [chosenName, setChosenName] = useState<string | null>(null)
  const chosen = offered.find(({ name }) => name === chosenName)
  const { failure, run } = useCommand()
  const goDirect = async () => {
    // Written only if something else would answer, because a key that is added later should be used.
    const isDirect = useProjection.getState().models.defaultModel === directModelId
    if (isDirect || (await run(() => saveSettings({ 'models.default': directModelId })))) onDone()
  }
  const local = useLocalProviders()
  const takeLocal = async ({ name, type, baseUrl, models }: LocalProvider) => {
    const added = await run(() =>
      call('model.add-provider', { providerName: name, type, baseUrl, apiKey: null })
    )
    if (!added) return
    const [first] = models
    if (first === undefined || (await run(() => saveSettings({ 'models.default': `${name}/${first}` }))))
      onDone()
  }
  return (
    <div className={welcomeStyles.welcomeBody}>
      <h3>{texts.whatAnswers()}</h3>
      <ChoiceCards>
        {offered.map(({ name, title, offer }) => (
          <ChoiceCard
            key={name}
            icon={Sparkles}
            title={title}
            description={texts.providerNote({ family: offer.modelFamily })}
            isChosen={name === chosenName}
            onChoose={() => setChosenName(name)}
          />
        ))}
        <ChoiceCard
          icon={Hand}
          title={texts.direct()}
          description={texts.directNote()}
          onChoose={() => void goDirect()}
        />
        {/* Below existing content, because nothing may move away under a pointer. */}
        {local.map((found) => (
          <ChoiceCard
            key={found.name}
            icon={Computer}
            title={found.title}
            description={texts.localNote({ count: found.models.length })}
            onChoose={() => void takeLocal(found)}
          />
        ))}
      </ChoiceCards>
      <FailureText text={failure} />
      {chosen !== undefined && <KeyForm key={chosen.name} provider={chosen} onDone={onDone} />}
    </div>
  )
}

type OfferedProvider = ProviderView & { readonly offer: NonNullable<ProviderView['offer']> }

function useOfferedProviders(): readonly OfferedProvider[] {
  const providers = useProjection((state) => state.models.providers)
  return providers.filter((provider): provider is OfferedProvider => provider.offer !== null)
}

interface KeyFormProps {
  readonly provider: OfferedProvider
  readonly onDone: () => void
}

function KeyForm({ provider: { name, title, offer }, onDone }: KeyFormProps) {
  const vault = useProjection((state) => state.settings.vault)
  const form = useFormInView()
  const secret = useSecret()
  const [refusal, setRefusal] = useState<string | null>(null)
  const { pending, failure, run } = useCommand()
  const save = async () => {
    setRefusal(null)
    if (!(await run(() => call('model.set-key', { providerName: name, apiKey: secret.read() })))) return
    const found = failureOf(name)
    if (found === null) onDone()
    else setRefusal(found)
  }
  return (
    <form
      ref={form}
      className={welcomeStyles.welcomeForm}
      onSubmit={(event) => {
        event.preventDefault()
        if (secret.isFilled) void save()
      }}
    >
      <SecretField
        label={texts.apiKey({ provider: title })}
        secret={secret}
        placeholder={offer.keyExample}
        hint={vault.isPersistent ? describeVault(vault) : undefined}
        error={refusal ?? failure}
      />
      {!vault.isPersistent && (
        <p className={styles.welcomeWarning}>
          <TriangleAlert size={16} aria-hidden />
          <span>{texts.noKeyStore()}</span>
        </p>
      )}
      <div className={commonStyles.endRow}>
        {refusal !== null && <Button onClick={onDone}>{texts.continueAnyway()}</Button>}
        <Button type="submit" variant="primary" isBusy={pending !== null} disabled={!secret.isFilled}>
          {texts.saveAndContinue()}
        </Button>
      </div>
    </form>
  )
}

/** Why the key just stored does not work, as a sentence; the host tested it before it answered. */
function failureOf(providerName: string): string | null {
  const { providers } = useProjection.getState().models
  const failure = providers.find(({ name }) => name === providerName)?.failure ?? null
  return failure === null ? null : failureText(failure)
}
