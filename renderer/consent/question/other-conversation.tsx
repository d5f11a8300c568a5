/** Names the conversation of a question, if the user is looking at another one. */
import { createContext, useContext } from 'react'
import { MessagesSquare } from 'lucide-react'
import { Button } from '../../ui/controls/button'
import { VisibleText } from '../../ui/base/hidden-characters'
import { consent } from '../../../app/texts/compiled/window/consent'
import styles from './other-conversation.module.css'

export interface ConversationElsewhere {
  readonly title: string
  readonly onShow: () => void
}

/** Null: the open conversation, or none. */
export const OtherConversation = createContext<ConversationElsewhere | null>(null)

export function OtherConversationNote() {
  const conversation = useContext(OtherConversation)
  if (conversation === null) return null
  return (
    <p className={styles.otherConversation}>
      <MessagesSquare size={16} aria-hidden />
      <span>
        <VisibleText text={consent.inConversation({ title: conversation.title })} />
      </span>
      <Button size="small" variant="quiet" onClick={conversation.onShow}>
        {consent.showConversation()}
      </Button>
    </p>
  )
}
