/** One ledger entry: what was sent to whom, how much, when, where, and who decided it. */
import type { LedgerEntry } from '../../app/contract/ledger'
import { useProjection } from '../state/projection'
import { Badge } from '../ui/controls/badge'
import { Button } from '../ui/controls/button'
import { VisibleText } from '../ui/base/hidden-characters'
import { formatMoment, formatSize } from '../ui/base/format'
import { describeRecipient, describeSubject } from '../parts/describe-ledger-parts'
import { describeDecision, describeLedgerKind } from '../parts/describe-ledger'
import type { SectionProps } from './section'
import { classNames } from '../ui/base/class-names'
import { settings as texts } from '../../app/texts/compiled/window/settings'
import partStyles from '../parts/permissions/settings-parts.module.css'
import styles from './ledger-entry-item.module.css'

export interface LedgerEntryItemProps {
  readonly entry: LedgerEntry
  readonly onOpenConversation: SectionProps['onOpenConversation']
}

export function LedgerEntryItem({ entry, onOpenConversation }: LedgerEntryItemProps) {
  const { conversationId, decision } = entry
  const grant = useProjection((state) => state.consent.grants.find(({ id }) => id === decision))
  const title = useProjection(
    (state) => state.conversations.find(({ id }) => id === conversationId)?.title ?? null
  )
  return (
    <li className={classNames(partStyles.settingsItem, styles.ledgerItem)}>
      <div className={partStyles.settingsItemWords}>
        <p className={classNames(partStyles.settingsItemTitle, styles.ledgerTitle)}>
          <Badge tone={tones[entry.recipientType]}>{describeLedgerKind[entry.kind]()}</Badge>{' '}
          <strong>
            <VisibleText text={describeRecipient(entry)} />
          </strong>{' '}
          {entry.subject !== '' && (
            <code className={styles.ledgerSubject}>
              <VisibleText text={describeSubject(entry)} />
            </code>
          )}
        </p>
        {entry.excerpt !== null && entry.excerpt !== '' && (
          <p className={classNames(partStyles.settingsItemCommand, styles.ledgerExcerpt)}>
            <VisibleText text={entry.excerpt} />
          </p>
        )}
        <p className={partStyles.settingsItemNote}>
          {formatMoment(entry.at)} · {formatSize(entry.bytes)} ·{' '}
          <VisibleText text={describeDecision(entry, grant)} />
          {conversationId !== null && title === null && ` · ${texts.conversationDeleted()}`}
        </p>
      </div>
      {conversationId !== null && title !== null && (
        <Button
          size="small"
          aria-label={texts.openConversation({ title })}
          onClick={() => onOpenConversation(conversationId, entry.messageId)}
        >
          {texts.open()}
        </Button>
      )}
    </li>
  )
}

const tones = { model: 'accent', server: 'neutral', link: 'warning', address: 'neutral' } as const
