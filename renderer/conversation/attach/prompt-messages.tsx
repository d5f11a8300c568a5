/** A prompt's messages in order, each with its role. */
import type { PromptMessage } from '../../../app/contract/offers'
import type { AttachedResource } from '../content/attachments-view-store'
import { linkActions } from '../content/resource-link-actions'
import { ContentBlocks } from '../../parts/content/content-blocks'
import commonStyles from '../../parts/common.module.css'
import styles from './prompt-messages.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface PromptMessagesProps {
  readonly messages: readonly PromptMessage[]
  readonly serverName: string
  /** Absent where attaching isn't possible. */
  readonly onAttach?: ((resource: AttachedResource) => void) | undefined
}

/** A list named `Messages of the prompt`. */
export function PromptMessages({ messages, serverName, onAttach }: PromptMessagesProps) {
  if (messages.length === 0) return <p className={commonStyles.note}>{texts.promptEmpty()}</p>
  return (
    <ol className={styles.promptMessages} aria-label={texts.promptMessages()}>
      {messages.map((message, index) => (
        <li key={messageKey(message, index)} className={styles.promptMessage}>
          <span className={styles.promptRole}>
            {message.role === 'user' ? texts.you() : texts.assistant()}
          </span>
          <div className={styles.promptContent}>
            <ContentBlocks
              shownIn="message"
              source={serverName}
              blocks={[message.content]}
              linkActions={linkActions(serverName, onAttach)}
            />
          </div>
        </li>
      ))}
    </ol>
  )
}

/** The messages never change, so their index identifies them. */
function messageKey({ role, content }: PromptMessage, index: number): string {
  return `${index} ${role} ${content.type}`
}
