/** The messages that a server wants a model to read: texts can be edited, everything else viewed, all removed. */
import { X } from 'lucide-react'
import type { SamplingContent, SamplingMessage } from '../../../app/contract/requests'
import { Badge } from '../../ui/controls/badge'
import { Button } from '../../ui/controls/button'
import { ContentBlockView } from '../../parts/content/content-blocks'
import { RedactableText } from '../question/redactable-text'
import { findMessagePair, type SamplingDraft } from './sampling-draft'
import headingStyles from '../question/question-heading.module.css'
import commonStyles from '../../parts/common.module.css'
import styles from './sampling-messages.module.css'
import { sampling } from '../../../app/texts/compiled/window/sampling'

export interface SamplingMessagesProps {
  readonly serverName: string
  readonly draft: Pick<SamplingDraft, 'messages' | 'removed'>
  /** Places count from 0. */
  readonly onChangeText: (message: number, block: number, text: string) => void
  readonly onRemove: (removed: ReadonlySet<string>) => void
}

export function SamplingMessages({ serverName, draft, onChangeText, onRemove }: SamplingMessagesProps) {
  const { messages, removed } = draft
  const toggle = (places: readonly string[]) => {
    const next = new Set(removed)
    const isBack = places.some((place) => removed.has(place))
    for (const place of places)
      if (isBack) next.delete(place)
      else next.add(place)
    onRemove(next)
  }
  return (
    <ol className={commonStyles.stack4} aria-label={sampling.messages()}>
      {keyedMessages(messages).map(({ key, message, index }) => (
        <Message
          key={key}
          serverName={serverName}
          message={message}
          number={index + 1}
          removed={removed}
          onChangeText={(block, text) => onChangeText(index, block, text)}
          onToggle={() => toggle(findMessagePair(messages, index).map(String))}
          onToggleBlock={(block) => toggle([`${index}.${block}`])}
        />
      ))}
    </ol>
  )
}

interface MessageProps extends Pick<SamplingMessagesProps, 'serverName'> {
  readonly message: SamplingMessage
  /** From 1. */
  readonly number: number
  readonly removed: ReadonlySet<string>
  readonly onChangeText: (block: number, text: string) => void
  readonly onToggle: () => void
  readonly onToggleBlock: (block: number) => void
}

function Message(props: MessageProps) {
  const { message, number, removed, onToggle } = props
  if (removed.has(String(number - 1)))
    return (
      <li>
        <Removed
          words={sampling.messageStaysOut({ number })}
          label={sampling.putBackMessage({ number })}
          onPutBack={onToggle}
        />
      </li>
    )
  return (
    <li className={styles.samplingMessage}>
      <Blocks {...props} />
      <span className={styles.samplingRole}>
        <Badge tone={message.role === 'user' ? 'neutral' : 'accent'}>
          {message.role === 'user' ? sampling.roleUser() : sampling.roleAssistant()}
        </Badge>
        <Remove label={sampling.removeMessage({ number })} onRemove={onToggle} />
      </span>
    </li>
  )
}

function Blocks({ serverName, message, number, removed, onChangeText, onToggleBlock }: MessageProps) {
  const blocks = keyedBlocks(message.content)
  const first = message.content.findIndex(({ type }) => type === 'text')
  return (
    <>
      {first === -1 && <p className={styles.samplingMessageName}>{sampling.message({ number })}</p>}
      {blocks.length === 0 && <p className={headingStyles.questionHeading}>{sampling.nothingInIt()}</p>}
      {blocks.map(({ key, block, index }) => {
        const place = { message: number, part: index + 1 }
        if (block.type === 'text')
          return (
            <RedactableText
              isInline
              key={key}
              label={index === first ? sampling.message({ number }) : sampling.part(place)}
              value={block.text}
              onChange={(text) => onChangeText(index, text)}
            />
          )
        if (removed.has(`${number - 1}.${index}`))
          return (
            <Removed
              key={key}
              words={sampling.partStaysOut(place)}
              label={sampling.putBackPart(place)}
              onPutBack={() => onToggleBlock(index)}
            />
          )
        return (
          <ContentBlockView
            key={key}
            shownIn="question"
            source={serverName}
            block={block}
            action={
              isSingle(block) && (
                <Remove label={sampling.removePart(place)} onRemove={() => onToggleBlock(index)} />
              )
            }
          />
        )
      })}
    </>
  )
}

/** Tool calls and their results are only removed with their messages. */
function isSingle({ type }: SamplingContent): boolean {
  return type !== 'tool-use' && type !== 'tool-result'
}

function Remove({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) {
  return (
    <Button
      size="small"
      variant="quiet"
      icon={X}
      className={styles.samplingRemove}
      aria-label={label}
      onClick={onRemove}
    >
      {sampling.remove()}
    </Button>
  )
}

interface RemovedProps {
  /** A sentence. */
  readonly words: string
  /** Accessible name of the undo button. */
  readonly label: string
  readonly onPutBack: () => void
}

function Removed({ words, label, onPutBack }: RemovedProps) {
  return (
    <div className={styles.samplingRemovedWords}>
      <span>{words}</span>
      <Button size="small" variant="quiet" aria-label={label} onClick={onPutBack}>
        {sampling.putBack()}
      </Button>
    </div>
  )
}

/** Blocks have no ids, and their order is fixed. */
function keyedBlocks(blocks: readonly SamplingContent[]) {
  return blocks.map((block, index) => ({ key: `${index} ${block.type}`, block, index }))
}

/** The same for messages. */
function keyedMessages(messages: readonly SamplingMessage[]) {
  return messages.map((message, index) => ({ key: `${index} ${message.role}`, message, index }))
}
