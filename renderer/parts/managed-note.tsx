/** Notes that an administrator decided a setting, and in which file. */
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { VisibleText } from '../ui/base/hidden-characters'
import styles from './managed-note.module.css'
import { parts } from '../../app/texts/compiled/window/parts'
import { TextWithElements, textSlot } from '../ui/base/text-with-elements'

export interface ManagedNoteProps {
  /** The decision, as a sentence. */
  readonly children: ReactNode
  /** The policy that says so. */
  readonly file: string
}

export function ManagedNote({ children, file }: ManagedNoteProps) {
  return (
    <p className={styles.managedNote} role="note" aria-label={parts.managed()}>
      <Lock size={14} aria-hidden />
      <span>
        <TextWithElements
          text={parts.managedBy({ what: textSlot('what'), file: textSlot('file') })}
          with={{
            what: children,
            file: (
              <code>
                <VisibleText text={file} />
              </code>
            )
          }}
        />
      </span>
    </p>
  )
}
