/**
 * A dialog named `Receipt of this answer`: everything sent and received for it, to read and to save. In its own
 * chunk.
 */
import { useMemo } from 'react'
import type { Message } from '../../../app/contract/conversations'
import type { LedgerEntry } from '../../../app/contract/ledger'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { call } from '../../bridge/call'
import { useSetting } from '../../bridge/settings'
import { useRead } from '../../bridge/use-read'
import { useProjection } from '../../state/projection'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/controls/dialog'
import { FailureText } from '../../ui/controls/failure-text'
import { SaveButton } from '../../ui/controls/save-button'
import { CopyButton } from '../../ui/untrusted/code-block'
import { VisibleText } from '../../ui/base/hidden-characters'
import { buildReceipt } from './receipt'
import {
  asMarkdown,
  listReceiptFacts,
  listReceiptParts,
  formatReceiptTotal,
  type ReceiptPart
} from './receipt-lines'
import { closeReceipt, useReceiptView } from './receipt-view-store'
import commonStyles from '../../parts/common.module.css'
import styles from './receipt-dialog.module.css'

export interface ReceiptDialogProps {
  /** Of the shown branch. */
  readonly messages: readonly Message[]
}

/** The most ledger entries per answer; earlier ones are in the settings. */
const mostEntries = 500

export function ReceiptDialog({ messages }: ReceiptDialogProps) {
  const { messageId, isOpen } = useReceiptView()
  const index = messages.findIndex(({ id }) => id === messageId)
  const answer = messages[index]
  const { value, failure } = useRead({
    key: isOpen && answer !== undefined ? `${answer.id} ${answer.state}` : null,
    read: () => call('ledger.search', { ...everything, messageId: messageId ?? '', limit: mostEntries })
  })
  return (
    <Dialog
      open={isOpen && answer !== undefined}
      onClose={closeReceipt}
      size="wide"
      title={texts.receiptTitle()}
      footer={<Button onClick={closeReceipt}>{texts.done()}</Button>}
    >
      <FailureText text={failure} />
      {answer !== undefined && value !== null && (
        <Content answer={answer} question={messages[index - 1] ?? null} entries={value.entries} />
      )}
    </Dialog>
  )
}

const everything = {
  recipientType: null,
  recipient: null,
  text: '',
  from: null,
  to: null,
  beforePosition: null
}

interface ContentProps {
  readonly answer: Message
  readonly question: Message | null
  readonly entries: readonly LedgerEntry[]
}

function Content(props: ContentProps) {
  const currency = useSetting('models.currency')
  const grants = useProjection((state) => state.consent.grants)
  const models = useProjection((state) => state.models.models)
  const receipt = useMemo(() => buildReceipt({ ...props, grants, currency }), [props, grants, currency])
  const markdown = useMemo(() => asMarkdown(receipt, models), [receipt, models])
  const json = useMemo(() => JSON.stringify(receipt, null, 2), [receipt])
  return (
    <div className={commonStyles.stack3}>
      <p className={styles.sum}>
        <VisibleText text={formatReceiptTotal(receipt)} />
      </p>
      <p className={commonStyles.fact}>
        <VisibleText text={listReceiptFacts(receipt, models).join(' · ')} />
      </p>
      {listReceiptParts(receipt).map((part) => (
        <Part key={part.title} part={part} />
      ))}
      <div className={styles.ways}>
        <CopyButton text={markdown} label={texts.copyMarkdown()} />
        <span role="group" aria-label={texts.receiptAsMarkdown()}>
          {texts.receiptAsMarkdown()}
          <SaveButton name="receipt" mimeType="text/markdown" data={{ text: markdown }} />
        </span>
        <span role="group" aria-label={texts.receiptAsJson()}>
          {texts.receiptAsJson()}
          <SaveButton name="receipt" mimeType="application/json" data={{ text: json }} />
        </span>
      </div>
    </div>
  )
}

function Part({ part: { title, nothing, lines } }: { readonly part: ReceiptPart }) {
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      {lines.length === 0 && <p className={commonStyles.fact}>{nothing}</p>}
      <ul className={styles.lines}>
        {lines.map(({ key, title: name, note, quoted }) => (
          <li key={key}>
            <strong>
              <VisibleText text={name} />
            </strong>{' '}
            <span className={commonStyles.fact}>
              <VisibleText text={note} />
            </span>
            {quoted !== null && (
              <p className={styles.quoted}>
                <VisibleText text={quoted} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
