/** What went wrong, in place, with ways to continue. */
import { CircleAlert, FoldVertical, Play, RotateCcw, Settings } from 'lucide-react'
import type { FailureView } from '../../../app/contract/json'
import { useState } from 'react'
import { formatSeconds, useNow } from '../../ui/base/format'
import { Button } from '../../ui/controls/button'
import { VisibleText } from '../../ui/base/hidden-characters'
import styles from './failure-note.module.css'
import { failureText } from '../../../app/texts/localized'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

/** Failures that are fixed in the settings. */
const settingsCodes = new Set(['MODEL_NO_KEY', 'MODEL_WRONG_KEY', 'MODEL_UNKNOWN', 'MODEL_ANSWER_CUT'])

export interface FailureNoteProps {
  readonly failure: FailureView
  /** Announced when it appears. False for old failures. Default true. */
  readonly isNews?: boolean
  /** Absent where retrying isn't possible. */
  readonly onRetry?: (() => void) | undefined
  /** Absent where there is nothing to continue from. */
  readonly onContinue?: (() => void) | undefined
  /** Absent where no summary can free space. */
  readonly onSummarize?: (() => void) | undefined
  /** Absent: the models; `usage`: spending limits. */
  readonly onOpenSettings?: ((section?: 'usage') => void) | undefined
}

export function FailureNote({
  failure,
  isNews = true,
  onRetry,
  onContinue,
  onSummarize,
  onOpenSettings
}: FailureNoteProps) {
  return (
    <div className={styles.failureNote} role={isNews ? 'alert' : 'note'}>
      <CircleAlert size={16} aria-hidden />
      <div className={styles.failureNoteText}>
        <VisibleText text={failureText(failure)} />
        {isNews && onRetry && <Countdown seconds={failure.data?.['retryAfterSeconds']} />}
      </div>
      {onOpenSettings && settingsCodes.has(failure.code) && (
        <Button size="small" icon={Settings} onClick={() => onOpenSettings()}>
          {texts.openSettings()}
        </Button>
      )}
      {onOpenSettings && failure.code === 'MODEL_SPENDING_LIMIT' && (
        <Button size="small" icon={Settings} onClick={() => onOpenSettings('usage')}>
          {texts.openUsage()}
        </Button>
      )}
      {onSummarize && failure.code === 'MODEL_TOO_LONG' && (
        <Button size="small" icon={FoldVertical} onClick={onSummarize}>
          {texts.continueWithSummary()}
        </Button>
      )}
      {onContinue && (
        <Button size="small" icon={Play} onClick={onContinue}>
          {texts.continueAnswer()}
        </Button>
      )}
      {onRetry && (
        <Button size="small" icon={RotateCcw} onClick={onRetry}>
          {texts.retry()}
        </Button>
      )}
    </div>
  )
}

/** How long the provider asks to wait. The user can retry before. Not announced, because it changes every second. */
function Countdown({ seconds }: { readonly seconds: unknown }) {
  const now = useNow(typeof seconds === 'number')
  const [since] = useState(now)
  if (typeof seconds !== 'number') return null
  const remaining = Math.ceil(seconds - (now - since) / 1_000)
  return (
    <span aria-hidden className={styles.failureNoteWait}>
      {remaining > 0 ? texts.retryIn({ time: formatSeconds(remaining) }) : texts.retryNow()}
    </span>
  )
}
