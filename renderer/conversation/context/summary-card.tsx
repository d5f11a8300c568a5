/** The summary in the list, after the messages that it replaces. It can be read, edited and removed. */
import { FoldVertical } from 'lucide-react'
import type { ContextSummary } from '../../../app/contract/conversations'
import { Markdown } from '../../ui/untrusted/markdown'
import { Button } from '../../ui/controls/button'
import commonStyles from '../../parts/common.module.css'
import styles from './summary-card.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface SummaryCardProps {
  readonly summary: ContextSummary
  /** False while an answer is written. */
  readonly canChange: boolean
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** A section named `Summary in place of everything above`. */
export function SummaryCard({ summary, canChange, onEdit, onRemove }: SummaryCardProps) {
  return (
    <section className={styles.summaryCard} aria-label={texts.summaryStands()}>
      <header className={commonStyles.row}>
        <FoldVertical size={16} aria-hidden />
        <strong>{texts.summaryStands()}</strong>
      </header>
      <p className={commonStyles.note}>{texts.summaryStandsNote()}</p>
      <div className={styles.summaryWords} tabIndex={0} role="group" aria-label={texts.summaryText()}>
        <Markdown text={summary.text} />
      </div>
      <div className={commonStyles.wrap}>
        <Button size="small" disabled={!canChange} onClick={onEdit}>
          {texts.editSummary()}
        </Button>
        <Button size="small" disabled={!canChange} onClick={onRemove}>
          {texts.removeSummary()}
        </Button>
      </div>
    </section>
  )
}
