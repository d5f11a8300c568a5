/** One line of the ledger: what went to whom, how much, when, where, and who decided it. */
import type { LedgerEntry } from '../../app/contract/ledger'
import { useProjection } from '../state/projection'
import { Badge } from '../ui/badge'
import { Button } from '../ui/button'
import { VisibleText } from '../ui/hidden-characters'
import { formatMoment, formatSize } from '../ui/time'

export interface LedgerEntryItemProps {
  readonly entry: LedgerEntry
  readonly onOpenConversation: (conversationId: string) => void
}

export function LedgerEntryItem({ entry, onOpenConversation }: LedgerEntryItemProps) {
  const { conversationId } = entry
  const title = useProjection(
    (state) => state.conversations.find(({ id }) => id === conversationId)?.title ?? null
  )
  return (
    <li className="settings-item ledger-item">
      <div className="settings-item-words">
        <p className="settings-item-title">
          <Badge tone={tones[entry.recipientType]}>{entry.kind}</Badge>{' '}
          <strong>
            <VisibleText text={entry.recipient} />
          </strong>{' '}
          {entry.subject !== '' && (
            <code className="ledger-subject">
              <VisibleText text={entry.subject} />
            </code>
          )}
        </p>
        {entry.excerpt !== null && entry.excerpt !== '' && (
          <p className="settings-item-command">
            <VisibleText text={entry.excerpt} />
          </p>
        )}
        <p className="settings-item-note">
          {formatMoment(entry.at)} · {formatSize(entry.bytes)} · {decisionWords(entry)}
          {conversationId !== null && title === null && ' · its conversation was deleted'}
        </p>
      </div>
      {conversationId !== null && title !== null && (
        <Button
          size="small"
          aria-label={`Open conversation ${title}`}
          onClick={() => onOpenConversation(conversationId)}
        >
          Open
        </Button>
      )}
    </li>
  )
}

const tones = { model: 'accent', server: 'neutral', link: 'warning' } as const

function decisionWords({ decidedBy, decision }: LedgerEntry): string {
  switch (decidedBy) {
    case 'person':
      return 'your decision'
    case 'grant':
      return 'by a permission'
    case 'rule':
      return decision ?? 'by a rule'
  }
}
