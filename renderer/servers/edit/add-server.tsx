/** The three ways to add a server: one of three ready-made ones, a small form, a pasted configuration. */
import { ArrowLeft, Brain, FlaskConical, FolderOpen } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { addReadyMadeServer, readyMadeServers, type ReadyMadeServer } from '../../parts/ready-made-servers'
import { useCommand } from '../../bridge/use-command'
import { Button } from '../../ui/controls/button'
import { ChoiceCard, ChoiceCards } from '../../ui/controls/choice-card'
import { FailureText } from '../../ui/controls/failure-text'
import { OwnServerForm } from './own-server-form'
import { PasteForm } from './paste-form'
import partStyles from '../status/server-parts.module.css'
import styles from './add-server.module.css'

export interface AddServerProps {
  /** False while there is no list to go back to. */
  readonly canGoBack: boolean
  readonly onDone: () => void
}

const icons: Readonly<Record<string, LucideIcon>> = {
  everything: FlaskConical,
  filesystem: FolderOpen,
  memory: Brain
}

export function AddServer({ canGoBack, onDone }: AddServerProps) {
  return (
    <div className={styles.addServer}>
      {canGoBack ? (
        <Button variant="quiet" size="small" icon={ArrowLeft} className={styles.addBack} onClick={onDone}>
          All servers
        </Button>
      ) : (
        <p className={partStyles.serverCount}>Servers give Parley its tools. Add a first one.</p>
      )}
      <section className={styles.addSection}>
        <h3>Ready to use</h3>
        <p className={styles.addExplanation}>
          These need nothing but Node. Parley asks you before it runs their command.
        </p>
        <ReadyMade onDone={onDone} />
      </section>
      <section className={styles.addSection}>
        <h3>Your own server</h3>
        <OwnServerForm onDone={onDone} />
      </section>
      <section className={styles.addSection}>
        <h3>From another program</h3>
        <PasteForm onDone={onDone} />
      </section>
    </div>
  )
}

function ReadyMade({ onDone }: { readonly onDone: () => void }) {
  const { pending, failure, run } = useCommand()
  const add = (server: ReadyMadeServer) =>
    void run(async () => {
      if ((await addReadyMadeServer(server)) !== null) onDone()
    }, server.name)
  return (
    <>
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
      </ChoiceCards>
      <FailureText text={failure} />
    </>
  )
}
