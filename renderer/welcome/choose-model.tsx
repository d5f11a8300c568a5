/** Step 1: a language model with a key, or none. */
import { Hand, Sparkles, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { call } from '../bridge/call'
import { useCommand } from '../bridge/use-command'
import { directModelId } from '../state/direct-model'
import { useProjection } from '../state/projection'
import { Button } from '../ui/controls/button'
import { ChoiceCard } from '../ui/controls/choice-card'
import { FailureText } from '../ui/controls/failure-text'
import { SecretField, useSecret } from '../ui/controls/secret-field'
import { useFormInView } from './use-form-in-view'

const providerName = 'anthropic'

export function ChooseModel({ onDone }: { readonly onDone: () => void }) {
  const [isAnthropic, setIsAnthropic] = useState(false)
  const { failure, run } = useCommand()
  const goDirect = async () => {
    // Written only where something else would answer: a key given later should not be kept from being used.
    const isDirect = useProjection.getState().models.defaultModel === directModelId
    if (isDirect || (await run(() => call('model.set-default', { model: directModelId })))) onDone()
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
      <FailureText text={failure} />
      {isAnthropic && <KeyForm onDone={onDone} />}
    </div>
  )
}

function KeyForm({ onDone }: { readonly onDone: () => void }) {
  const vault = useProjection((state) => state.settings.vault)
  const form = useFormInView()
  const secret = useSecret()
  const [refusal, setRefusal] = useState<string | null>(null)
  const { pending, failure, run } = useCommand()
  const save = async () => {
    setRefusal(null)
    if (!(await run(() => call('model.set-key', { providerName, apiKey: secret.read() })))) return
    const found = providerFailure()
    if (found === null) onDone()
    else setRefusal(found)
  }
  return (
    <form
      ref={form}
      className="welcome-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (secret.isFilled) void save()
      }}
    >
      <SecretField
        label="Anthropic API key"
        secret={secret}
        placeholder="sk-ant-…"
        hint={vault.isPersistent ? 'Kept encrypted by the key store of this system.' : undefined}
        error={refusal ?? failure}
      />
      {!vault.isPersistent && (
        <p className="welcome-warning">
          <TriangleAlert size={16} aria-hidden />
          <span>This system has no key store that Parley can use: the key is gone when Parley quits.</span>
        </p>
      )}
      <div className="welcome-buttons">
        {refusal !== null && <Button onClick={onDone}>Continue anyway</Button>}
        <Button type="submit" variant="primary" isBusy={pending !== null} disabled={!secret.isFilled}>
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
