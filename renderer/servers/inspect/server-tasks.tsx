/** A server's remaining tasks, regardless of their origin: read on request. */
import { useState } from 'react'
import type { ServerView } from '../../../app/contract/servers'
import { readServer } from '../../bridge/call'
import { useRead } from '../../bridge/use-read'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { VisibleText } from '../../ui/base/hidden-characters'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import partStyles from '../status/server-parts.module.css'
import styles from './inspect-panel.module.css'

/** Shown if the server lists its tasks, which only 2025-11-25 has. @spec 2025-11-25 basic/utilities/tasks */
export function ServerTasks({ server }: { readonly server: ServerView }) {
  const [isWanted, setIsWanted] = useState(false)
  const isListed = server.state === 'connected' && server.capabilities.includes('tasks.list')
  const tasks = useRead({
    key: isWanted && isListed ? server.name : null,
    read: () => readServer(server.name, 'tasks')
  })
  if (!isListed) return null
  return (
    <section className={styles.inspectTasks} aria-label={texts.tasksStillThere()}>
      <h3 className={partStyles.inspectHeading}>{texts.tasksStillThere()}</h3>
      <FailureText text={tasks.failure} />
      {tasks.value?.length === 0 && <p className={partStyles.inspectUnknown}>{texts.noTasks()}</p>}
      <dl className={styles.inspectCapabilities}>
        {tasks.value?.map(({ taskId, status, statusMessage, createdAt }) => (
          <div key={taskId} className={styles.inspectCapability}>
            <dt>
              <VisibleText text={taskId} />
            </dt>
            <dd>
              <VisibleText
                text={[texts.taskState({ status }), statusMessage, createdAt].filter(Boolean).join(' · ')}
              />
            </dd>
          </div>
        ))}
      </dl>
      <Button
        size="small"
        isBusy={tasks.isReading}
        onClick={() => (isWanted ? tasks.again() : setIsWanted(true))}
      >
        {texts.listTasks()}
      </Button>
    </section>
  )
}
