/** Section `Conversation`: the system prompt of every model, the most steps of a turn, and how tools are called. */
import { create } from 'zustand'
import { saveSettings, useSetting } from '../bridge/settings'
import { useCommand } from '../bridge/use-command'
import { Button } from '../ui/controls/button'
import { FailureText } from '../ui/controls/failure-text'
import { Switch } from '../ui/controls/switch'
import { TextField } from '../ui/controls/text-field'
import { settings as texts } from '../../app/texts/compiled/window/settings'
import { ui } from '../../app/texts/compiled/window/ui'
import partStyles from '../parts/permissions/settings-parts.module.css'

const mostSteps = 1_000
const mostTokens = 1_000_000
const highestTemperature = 2
/** In percent. */
const shares = { least: 10, most: 95 }
/** In characters. */
const resultLimits = { least: 1_000, most: 100_000 }

/** As typed. */
interface Typed {
  readonly systemPrompt: string
  readonly steps: string
  readonly tokens: string
  readonly resultLimit: string
  readonly contextShare: string
  readonly temperature: string
}

export function ConversationSection() {
  const maxOutputTokens = useSetting('conversation.maxOutputTokens')
  const temperature = useSetting('conversation.temperature')
  const kept: Typed = {
    systemPrompt: useSetting('conversation.systemPrompt'),
    steps: String(useSetting('conversation.maxToolSteps')),
    resultLimit: String(useSetting('conversation.resultLimit')),
    contextShare: String(useSetting('conversation.contextShare')),
    tokens: maxOutputTokens === null ? '' : String(maxOutputTokens),
    temperature: temperature === null ? '' : String(temperature)
  }
  // A change from outside (the file was edited) resets the form.
  return (
    <>
      <Form key={JSON.stringify(kept)} kept={kept} />
      <CodeMode />
      <TitlesByModel />
    </>
  )
}

function CodeMode() {
  const isOn = useSetting('conversation.codeMode')
  const { failure, run } = useCommand()
  return (
    <>
      <Switch
        label={texts.codeMode()}
        isOn={isOn}
        hint={texts.codeModeHint()}
        onChange={(next) => void run(() => saveSettings({ 'conversation.codeMode': next }))}
      />
      <FailureText text={failure} />
    </>
  )
}

function TitlesByModel() {
  const isOn = useSetting('conversation.titles') === 'model'
  const { failure, run } = useCommand()
  return (
    <>
      <Switch
        label={texts.titlesByModel()}
        isOn={isOn}
        hint={texts.titlesByModelHint()}
        onChange={(next) => void run(() => saveSettings({ 'conversation.titles': next ? 'model' : 'words' }))}
      />
      <FailureText text={failure} />
    </>
  )
}

/** Unsaved input, kept for the return from another section; null: none. */
const useUnsaved = create<{ readonly typed: Typed; readonly kept: Typed } | { readonly typed: null }>()(
  () => ({
    typed: null
  })
)

const forgetTyped = () => useUnsaved.setState({ typed: null }, true)

/** Kept with the values that it replaces, so that settings that changed meanwhile aren't silently overwritten. */
function useTyped(kept: Typed): readonly [Typed, (typed: Typed) => void] {
  const unsaved = useUnsaved()
  const isStill = unsaved.typed !== null && JSON.stringify(unsaved.kept) === JSON.stringify(kept)
  return [isStill ? unsaved.typed : kept, (typed) => useUnsaved.setState({ typed, kept })]
}

function Form({ kept }: { readonly kept: Typed }) {
  const [typed, setTyped] = useTyped(kept)
  const { pending, failure, run } = useCommand()
  const problems = problemsOf(typed)
  const isGood = Object.values(problems).every((problem) => problem === null)
  const isChanged = JSON.stringify(typed) !== JSON.stringify(kept)
  const change = (field: keyof Typed) => (text: string) => setTyped({ ...typed, [field]: text })
  return (
    <form
      className={partStyles.settingsForm}
      onSubmit={(event) => {
        event.preventDefault()
        if (isGood) void run(() => saveSettings(changesOf(typed, kept)).then(forgetTyped))
      }}
    >
      <TextField
        label={texts.systemPrompt()}
        rows={7}
        value={typed.systemPrompt}
        onChange={change('systemPrompt')}
        hint={texts.systemPromptHint()}
      />
      <Amounts typed={typed} problems={problems} change={change} />
      <FailureText text={failure} />
      {isChanged && <p className={partStyles.settingsNone}>{texts.notSavedYet()}</p>}
      <Button
        type="submit"
        variant="primary"
        className={partStyles.settingsStart}
        isBusy={pending !== null}
        disabled={!isGood || !isChanged}
      >
        {ui.save()}
      </Button>
    </form>
  )
}

