/** Step 2: a first server, ready-made or from a pasted configuration. */
import { Brain, ClipboardPaste, FlaskConical, FolderOpen } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { call, failureMessage } from '../bridge/call'
import { addReadyMadeServer, readyMadeServers, type ReadyMadeServer } from '../bridge/ready-made-servers'
import { Button } from '../ui/button'
import { ChoiceCard } from '../ui/choice-card'
import { TextField } from '../ui/text-field'
import { useFormInView } from './use-form-in-view'

const icons: Readonly<Record<string, LucideIcon>> = {
  everything: FlaskConical,
  filesystem: FolderOpen,
  memory: Brain
}

export function FirstServer({ onDone }: { readonly onDone: () => void }) {
  const [pending, setPending] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isPasting, setIsPasting] = useState(false)
  const add = async (server: ReadyMadeServer) => {
    setPending(server.name)
    setFailure(null)
    try {
      if ((await addReadyMadeServer(server)) !== null) onDone()
    } catch (error) {
      setFailure(failureMessage(error))
    } finally {
      setPending(null)
    }
  }
  return (
    <div className="welcome-body">
      <h3 className="welcome-question">Which tools should be there first?</h3>
      <div className="choice-cards">
        {readyMadeServers.map((server) => (
          <ChoiceCard
            key={server.name}
            icon={icons[server.name] ?? FlaskConical}
            title={server.title}
            description={server.description}
            isBusy={pending === server.name}
            isDisabled={pending !== null}
            onChoose={() => void add(server)}
          />
        ))}
        <ChoiceCard
          icon={ClipboardPaste}
          title="Paste configuration"
          description="Take over the servers of another program."
          isChosen={isPasting}
          onChoose={() => setIsPasting(true)}
        />
      </div>
      {failure !== null && (
        <p role="alert" className="welcome-failure">
          {failure}
        </p>
      )}
      {isPasting && <PasteForm onDone={onDone} />}
      <p className="welcome-note">Parley shows you the command of a server and asks before it runs it.</p>
    </div>
  )
}

function PasteForm({ onDone }: { readonly onDone: () => void }) {
  const form = useFormInView()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const save = async () => {
    setIsSaving(true)
    setProblem(null)
    try {
      await call('server.paste', { text })
      onDone()
    } catch (error) {
      setProblem(failureMessage(error))
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
        if (text.trim() !== '') void save()
      }}
    >
      <TextField
        label="Configuration"
        isCode
        rows={6}
        value={text}
        onChange={setText}
        error={problem}
        placeholder={'{ "mcpServers": { "notes": { "command": "npx", "args": ["-y", "notes-server"] } } }'}
      />
      <Button
        type="submit"
        variant="primary"
        className="welcome-main"
        isBusy={isSaving}
        disabled={text.trim() === ''}
      >
        Add and continue
      </Button>
    </form>
  )
}
