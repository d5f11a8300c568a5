/** A message that a view of a server wrote, and that the user allowed to be sent as theirs. */
import { AppWindow } from 'lucide-react'
import type { ResourcePart } from '../../../app/contract/conversations'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import commonStyles from '../../parts/common.module.css'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { usePlaceName } from '../../ui/base/reveal-target'
import styles from './view-message.module.css'

/** A group named `Written by the app of ‹server›`. */
export function ViewMessage({ part: { serverName, contents } }: { readonly part: ResourcePart }) {
  const author = texts.writtenByApp({ server: serverName })
  return (
    <div role="group" aria-label={plainWithMarks(author)} data-hit-place={usePlaceName()}>
      <p className={styles.author}>
        <AppWindow size={14} aria-hidden />
        <VisibleText text={author} />
      </p>
      <div className={commonStyles.wholeText} data-hit-words="result">
        <VisibleText text={contents.flatMap(({ text }) => text ?? []).join('\n\n')} />
      </div>
    </div>
  )
}
