/** Says at a place that an administrator decided it, and in which file. */
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { VisibleText } from '../ui/base/hidden-characters'
import styles from './managed-note.module.css'

export interface ManagedNoteProps {
  /** What was decided, a sentence. */
  readonly children: ReactNode
  /** The policy that says so. */
  readonly file: string
}

export function ManagedNote({ children, file }: ManagedNoteProps) {
  return (
    <p className={styles.managedNote} role="note" aria-label="Managed">
      <Lock size={14} aria-hidden />
      <span>
        {children} Managed by{' '}
        <code>
          <VisibleText text={file} />
        </code>
      </span>
    </p>
  )
}
