/** The messages that a server wants a model to read: texts to change, everything else to look at. */
import type { SamplingMessage } from '../../app/contract/requests'
import { Badge } from '../ui/badge'
import { BlockView, keyedBlocks } from './block-view'
import { ReviewedText } from './reviewed-text'

export interface SamplingMessagesProps {
  readonly messages: readonly SamplingMessage[]
  /** Places count from 0. */
  readonly onChangeText: (message: number, block: number, text: string) => void
}

export function SamplingMessages({ messages, onChangeText }: SamplingMessagesProps) {
  return (
    <ol className="sampling-messages" aria-label="Messages">
      {keyedMessages(messages).map(({ key, message, index }) => (
        <li key={key} className="sampling-message">
          <span className="sampling-role">
            <Badge tone={message.role === 'user' ? 'neutral' : 'accent'}>{message.role}</Badge>
          </span>
          <Blocks
            message={message}
            number={index + 1}
            onChangeText={(block, text) => onChangeText(index, block, text)}
          />
        </li>
      ))}
    </ol>
  )
}

interface BlocksProps {
  readonly message: SamplingMessage
  /** From 1. */
  readonly number: number
  readonly onChangeText: (block: number, text: string) => void
}

function Blocks({ message, number, onChangeText }: BlocksProps) {
  const blocks = keyedBlocks(message.content)
  const first = message.content.findIndex(({ type }) => type === 'text')
  return (
    <>
      {first === -1 && <p className="sampling-message-name">{`Message ${number}`}</p>}
      {blocks.length === 0 && <p className="question-heading">Nothing in it.</p>}
      {blocks.map(({ key, block, index }) =>
        block.type === 'text' ? (
          <ReviewedText
            key={key}
            label={index === first ? `Message ${number}` : `Part ${number}.${index + 1}`}
            value={block.text}
            onChange={(text) => onChangeText(index, text)}
          />
        ) : (
          <BlockView key={key} block={block} />
        )
      )}
    </>
  )
}

/** Messages have no ids and do not change places. */
function keyedMessages(messages: readonly SamplingMessage[]) {
  return messages.map((message, index) => ({ key: `${index} ${message.role}`, message, index }))
}
