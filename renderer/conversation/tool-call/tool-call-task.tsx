/** A call that became a task at its server: how it stands there, also while Parley is not following it. */
import { ListChecks } from 'lucide-react'
import type { TaskView } from '../../../app/contract/conversations'
import { VisibleText } from '../../ui/base/hidden-characters'
import styles from './tool-call-task.module.css'

export interface ToolCallTaskProps {
  readonly task: TaskView
  readonly serverName: string
  /** The call still waits for it. */
  readonly isFollowed: boolean
  /** The answer that asked for it ended, with Parley, before the task did. */
  readonly isInterrupted: boolean
}

const statusWords: Readonly<Record<TaskView['status'], string>> = {
  working: 'working',
  input_required: 'waiting for input',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled'
}

export function ToolCallTask({ task, serverName, isFollowed, isInterrupted }: ToolCallTaskProps) {
  const { taskId, status, statusMessage, pollIntervalMs } = task
  const isLive = status === 'working' || status === 'input_required'
  return (
    <div className={styles.toolCallTask}>
      <ListChecks size={14} aria-hidden />
      <div className={styles.toolCallTaskText}>
        <p role="status">
          {isLive && !isFollowed ? 'Task, when last heard of' : 'Task'}: {statusWords[status]}
          {statusMessage !== null && statusMessage !== '' && (
            <>
              {' · '}
              <VisibleText text={statusMessage} />
            </>
          )}
        </p>
        {isLive && isInterrupted && (
          <p>
            Parley was ended meanwhile. The task goes on at <VisibleText text={serverName} />, and its result
            will stand here.
          </p>
        )}
        <p className={styles.toolCallTaskFacts}>
          {isLive &&
            isFollowed &&
            pollIntervalMs !== null &&
            `asked every ${Number((pollIntervalMs / 1_000).toFixed(1))} s · `}
          <span className={styles.toolCallTaskId}>
            <VisibleText text={taskId} />
          </span>
        </p>
      </div>
    </div>
  )
}
