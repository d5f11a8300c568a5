/**
 * A dialog named `What was sent`: the requests to the model for an answer, with their bodies byte for byte. In its
 * own chunk.
 */
import { useState } from 'react'
import type { SentRequest } from '../../../app/contract/models/sent-requests'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { call } from '../../bridge/call'
import { useRead } from '../../bridge/use-read'
import { modelLabel } from '../../parts/model-groups'
import { useProjection } from '../../state/projection'
import { formatSize, formatTime } from '../../ui/base/format'
import { VisibleText } from '../../ui/base/hidden-characters'
import { PlainText } from '../../ui/base/plain-text'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/controls/dialog'
import { FoldButton } from '../../ui/controls/fold-button'
import { FailureText } from '../../ui/controls/failure-text'
import { SaveButton } from '../../ui/controls/save-button'
import { CopyButton } from '../../ui/untrusted/code-block'
import styles from './sent-dialog.module.css'

export interface SentDialogProps {
  readonly messageId: string
  readonly open: boolean
  readonly onClose: () => void
}

export function SentDialog({ messageId, open, onClose }: SentDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="wide"
      title={texts.sentTitle()}
      description={texts.sentNote()}
      footer={<Button onClick={onClose}>{texts.done()}</Button>}
    >
      {open && <SentList messageId={messageId} />}
    </Dialog>
  )
}

function SentList({ messageId }: Pick<SentDialogProps, 'messageId'>) {
  const { value, failure } = useRead({
    key: messageId,
    read: () => call('context.list-sent', { messageId })
  })
  if (value === null) return <FailureText text={failure} />
  if (value.length === 0) return <p>{texts.sentNone()}</p>
  return (
    <ul className={styles.sentList} aria-label={texts.sentTitle()}>
      {value.map((request, index) => (
        <Sent key={request.id} request={request} number={index + 1} />
      ))}
    </ul>
  )
}

interface SentProps {
  readonly request: SentRequest
  readonly number: number
}

function Sent({ request, number }: SentProps) {
  const [isOpen, setIsOpen] = useState(false)
  const models = useProjection((state) => state.models.models)
  const { at, model, address, bytes } = request
  const facts = [formatTime(at), modelLabel(models, model), formatSize(bytes), address]
  return (
    <li className={styles.sentItem}>
      <FoldButton className={styles.sentToggle} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)}>
        <span className={styles.sentName}>{texts.sentRequest({ number })}</span>
        <span className={styles.sentFacts}>
          <VisibleText text={facts.join(' · ')} />
        </span>
      </FoldButton>
      {isOpen && (request.isKept ? <Body request={request} number={number} /> : <p>{texts.sentGone()}</p>)}
    </li>
  )
}

/** Characters that each press adds. Drawing a very long text at once would freeze the window. */
const step = 100_000

function Body({ request: { id }, number }: SentProps) {
  const [count, setCount] = useState(1)
  const { value, failure, isReading } = useRead({
    key: id,
    read: () => call('context.read-sent', { requestId: id })
  })
  if (value === null) return isReading ? null : <p>{failure ?? texts.sentGone()}</p>
  const { body } = value
  const remaining = body.length - count * step
  return (
    <>
      <div className={styles.sentActions}>
        <SaveButton name={`request-${number}`} mimeType="application/json" data={{ text: body }} />
        <CopyButton text={body} label={texts.copyRequest()} />
      </div>
      <div className={styles.sentBody} tabIndex={0} role="group" aria-label={texts.sentBody({ number })}>
        <PlainText text={body.slice(0, count * step)} />
      </div>
      {remaining > 0 && (
        <Button size="small" onClick={() => setCount(count + 1)}>
          {texts.showMoreOfIt({ size: formatSize(remaining) })}
        </Button>
      )}
    </>
  )
}
