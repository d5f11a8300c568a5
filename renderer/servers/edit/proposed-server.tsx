/** The filled-in form of a server that was chosen in another view. Nothing is saved before the user confirms here. */
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { DirectoryWay } from '../../../app/contract/servers/directory'
import { Button } from '../../ui/controls/button'
import { VisibleText } from '../../ui/base/hidden-characters'
import { proposedDraft } from './entry-draft'
import { OwnServerForm } from './own-server-form'
import { directory as texts } from '../../../app/texts/compiled/window/directory'
import styles from './add-server.module.css'

export interface ProposedServerProps {
  readonly title: string
  readonly way: DirectoryWay
  readonly onBack: () => void
  readonly onDone: () => void
}

export function ProposedServer({ title, way, onBack, onDone }: ProposedServerProps) {
  // The pressed button was removed, so the focus moves here.
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={styles.addServer}>
      <Button variant="quiet" size="small" icon={ArrowLeft} className={styles.addBack} onClick={onBack}>
        {texts.backToDirectory()}
      </Button>
      <section className={styles.addSection}>
        <h3 ref={heading} tabIndex={-1}>
          <VisibleText text={texts.addTitle({ title })} />
        </h3>
        <p className={styles.addExplanation}>{texts.addNote()}</p>
        {way.launch !== null && (
          <OwnServerForm
            initial={proposedDraft(way.launch)}
            placeholders={way.placeholders}
            onDone={onDone}
          />
        )}
      </section>
    </div>
  )
}
