/** A running call's progress: a bar if the end is known, otherwise a count. */
import type { CallProgress as Progress } from '../../../app/contract/tool-calls'
import { VisibleText } from '../../ui/base/hidden-characters'
import styles from './tool-call-progress.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

/** A progressbar named `Progress`; without a known end it has no value and the count is in the text. */
export function ToolCallProgress({ progress }: { readonly progress: Progress }) {
  const { total, message } = progress
  const share = total !== null && total > 0 ? Math.min(1, Math.max(0, progress.progress / total)) : null
  return (
    <div className={styles.toolCallProgress}>
      <div
        role="progressbar"
        aria-label={texts.progress()}
        aria-valuemin={0}
        aria-valuemax={share === null ? undefined : (total ?? undefined)}
        aria-valuenow={share === null ? undefined : progress.progress}
        aria-valuetext={share === null ? texts.progressSoFar(progress) : texts.percent({ share })}
        className={styles.toolCallBar}
        data-unknown={share === null || undefined}
      >
        <div
          className={styles.toolCallBarFill}
          style={share === null ? undefined : { width: `${share * 100}%` }}
        />
      </div>
      <span className={styles.toolCallProgressText}>
        {total !== null && share !== null
          ? texts.progressOf({ progress: progress.progress, total })
          : texts.progressSoFar(progress)}
        {message !== null && (
          <>
            {' · '}
            <VisibleText text={message} />
          </>
        )}
      </span>
    </div>
  )
}
