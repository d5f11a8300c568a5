/** Section `Conversation`: what every model is told first, and how many steps a turn may take. */
import { useState } from 'react'
import { saveSettings, useSetting } from '../bridge/settings'
import { useCommand } from '../bridge/use-command'
import { Button } from '../ui/controls/button'
import { FailureText } from '../ui/controls/failure-text'
import { TextField } from '../ui/controls/text-field'
import { settings as texts } from '../../app/texts/compiled/window/settings'
import { ui } from '../../app/texts/compiled/window/ui'
import partStyles from './parts/settings-parts.module.css'

const mostSteps = 1_000

export function ConversationSection() {
  const systemPrompt = useSetting('conversation.systemPrompt')
  const maxToolSteps = useSetting('conversation.maxToolSteps')
  // A change from elsewhere (the file was edited) starts the form again.
  return (
    <Form key={`${maxToolSteps} ${systemPrompt}`} systemPrompt={systemPrompt} maxToolSteps={maxToolSteps} />
  )
}

interface FormProps {
  readonly systemPrompt: string
  readonly maxToolSteps: number
}

function Form({ systemPrompt, maxToolSteps }: FormProps) {
  const [prompt, setPrompt] = useState(systemPrompt)
  const [steps, setSteps] = useState(String(maxToolSteps))
  const { pending, failure, run } = useCommand()
  const stepCount = Number(steps)
  const areStepsGood =
    steps.trim() !== '' && Number.isInteger(stepCount) && stepCount >= 1 && stepCount <= mostSteps
  const isChanged = prompt !== systemPrompt || stepCount !== maxToolSteps
  const save = () =>
    void run(() =>
      saveSettings({ 'conversation.systemPrompt': prompt, 'conversation.maxToolSteps': stepCount })
    )
  return (
    <form
      className={partStyles.settingsForm}
      onSubmit={(event) => {
        event.preventDefault()
        if (areStepsGood) save()
      }}
    >
      <TextField
        label={texts.systemPrompt()}
        rows={7}
        value={prompt}
        onChange={setPrompt}
        hint={texts.systemPromptHint()}
      />
      <TextField
        label={texts.stepLimit()}
        type="number"
        value={steps}
        onChange={setSteps}
        hint={texts.stepLimitHint()}
        error={areStepsGood ? null : texts.giveNumber({ most: mostSteps })}
      />
      <FailureText text={failure} />
      <Button
        type="submit"
        variant="primary"
        className={partStyles.settingsStart}
        isBusy={pending !== null}
        disabled={!areStepsGood || !isChanged}
      >
        {ui.save()}
      </Button>
    </form>
  )
}
