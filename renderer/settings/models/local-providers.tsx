/** Model programs that were found on this computer, each usable with one press. */
import { settings as texts } from '../../../app/texts/compiled/window/settings'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { useLocalProviders } from '../../parts/use-local-providers'
import { VisibleText } from '../../ui/base/hidden-characters'
import { FailureText } from '../../ui/controls/failure-text'
import { GuardedButton } from '../../ui/controls/guarded-button'
import partStyles from '../../parts/permissions/settings-parts.module.css'

export function LocalProviders() {
  const found = useLocalProviders()
  const { pending, failure, run } = useCommand()
  if (found.length === 0) return null
  return (
    <section className={partStyles.settingsCard} aria-label={texts.foundHere()}>
      <h3>{texts.foundHere()}</h3>
      <ul className={partStyles.settingsList}>
        {found.map(({ name, title, type, baseUrl, models }) => (
          <li key={name} className={partStyles.settingsItem}>
            <div className={partStyles.settingsItemWords}>
              <p>{title}</p>
              <p className={partStyles.settingsItemNote}>
                <VisibleText text={texts.foundModels({ address: baseUrl, count: models.length })} />
              </p>
            </div>
            <GuardedButton
              size="small"
              aria-label={texts.useProvider({ provider: title })}
              isBusy={pending === name}
              disabled={pending !== null}
              onPress={() =>
                void run(
                  () => call('model.add-provider', { providerName: name, type, baseUrl, apiKey: null }),
                  name
                )
              }
            >
              {texts.use()}
            </GuardedButton>
          </li>
        ))}
      </ul>
      <FailureText text={failure} />
    </section>
  )
}
