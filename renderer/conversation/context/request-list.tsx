/**
 * The parts of the next request: size, cost and text of each, and a switch that leaves it out of this conversation.
 */
import { useState } from 'react'
import type { PartText, RequestPart } from '../../../app/contract/models/request-parts'
import { call } from '../../bridge/call'
import { useSetting } from '../../bridge/settings'
import { useCommand } from '../../bridge/use-command'
import { useRead } from '../../bridge/use-read'
import { useProjection } from '../../state/projection'
import { formatMoney } from '../../ui/base/format'
import { VisibleText } from '../../ui/base/hidden-characters'
import { PlainText } from '../../ui/base/plain-text'
import { FoldButton } from '../../ui/controls/fold-button'
import { FailureText } from '../../ui/controls/failure-text'
import { Switch } from '../../ui/controls/switch'
import type { ContextWish } from './use-context'
import commonStyles from '../../parts/common.module.css'
import styles from './request-list.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

/** `freshness` changes with the request. */
export function RequestList(props: ContextWish & { readonly freshness: string }) {
  const { conversationId, freshness } = props
  const [changes, setChanges] = useState(0)
  const { value, failure } = useRead({
    key: conversationId,
    read: () => call('context.read-parts', { conversationId }),
    freshness: `${freshness} ${changes}`
  })
  const command = useCommand()
  if (value === null) return <FailureText text={failure} />
  const change = (key: string, isLeftOut: boolean) =>
    void command
      .run(() => call('context.set-part', { conversationId, key, isLeftOut }))
      .then(() => setChanges((count) => count + 1))
  return (
    <section className={styles.request} aria-label={texts.nextRequest()}>
      <h3 className={styles.requestTitle}>{texts.nextRequest()}</h3>
      <p className={commonStyles.note}>{texts.nextRequestNote()}</p>
      <FailureText text={command.failure} />
      <ul className={styles.requestParts} aria-label={texts.nextRequest()}>
        {value.map((part) => (
          <Part key={part.key} {...props} part={part} isBusy={command.pending !== null} onChange={change} />
        ))}
      </ul>
    </section>
  )
}

interface PartProps extends ContextWish {
  readonly part: RequestPart
  readonly isBusy: boolean
  readonly onChange: (key: string, isLeftOut: boolean) => void
}

function Part({ conversationId, model, isRunning, part, isBusy, onChange }: PartProps) {
  const [isOpen, setIsOpen] = useState(false)
  const name = nameOf(part)
  return (
    <li className={styles.requestPart} data-left-out={part.isLeftOut || undefined}>
      <div className={styles.requestRow}>
        <FoldButton className={styles.requestToggle} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)}>
          <span className={styles.requestName}>
            <VisibleText text={name} />
          </span>
        </FoldButton>
        <Amount tokens={part.tokens} model={model} isLeftOut={part.isLeftOut} />
        {part.canLeave && (
          <Switch
            label={texts.sendPart({ name })}
            isLabelHidden
            isOn={!part.isLeftOut}
            isDisabled={isRunning || isBusy}
            onChange={(isSent) => onChange(part.key, !isSent)}
          />
        )}
      </div>
      {isOpen && <Words conversationId={conversationId} part={part} name={name} />}
    </li>
  )
}

interface AmountProps {
  readonly tokens: number
  readonly model: string
  readonly isLeftOut: boolean
}

function Amount({ tokens, model, isLeftOut }: AmountProps) {
  const currency = useSetting('models.currency')
  const price = useProjection((state) => state.models.models.find(({ id }) => id === model)?.price)
  if (isLeftOut) return <span className={styles.requestAmount}>{texts.partLeftOut()}</span>
  const words = [
    texts.partTokens({ tokens }),
    ...(price === undefined ? [] : [formatMoney((tokens * price.inputPerMillion) / 1_000_000, currency)])
  ]
  return <span className={styles.requestAmount}>{words.join(' · ')}</span>
}

interface WordsProps {
  readonly conversationId: string
  readonly part: RequestPart
  readonly name: string
}

function Words({ conversationId, part, name }: WordsProps) {
  const { value, failure, isReading } = useRead({
    key: part.key,
    read: () => call('context.read-part', { conversationId, key: part.key }),
    freshness: `${part.tokens} ${part.isLeftOut}`
  })
  return (
    <div className={styles.requestWords} tabIndex={0} role="group" aria-label={texts.wordsOfPart({ name })}>
      <FailureText text={failure} />
      {!isReading && value === null && failure === null && texts.partGone()}
      {value?.map(({ by, text }, index) => (
        <section key={pieceKey(by, index)} className={styles.requestPiece}>
          {by !== null && <p className={styles.requestBy}>{speakers[by]()}</p>}
          <PlainText text={text} />
        </section>
      ))}
    </div>
  )
}

/** They don't change while shown, so their index identifies them. */
function pieceKey(by: PartText['by'], index: number): string {
  return `${index} ${by}`
}

const speakers: Readonly<Record<NonNullable<PartText['by']>, () => string>> = {
  person: texts.saidByYou,
  model: texts.saidByAssistant,
  call: texts.saidAsCall,
  result: texts.saidAsResult
}

function nameOf({ kind, name }: RequestPart): string {
  switch (kind) {
    case 'system':
      return texts.partSystem()
    case 'summary':
      return texts.partSummary()
    case 'instructions':
      return texts.partInstructions({ name })
    case 'tools':
      return texts.partTools({ name })
    case 'own-tools':
      return texts.partOwnTools()
    case 'messages':
      return texts.partMessages({ name })
    case 'attachment':
      return texts.partAttachment({ name })
  }
}
