/** Whether the question's content was edited, and a button to undo that. Always present, so that nothing jumps. */
import { Button } from '../../ui/controls/button'
import styles from './changed-line.module.css'
import { consent } from '../../../app/texts/compiled/window/consent'

export interface ChangedLineProps {
  /** A sentence. */
  readonly words: string
  readonly isChanged: boolean
  readonly onUndo: () => void
}

export function ChangedLine({ words, isChanged, onUndo }: ChangedLineProps) {
  return (
    <div role="status" className={styles.changedLine}>
      <p>{words}</p>
      {isChanged && (
        <Button size="small" variant="quiet" onClick={onUndo}>
          {consent.undoChanges()}
        </Button>
      )}
    </div>
  )
}
