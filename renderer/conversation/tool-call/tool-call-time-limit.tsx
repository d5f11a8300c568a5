/**
 * A running call near its time limit: counts down and offers to keep waiting. Once shown, its line stays until the
 * call ends, so that nothing below it jumps.
 */
import { Hourglass } from 'lucide-react'
import { useRef } from 'react'
import type { TimeLimit } from '../../../app/contract/tool-calls'
import { Button } from '../../ui/controls/button'
import { formatSeconds, useNow } from '../../ui/base/format'
import partStyles from './tool-call-parts.module.css'
import { TextWithElements, textSlot } from '../../ui/base/text-with-elements'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface ToolCallTimeLimitProps {
  /** Null: no limit is near. */
  readonly timeLimit: TimeLimit | null
  readonly onKeepWaiting: () => void
}

export function ToolCallTimeLimit({ timeLimit, onKeepWaiting }: ToolCallTimeLimitProps) {
  const wasNear = useRef(false)
  wasNear.current ||= timeLimit !== null
  if (!wasNear.current) return null
  return (
    <div className={partStyles.toolCallLimit} data-near={timeLimit !== null || undefined}>
      <Hourglass size={14} aria-hidden />
      <p className={partStyles.toolCallLimitText} role="status">
        {timeLimit === null ? (
          texts.moreTime()
        ) : (
          <TextWithElements
            text={texts.limitNear({ reason: timeLimit.reason, time: textSlot('time') })}
            with={{ time: <Countdown endsAt={timeLimit.endsAt} /> }}
          />
        )}
      </p>
      {timeLimit !== null && (
        <Button size="small" onClick={onKeepWaiting}>
          {texts.keepWaiting()}
        </Button>
      )}
    </div>
  )
}

/** A timer is no live region: the line is announced when the limit is near, not every second. */
function Countdown({ endsAt }: { readonly endsAt: number }) {
  const now = useNow(true)
  const seconds = Math.max(0, Math.ceil((endsAt - now) / 1_000))
  return <span role="timer">{formatSeconds(seconds)}</span>
}
