/** The app of a test's call, drawn in a corner while its test waits for it. It takes no pointer and no focus. */
import { useRef } from 'react'
import type { AppToDraw } from '../../../app/contract/workbench/tests'
import { tests as texts } from '../../../app/texts/compiled/window/tests'
import { useCallView } from '../../parts/views/use-call-view'
import { useProjection } from '../../state/projection'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { nameInSentence } from '../../ui/base/offered-name'
import styles from './drawn-app.module.css'

export function DrawnApp({ app }: { readonly app: AppToDraw }) {
  const frame = useRef<HTMLDivElement>(null)
  // Parley's core hears how it ends.
  const { guest } = useCallView(app, frame, {})
  const isCovered = useProjection((state) => state.questions.length > 0)
  const name = plainWithMarks(texts.drawing({ tool: nameInSentence(app.toolName) }))
  return (
    <div role="group" aria-label={name} className={styles.app} data-covered={isCovered || undefined}>
      <p className={styles.title}>{name}</p>
      <div ref={frame} className={styles.frame} inert>
        {guest !== null && (
          <webview className={styles.guest} partition={guest.partition} src={guest.address} title={name} />
        )}
      </div>
    </div>
  )
}
