/** How far a running call is: a bar when the end is known, a count when it is not. */
import type { ToolCallProgress as Progress } from '../../../app/contract/conversations'
import { VisibleText } from '../../ui/base/hidden-characters'

/** A progressbar named `Progress`; without a known end it has no value and the count is in the text. */
export function ToolCallProgress({ progress }: { readonly progress: Progress }) {
  const { total, message } = progress
  const share = total !== null && total > 0 ? Math.min(1, Math.max(0, progress.progress / total)) : null
  return (
    <div className="tool-call-progress">
      <div
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={share === null ? undefined : (total ?? undefined)}
        aria-valuenow={share === null ? undefined : progress.progress}
        aria-valuetext={share === null ? `${progress.progress} so far` : `${Math.round(share * 100)} %`}
        className="tool-call-bar"
        data-unknown={share === null || undefined}
      >
        <div
          className="tool-call-bar-fill"
          style={share === null ? undefined : { width: `${share * 100}%` }}
        />
      </div>
      <span className="tool-call-progress-text">
        {total !== null && share !== null
          ? `${progress.progress} of ${total}`
          : `${progress.progress} so far`}
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
