/** A call that became a task at its server: its state there, also while Parley isn't following it. */
import { ListChecks } from 'lucide-react'
import type { TaskView } from '../../../app/contract/tool-calls'
import { VisibleText } from '../../ui/base/hidden-characters'
import commonStyles from '../../parts/common.module.css'
import styles from './tool-call-task.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface ToolCallTaskProps {
  readonly task: TaskView
  /** Null: the task's server is unknown. */
  readonly serverName: string | null
  /** The call still waits for it. */
  readonly isFollowed: boolean
  /** The answer that requested it ended with Parley before the task did. */
  readonly isInterrupted: boolean
}

export function ToolCallTask({ task, serverName, isFollowed, isInterrupted }: ToolCallTaskProps) {
  const { taskId, status, statusMessage, pollIntervalMs } = task
  const isLive = status === 'working' || status === 'input_required'
  return (
    <div className={styles.toolCallTask}>
      <ListChecks size={14} aria-hidden />
      <div className={styles.toolCallTaskText}>
        <p role="status">
          {isLive && !isFollowed ? texts.taskLastStatus({ status }) : texts.taskStatus({ status })}
          {statusMessage !== null && statusMessage !== '' && (
            <>
              {' · '}
              <VisibleText text={statusMessage} />
            </>
          )}
        </p>
        {isLive && isInterrupted && (
          <p>
            <VisibleText
              text={
                serverName === null ? texts.taskGoesOnUnknown() : texts.taskGoesOn({ server: serverName })
              }
            />
          </p>
        )}
        <p className={commonStyles.smallNote}>
          {isLive &&
            isFollowed &&
            pollIntervalMs !== null &&
            `${texts.askedEvery({ seconds: Number((pollIntervalMs / 1_000).toFixed(1)) })} · `}
          <span className={styles.toolCallTaskId}>
            <VisibleText text={taskId} />
          </span>
        </p>
      </div>
    </div>
  )
}
