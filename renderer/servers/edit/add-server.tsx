/** The three ways to add a server: one of three ready-made ones, a small form, a pasted configuration. */
import { ArrowLeft } from 'lucide-react'
import { notify } from '../../bridge/report'
import { PasteForm } from '../../parts/paste-form'
import { ReadyMadeCards } from '../../parts/ready-made-cards'
import { Button } from '../../ui/controls/button'
import { OwnServerForm } from './own-server-form'
import partStyles from '../status/server-parts.module.css'
import styles from './add-server.module.css'

export interface AddServerProps {
  /** False while there is no list to go back to. */
  readonly canGoBack: boolean
  readonly onDone: () => void
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
        <ReadyMadeCards onDone={onDone} />
      </section>
      <section className={styles.addSection}>
        <h3>Your own server</h3>
        <OwnServerForm onDone={onDone} />
      </section>
      <section className={styles.addSection}>
        <h3>From another program</h3>
        <PasteForm
          label="Paste configuration"
          hint="The mcpServers of another host, or a single entry. Nothing runs before you trust it."
          submit="Add pasted servers"
          onAdded={(added) => {
            tellAdded(added)
            onDone()
          }}
        />
      </section>
    </div>
  )
}

function tellAdded(added: readonly string[]): void {
  notify('status', added.length === 1 ? `Added ${added.join('')}.` : `Added ${added.length} servers.`)
}
