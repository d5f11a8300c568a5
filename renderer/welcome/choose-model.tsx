/** Step 1: a language model with a key, or none. */
import { Hand, Sparkles, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { call, failureMessage } from '../bridge/call'
import { directModelId } from '../state/direct-model'
import { useProjection } from '../state/projection'
import { Button } from '../ui/button'
import { ChoiceCard } from '../ui/choice-card'
import { TextField } from '../ui/text-field'
import { useFormInView } from './use-form-in-view'

const providerName = 'anthropic'

export function ChooseModel({ onDone }: { readonly onDone: () => void }) {
  const [isAnthropic, setIsAnthropic] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const goDirect = async () => {
    try {
      // Written only where something else would answer: a key given later should not be kept from being used.
      const isDirect = useProjection.getState().models.defaultModel === directModelId
      if (!isDirect) await call('model.set-default', { model: directModelId })
      onDone()
    } catch (error) {
      setFailure(failureMessage(error))
    }
  }
  return (
    <div className="welcome-body">
      <h3 className="welcome-question">What should answer you?</h3>
      <div className="choice-cards">
        <ChoiceCard
          icon={Sparkles}
          title="Anthropic"
          description="Claude answers and picks the tools. You need an API key."
          isChosen={isAnthropic}
          onChoose={() => setIsAnthropic(true)}
        />
        <ChoiceCard
          icon={Hand}
          title="Continue with Direct"
          description="No model and no key: you pick a tool, fill in its form and see the result."
          onChoose={() => void goDirect()}
        />
      </div>
      {failure !== null && (
        <p role="alert" className="welcome-failure">
          {failure}
        </p>
      )}
      {isAnthropic && <KeyForm onDone={onDone} />}
    </div>
  )
}

function KeyForm({ onDone }: { readonly onDone: () => void }) {
  const vault = useProjection((state) => state.settings.vault)
  const form = useFormInView()
  const [key, setKey] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const save = async () => {
    setIsSaving(true)
    setFailure(null)
    try {
      await call('model.set-key', { providerName, apiKey: key.trim() })
      setIsSaved(true)
      const refusal = providerFailure()
      if (refusal === null) onDone()
      else setFailure(refusal)
    } catch (error) {
      setFailure(failureMessage(error))
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <form
      ref={form}
      className="welcome-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (key.trim() !== '') void save()
      }}
    >
      <TextField
        type="password"
        label="Anthropic API key"
        value={key}
        onChange={setKey}
        placeholder="sk-ant-…"
        hint={vault.isPersistent ? 'Kept encrypted by the key store of this system.' : undefined}
        error={failure}
      />
      {!vault.isPersistent && (
        <p className="welcome-warning">
          <TriangleAlert size={16} aria-hidden />
          <span>This system has no key store that Parley can use: the key is gone when Parley quits.</span>
        </p>
      )}
      <div className="welcome-buttons">
        {isSaved && failure !== null && <Button onClick={onDone}>Continue anyway</Button>}
        <Button type="submit" variant="primary" isBusy={isSaving} disabled={key.trim() === ''}>
          Save and continue
        </Button>
      </div>
    </form>
  )
}

/** Why the key just stored does not work, a sentence; the host has tried it before it answered. */
function providerFailure(): string | null {
  const { providers } = useProjection.getState().models
  return providers.find(({ name }) => name === providerName)?.failure?.message ?? null
}