interface AmountsProps {
  readonly typed: Typed
  readonly problems: ReturnType<typeof problemsOf>
  readonly change: (field: keyof Typed) => (text: string) => void
}

function Amounts({ typed, problems, change }: AmountsProps) {
  return (
    <>
      <TextField
        label={texts.stepLimit()}
        type="number"
        value={typed.steps}
        onChange={change('steps')}
        hint={texts.stepLimitHint()}
        error={problems.steps}
      />
      <TextField
        label={texts.longestAnswer()}
        type="number"
        value={typed.tokens}
        onChange={change('tokens')}
        hint={texts.longestAnswerHint()}
        error={problems.tokens}
      />
      <TextField
        label={texts.resultLimit()}
        type="number"
        value={typed.resultLimit}
        onChange={change('resultLimit')}
        hint={texts.resultLimitHint()}
        error={problems.resultLimit}
      />
      <TextField
        label={texts.contextShare()}
        type="number"
        value={typed.contextShare}
        onChange={change('contextShare')}
        hint={texts.contextShareHint()}
        error={problems.contextShare}
      />
      <TextField
        label={texts.temperature()}
        value={typed.temperature}
        onChange={change('temperature')}
        hint={texts.temperatureHint()}
        error={problems.temperature}
      />
    </>
  )
}

function problemsOf({ steps, tokens, temperature, resultLimit, contextShare }: Typed) {
  return {
    steps: isWhole(steps, mostSteps) ? null : texts.giveNumber({ most: mostSteps }),
    tokens: isBlank(tokens) || isWhole(tokens, mostTokens) ? null : texts.giveNumber({ most: mostTokens }),
    resultLimit: isBetween(resultLimit, resultLimits) ? null : texts.giveNumberBetween(resultLimits),
    contextShare: isBetween(contextShare, shares) ? null : texts.giveNumberBetween(shares),
    temperature: isBlank(temperature) || isTemperature(temperature) ? null : texts.giveTemperature()
  }
}

/** Only typed values are written, because the file may have changed meanwhile. */
function changesOf(typed: Typed, kept: Typed) {
  const isOther = (field: keyof Typed) => typed[field] !== kept[field]
  const { systemPrompt, steps, tokens, temperature, resultLimit } = typed
  return {
    ...(isOther('systemPrompt') && { 'conversation.systemPrompt': systemPrompt }),
    ...(isOther('steps') && { 'conversation.maxToolSteps': Number(steps) }),
    ...(isOther('resultLimit') && { 'conversation.resultLimit': Number(resultLimit) }),
    ...(isOther('contextShare') && { 'conversation.contextShare': Number(typed.contextShare) }),
    ...(isOther('tokens') && { 'conversation.maxOutputTokens': isBlank(tokens) ? null : Number(tokens) }),
    ...(isOther('temperature') && {
      'conversation.temperature': isBlank(temperature) ? null : toNumber(temperature)
    })
  }
}

const isBlank = (text: string) => text.trim() === ''

function isWhole(text: string, most: number): boolean {
  return !isBlank(text) && Number.isInteger(Number(text)) && Number(text) >= 1 && Number(text) <= most
}

function isBetween(text: string, { least, most }: typeof shares): boolean {
  return isWhole(text, most) && Number(text) >= least
}

function isTemperature(text: string): boolean {
  return toNumber(text) >= 0 && toNumber(text) <= highestTemperature
}

/** With a point or, as in many languages, a comma. */
function toNumber(text: string): number {
  return Number(text.replace(',', '.'))
}
