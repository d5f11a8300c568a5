/** Runs a finished call again, unchanged or with other arguments. The user is asked about it like about any call. */
import { Pencil, RotateCw } from 'lucide-react'
import type { ToolCallPart } from '../../../app/contract/conversations'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { Button } from '../../ui/controls/button'
import styles from './run-again.module.css'

export interface RunAgainProps {
  readonly part: ToolCallPart
  readonly onRunAgain: (withOthers: boolean) => void
}

/** Nothing for calls that no server answered, and for Parley's own. */
export function RunAgain({ part, onRunAgain }: RunAgainProps) {
  if (!canRunAgain(part)) return null
  return (
    <div className={styles.runAgain}>
      <Button size="small" variant="quiet" icon={RotateCw} onClick={() => onRunAgain(false)}>
        {texts.runAgain()}
      </Button>
      <Button size="small" variant="quiet" icon={Pencil} onClick={() => onRunAgain(true)}>
        {texts.runAgainWithOthers()}
      </Button>
    </div>
  )
}

function canRunAgain({ serverName, readOf, state, startedAt, endedAt }: ToolCallPart): boolean {
  const isEnded = state === 'done' || state === 'failed' || state === 'cancelled'
  return serverName !== null && readOf === undefined && isEnded && startedAt !== null && endedAt !== null
}
