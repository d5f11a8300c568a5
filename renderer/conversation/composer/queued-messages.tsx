/** Messages that were sent while an answer is written, above the composer, in sending order. */
import { CornerDownRight, Pencil, Send, X } from 'lucide-react'
import type { QueuedMessage } from '../../../app/contract/conversations'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Button, IconButton } from '../../ui/controls/button'
import { focusComposer } from '../content/drafts-view-store'
import type { Queue } from './use-queue'
import commonStyles from '../../parts/common.module.css'
import styles from './queued-messages.module.css'

export interface QueuedMessagesProps {
  readonly queue: Queue
  /** An answer is being written. */
  readonly isRunning: boolean
}

/** A list named `Waiting messages`; nothing if none waits. */
export function QueuedMessages({ queue, isRunning }: QueuedMessagesProps) {
  const { messages } = queue
  if (messages.length === 0) return null
  return (
    <section className={styles.queue}>
      <p className={commonStyles.smallNote}>{noteOn(messages)}</p>
      <ol className={styles.list} aria-label={texts.waitingMessages()}>
        {messages.map((message, index) => (
          <Row key={message.id} message={message} number={index + 1} queue={queue} isRunning={isRunning} />
        ))}
      </ol>
    </section>
  )
}

interface RowProps extends QueuedMessagesProps {
  readonly message: QueuedMessage
  readonly number: number
}

function Row({ message, number, queue, isRunning }: RowProps) {
  const { id, text, attached, isHeld, isNext, fromViewOf } = message
  const author = fromViewOf === undefined ? '' : texts.fromApp({ server: fromViewOf })
  // The row is removed together with the pressed button.
  const andWriteOn = (act: (queuedId: string) => void) => () => {
    act(id)
    focusComposer()
  }
  return (
    <li className={styles.row}>
      <span className={styles.number} aria-hidden>
        {number}
      </span>
      <span className={styles.text}>
        <VisibleText text={[author, text, ...attached].filter((item) => item !== '').join(' · ')} />
      </span>
      {isHeld && isRunning && <span className={styles.state}>{texts.onHold()}</span>}
      {isNext ? (
        <span className={styles.state}>{texts.goesNext()}</span>
      ) : (
        <Button
          size="small"
          icon={isRunning ? CornerDownRight : Send}
          aria-label={isRunning ? texts.steerNumber({ number }) : texts.sendNumber({ number })}
          onClick={andWriteOn(queue.send)}
        >
          {isRunning ? texts.steer() : texts.sendNow()}
        </Button>
      )}
      {fromViewOf === undefined && (
        <IconButton
          label={texts.editNumber({ number })}
          icon={Pencil}
          size="small"
          onClick={() => queue.edit(id)}
        />
      )}
      <IconButton
        label={texts.removeNumber({ number })}
        icon={X}
        size="small"
        onClick={andWriteOn(queue.remove)}
      />
    </li>
  )
}

function noteOn(messages: readonly QueuedMessage[]): string {
  return messages.every(({ isHeld }) => isHeld) ? texts.queueHeld() : texts.queueWaits()
}
