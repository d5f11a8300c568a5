/** Step 2: a first server, ready-made or from a pasted configuration. */
import { Brain, ClipboardPaste, FlaskConical, FolderOpen } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { call } from '../bridge/call'
import { addReadyMadeServer, readyMadeServers, type ReadyMadeServer } from '../parts/ready-made-servers'
import { useCommand } from '../bridge/use-command'
import { Button } from '../ui/controls/button'
import { ChoiceCard, ChoiceCards } from '../ui/controls/choice-card'
import { FailureText } from '../ui/controls/failure-text'
import { TextField } from '../ui/controls/text-field'
import { useFormInView } from './use-form-in-view'
import welcomeStyles from './welcome.module.css'
import styles from './first-server.module.css'
import { welcome as texts } from '../../app/texts/compiled/window/welcome'

const icons: Readonly<Record<string, LucideIcon>> = {
  everything: FlaskConical,
  filesystem: FolderOpen,
  memory: Brain
}

export function FirstServer({ onDone }: { readonly onDone: () => void }) {
  const { pending, failure, run } = useCommand()
  const [isPasting, setIsPasting] = useState(false)
  const add = (server: ReadyMadeServer) =>
    void run(async () => {
      if ((await addReadyMadeServer(server)) !== null) onDone()
    }, server.name)
  return (
    <div className={welcomeStyles.welcomeBody}>
      <h3>{texts.firstTools()}</h3>
      <ChoiceCards>
        {readyMadeServers.map((server) => (
          <ChoiceCard
            key={server.name}
            icon={icons[server.name] ?? FlaskConical}
            title={server.title()}
            description={server.description()}
            isBusy={pending === server.name}
            isDisabled={pending !== null}
            onChoose={() => add(server)}
          />
        ))}
        <ChoiceCard
          icon={ClipboardPaste}
          title={texts.paste()}
          description={texts.pasteNote()}
          isChosen={isPasting}
          onChoose={() => setIsPasting(true)}
        />
      </ChoiceCards>
      <FailureText text={failure} />
      {isPasting && <PasteForm onDone={onDone} />}
      <p className={styles.welcomeNote}>{texts.asksFirst()}</p>
    </div>
  )
}

function PasteForm({ onDone }: { readonly onDone: () => void }) {
  const form = useFormInView()
  const [text, setText] = useState('')
  const { pending, failure, run } = useCommand()
  const save = async () => {
    if (await run(() => call('server.paste', { text }))) onDone()
  }
  return (
    <form
      ref={form}
      className={welcomeStyles.welcomeForm}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') void save()
      }}
    >
      <TextField
        label={texts.configuration()}
        isCode
        rows={6}
        value={text}
        onChange={setText}
        error={failure}
        placeholder={'{ "mcpServers": { "notes": { "command": "npx", "args": ["-y", "notes-server"] } } }'}
      />
      <Button
        type="submit"
        variant="primary"
        className={styles.welcomeMain}
        isBusy={pending !== null}
        disabled={text.trim() === ''}
      >
        {texts.addAndContinue()}
      </Button>
    </form>
  )
}
