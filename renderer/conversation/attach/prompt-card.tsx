/** A prompt that was sent with a message: its arguments and its messages. */
import { MessageSquareQuote } from 'lucide-react'
import type { PromptPart } from '../../../app/contract/conversations'
import { Clamp } from '../../ui/controls/clamp'
import { VisibleText } from '../../ui/base/hidden-characters'
import { AttachmentCard } from './attachment-card'
import type { AttachedResource } from '../content/attachments-view-store'
import { PromptMessages } from './prompt-messages'
import styles from './prompt-card.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface PromptCardProps {
  readonly part: PromptPart
  readonly onAttach: (resource: AttachedResource) => void
}

/** A group named `Prompt ‹server› ‹name›`. */
export function PromptCard({ part, onAttach }: PromptCardProps) {
  const { serverName, name, messages } = part
  const args = Object.entries(part.arguments)
  return (
    <AttachmentCard
      label={texts.promptNamed({ server: serverName, name })}
      icon={MessageSquareQuote}
      name={`/${name}`}
      serverName={serverName}
      facts={[texts.messageCount({ count: messages.length })]}
      isOpenFirst
    >
      {args.length > 0 && (
        <dl className={styles.attachmentArguments}>
          {args.map(([argument, value]) => (
            <Argument key={argument} name={argument} value={value} />
          ))}
        </dl>
      )}
      <Clamp>
        <PromptMessages messages={messages} serverName={serverName} onAttach={onAttach} />
      </Clamp>
    </AttachmentCard>
  )
}

function Argument({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>
        <VisibleText text={name} />
      </dt>
      <dd>
        <VisibleText text={value} />
      </dd>
    </>
  )
}
