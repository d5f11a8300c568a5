/** The form for one model's parameters; unsupported ones are omitted. */
import { useState } from 'react'
import type { ModelView } from '../../../app/contract/settings'
import { settings as texts } from '../../../app/texts/compiled/window/settings'
import { ui } from '../../../app/texts/compiled/window/ui'
import { useCommand } from '../../bridge/use-command'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { Select } from '../../ui/controls/select'
import { TextField } from '../../ui/controls/text-field'
import { saveParameters, thinkingParameterTexts } from './parameters'
import type { AllParameters, Parameters } from './parameters'
import partStyles from '../../parts/permissions/settings-parts.module.css'
import styles from './price-form.module.css'

const mostTokens = 1_000_000
const usualThinking = 'usual'

export interface ParametersFormProps {
  /** With `first` null: choose the model. */
  readonly models: readonly ModelView[]
  /** The model being edited. */
  readonly first: string | null
  readonly all: AllParameters
  readonly onClose: () => void
}

export function ParametersForm({ models, first, all, onClose }: ParametersFormProps) {
  const [model, setModel] = useState(first ?? models[0]?.id ?? '')
  const [typed, setTyped] = useState<Typed>({
    temperature: textOf(first && all.temperature[first]),
    tokens: textOf(first && all.maxOutputTokens[first]),
    thinking: (first && all.thinking[first]) || usualThinking
  })
  const { pending, failure, run } = useCommand()
  const takes = takenBy(models.find(({ id }) => id === model))
  const problems = problemsOf(typed, takes)
  const save = async () => {
    if (Object.values(problems).some((problem) => problem !== null)) return
    if (await run(() => saveParameters(all, model, parametersOf(typed, takes)))) onClose()
  }
  return (
    <form
      className={styles.priceForm}
      aria-label={first === null ? texts.newParameters() : texts.changedParameters()}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {first === null && (
        <Select
          label={texts.parametersModel()}
          value={model}
          options={models.map(({ id, name }) => ({ value: id, label: name, detail: id }))}
          onChange={setModel}
        />
      )}
      <Fields typed={typed} takes={takes} problems={problems} onChange={setTyped} />
      <FailureText text={failure} />
      <div className={partStyles.settingsButtons}>
        <Button type="submit" size="small" variant="primary" isBusy={pending !== null}>
          {texts.saveParameters()}
        </Button>
        <Button size="small" disabled={pending !== null} onClick={onClose}>
          {ui.cancel()}
        </Button>
      </div>
    </form>
  )
}

interface FieldsProps {
  readonly typed: Typed
  readonly takes: Takes
  readonly problems: ReturnType<typeof problemsOf>
  readonly onChange: (typed: Typed) => void
}

function Fields({ typed, takes: { highest, levels }, problems, onChange }: FieldsProps) {
  const change = (field: keyof Typed) => (text: string) => onChange({ ...typed, [field]: text })
  return (
    <>
      <div className={styles.priceFormAmounts}>
        {highest !== null && (
          <TextField
            label={texts.temperature()}
            value={typed.temperature}
            hint={texts.temperatureUpTo({ highest })}
            error={problems.temperature}
            onChange={change('temperature')}
          />
        )}
        <TextField
          label={texts.longestAnswer()}
          value={typed.tokens}
          hint={texts.longestAnswerHint()}
          error={problems.tokens}
          onChange={change('tokens')}
        />
      </div>
      {levels.length > 0 && (
        <Select
          label={texts.thinking()}
          value={typed.thinking}
          options={[
            { value: usualThinking, label: texts.thinkingUsual() },
            ...levels.map((level) => ({ value: level, label: thinkingParameterTexts[level]() }))
          ]}
          onChange={change('thinking')}
        />
      )}
      {highest === null && <p className={partStyles.settingsItemNote}>{texts.takesNoTemperature()}</p>}
    </>
  )
}

function textOf(value: number | string | null | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}

interface Typed {
  readonly temperature: string
  readonly tokens: string
  readonly thinking: string
}

interface Takes {
  /** The highest temperature; null: unsupported. */
  readonly highest: number | null
  readonly levels: NonNullable<ModelView['thinkingLevels']>
}

/** Nothing is known about a model that isn't listed now, so it may support a temperature. */
function takenBy(view: ModelView | undefined): Takes {
  const highest = view === undefined ? 2 : (view.highestTemperature ?? null)
  return { highest, levels: view?.thinkingLevels ?? [] }
}

function parametersOf({ temperature, tokens, thinking }: Typed, { highest, levels }: Takes): Parameters {
  const level = levels.find((item) => item === thinking)
  return {
    ...(temperature.trim() !== '' && highest !== null && { temperature: Number(temperature) }),
    ...(tokens.trim() !== '' && { maxOutputTokens: Number(tokens) }),
    ...(level !== undefined && { thinking: level })
  }
}

function problemsOf({ temperature, tokens }: Typed, { highest }: Takes) {
  const [degree, count] = [Number(temperature), Number(tokens)]
  const isCount = tokens.trim() === '' || (Number.isInteger(count) && count >= 1 && count <= mostTokens)
  const isDegree = highest === null || temperature.trim() === '' || (degree >= 0 && degree <= highest)
  return {
    temperature: isDegree ? null : texts.giveTemperatureUpTo({ highest: highest ?? 0 }),
    tokens: isCount ? null : texts.giveNumber({ most: mostTokens })
  }
}
