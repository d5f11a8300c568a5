/** Parameters of single models in the section `Models`: they override the common ones. */
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { settings as texts } from '../../../app/texts/compiled/window/settings'
import { useSetting } from '../../bridge/settings'
import { useCommand } from '../../bridge/use-command'
import { modelLabel } from '../../parts/model-groups'
import { useProjection } from '../../state/projection'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { ParametersForm } from './parameters-form'
import { parametersText, saveParameters } from './parameters'
import type { AllParameters } from './parameters'
import partStyles from '../../parts/permissions/settings-parts.module.css'

/** The form of a model that has none yet. */
const added = ''

export function ModelParameters() {
  const models = useProjection((state) => state.models.models)
  const all: AllParameters = {
    temperature: useSetting('models.temperature') ?? {},
    maxOutputTokens: useSetting('models.maxOutputTokens') ?? {},
    thinking: useSetting('models.thinking') ?? {}
  }
  const [edited, setEdited] = useState<string | null>(null)
  const { pending, failure, run } = useCommand()
  const named = [...new Set(Object.values(all).flatMap((values) => Object.keys(values)))]
  const others = models.filter(({ id }) => id.includes('/') && !named.includes(id))
  const close = () => setEdited(null)
  return (
    <section className={partStyles.settingsCard} aria-label={texts.parameters()}>
      <div>
        <h3>{texts.parameters()}</h3>
        <p className={partStyles.settingsItemNote}>{texts.parametersNote()}</p>
      </div>
      {named.length > 0 && (
        <ul className={partStyles.settingsList} aria-label={texts.parametersOfModels()}>
          {named.map((id) => (
            <li key={id} className={partStyles.settingsItem}>
              {edited === id ? (
                <ParametersForm models={models} first={id} all={all} onClose={close} />
              ) : (
                <Own
                  name={modelLabel(models, id)}
                  says={parametersText(all, id)}
                  pending={pending === null ? 'none' : pending === id ? 'own' : 'other'}
                  onChange={() => setEdited(id)}
                  onRemove={() => void run(() => saveParameters(all, id, {}), id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <FailureText text={failure} />
      {edited === added ? (
        <ParametersForm models={others} first={null} all={all} onClose={close} />
      ) : (
        <Button
          size="small"
          icon={Plus}
          className={partStyles.settingsStart}
          disabled={others.length === 0}
          onClick={() => setEdited(added)}
        >
          {texts.addParameters()}
        </Button>
      )}
    </section>
  )
}

interface OwnProps {
  readonly name: string
  readonly says: string
  /** The model whose parameters are being removed. */
  readonly pending: 'none' | 'own' | 'other'
  readonly onChange: () => void
  readonly onRemove: () => void
}

function Own({ name, says, pending, onChange, onRemove }: OwnProps) {
  return (
    <>
      <div className={partStyles.settingsItemWords}>
        <p>
          <VisibleText text={name} />
        </p>
        <p className={partStyles.settingsItemNote}>{says}</p>
      </div>
      <Button size="small" aria-label={texts.changeParametersOf({ model: name })} onClick={onChange}>
        {texts.change()}
      </Button>
      <Button
        size="small"
        aria-label={texts.removeParametersOf({ model: name })}
        isBusy={pending === 'own'}
        disabled={pending !== 'none'}
        onClick={onRemove}
      >
        {texts.remove()}
      </Button>
    </>
  )
}
