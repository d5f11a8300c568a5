/** The settings of a conversation or an assistant: system prompt, servers and tools, parameters. */
import type { ModelView } from '../../../app/contract/settings'
import { useSetting } from '../../bridge/settings'
import { Select } from '../../ui/controls/select'
import { Switch } from '../../ui/controls/switch'
import { TextField } from '../../ui/controls/text-field'
import { ChoicesServers } from './choices-servers'
import { findTypedProblems, type TypedChoices } from './choices-typed'
import { thinkingLevelTexts } from './choices-texts'
import styles from './choices-form.module.css'
import { choices as texts } from '../../../app/texts/compiled/window/choices'

export interface ChoicesFormProps {
  readonly typed: TypedChoices
  readonly onChange: (typed: TypedChoices) => void
  /** The model; undefined: not known. */
  readonly model: ModelView | undefined
}

export function ChoicesForm({ typed, onChange, model }: ChoicesFormProps) {
  const usualPrompt = useSetting('conversation.systemPrompt')
  const change = (changed: Partial<TypedChoices>) => onChange({ ...typed, ...changed })
  const usePrompt = (isOwnPrompt: boolean) =>
    change({ isOwnPrompt, systemPrompt: isOwnPrompt ? usualPrompt : '' })
  return (
    <div className={styles.choices}>
      <Switch
        label={texts.ownPrompt()}
        hint={texts.ownPromptNote()}
        isOn={typed.isOwnPrompt}
        onChange={usePrompt}
      />
      {typed.isOwnPrompt && (
        <TextField
          label={texts.systemPrompt()}
          isLabelHidden
          rows={5}
          value={typed.systemPrompt}
          onChange={(systemPrompt) => change({ systemPrompt })}
        />
      )}
      <ChoicesServers typed={typed} onChange={change} />
      <Parameters typed={typed} onChange={change} model={model} />
    </div>
  )
}

interface ParametersProps extends Pick<ChoicesFormProps, 'typed' | 'model'> {
  readonly onChange: (changed: Partial<TypedChoices>) => void
}

function Parameters({ typed, onChange, model }: ParametersProps) {
  const problems = findTypedProblems(typed)
  const usualScripts = useSetting('conversation.codeMode')
  const levels = model?.thinkingLevels ?? []
  return (
    <section className={styles.choicesGroup} aria-label={texts.parameters()}>
      <h3 className={styles.choicesTitle}>{texts.parameters()}</h3>
      <div className={styles.choicesAmounts}>
        {(levels.length > 0 || typed.thinking !== '') && (
          <Select
            label={texts.thinking()}
            value={typed.thinking === '' ? 'usual' : (typed.thinking ?? 'usual')}
            options={[
              { value: 'usual', label: texts.thinkingUsual() },
              ...levels.map((level) => ({ value: level, label: thinkingLevelTexts[level]() }))
            ]}
            onChange={(value) => onChange({ thinking: levels.find((level) => level === value) ?? '' })}
          />
        )}
        <Select
          label={texts.scripts()}
          value={typed.scripts === '' ? 'usual' : typed.scripts}
          options={[
            { value: 'usual', label: usualScripts ? texts.scriptsUsualOn() : texts.scriptsUsualOff() },
            { value: 'on', label: texts.scriptsOn() },
            { value: 'off', label: texts.scriptsOff() }
          ]}
          onChange={(value) => onChange({ scripts: value === 'on' || value === 'off' ? value : '' })}
        />
        <TextField
          label={texts.temperature()}
          value={typed.temperature}
          error={problems.temperature}
          onChange={(temperature) => onChange({ temperature })}
        />
        <TextField
          label={texts.longestAnswer()}
          value={typed.tokens}
          error={problems.tokens}
          onChange={(tokens) => onChange({ tokens })}
        />
        <TextField
          label={texts.stepLimit()}
          value={typed.steps}
          error={problems.steps}
          onChange={(steps) => onChange({ steps })}
        />
      </div>
      <p className={styles.choicesNote}>{texts.asDefault()}</p>
    </section>
  )
}
