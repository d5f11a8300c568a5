/** Why files weren't added, and where dropped files will go. */
import { CircleAlert, X } from 'lucide-react'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { VisibleText } from '../../ui/base/hidden-characters'
import { IconButton } from '../../ui/controls/button'
import { forgetFileProblems, useFileProblems } from './file-problems-view-store'
import { describeFileLimit } from './files-button'
import styles from './file-notes.module.css'

export function FileProblems({ conversationId }: { readonly conversationId: string | null }) {
  const problems = useFileProblems(conversationId)
  if (problems.length === 0) return null
  return (
    <div className={styles.problems} role="alert">
      <CircleAlert size={16} aria-hidden />
      <ul className={styles.sentences}>
        {problems.map((sentence) => (
          <li key={sentence}>
            <VisibleText text={sentence} />
          </li>
        ))}
      </ul>
      <IconButton
        label={texts.dismissFileNotes()}
        icon={X}
        size="small"
        onClick={() => forgetFileProblems(conversationId)}
      />
    </div>
  )
}

/** Covers the composer while files are dragged over the window. */
export function DropPlace() {
  return (
    <div className={styles.dropPlace}>
      <strong>{texts.dropToAdd()}</strong>
      <span>{describeFileLimit()}</span>
    </div>
  )
}
