/** One message in the list, unfolded with its JSON. */
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { MessageRow } from '../../../app/contract/workbench/messages'
import { messages as texts } from '../../../app/texts/compiled/window/messages'
import { formatClock, formatDuration, formatSize } from '../../ui/base/format'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Badge } from '../../ui/controls/badge'
import { MessageBody } from './message-body'
import type { MessageDraft } from './message-draft'
import { shortMethod } from './short-method'
import styles from './message-line.module.css'

export interface MessageLineProps {
  readonly serverName: string
  readonly row: MessageRow
  readonly isOpen: boolean
  /** True for the message to which the user jumped, which gets the focus. */
  readonly isTarget: boolean
  readonly onToggle: (row: MessageRow, isOpen: boolean) => void
  readonly onJump: (number: number) => void
  readonly onEdit: (draft: MessageDraft) => void
  /** Chooses it as one of two that are compared. */
  readonly onCompare: (row: MessageRow) => void
}

export function MessageLine(props: MessageLineProps) {
  const { row, isOpen, isTarget } = props
  const summary = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isTarget) summary.current?.focus({ preventScroll: true })
  }, [isTarget, row.number])
  return (
    <>
      {row.removedBefore !== null && (
        <p className={styles.start}>
          {row.removedBefore === 0
            ? texts.connectionStart()
            : texts.earlierRemoved({ count: row.removedBefore })}
        </p>
      )}
      <details
        className={styles.row}
        data-direction={row.direction}
        data-partner={isTarget || undefined}
        open={isOpen}
        onToggle={(event) => {
          if (event.currentTarget.open !== isOpen) props.onToggle(row, event.currentTarget.open)
        }}
      >
        <summary ref={summary} data-number={row.number} data-partner-number={row.partner ?? undefined}>
          <Facts row={row} />
        </summary>
        {isOpen && (
          <MessageBody
            key={row.number}
            serverName={props.serverName}
            row={row}
            onJump={props.onJump}
            onEdit={props.onEdit}
            onCompare={props.onCompare}
          />
        )}
      </details>
    </>
  )
}

/** Method, kind, id, duration and size on one line. */
function Facts({ row }: { readonly row: MessageRow }) {
  const Arrow = row.direction === 'in' ? ArrowDownLeft : ArrowUpRight
  return (
    <>
      <time dateTime={new Date(row.at).toISOString()}>{formatClock(row.at)}</time>
      <Arrow
        size={14}
        aria-label={row.direction === 'in' ? texts.fromServer() : texts.toServer()}
        role="img"
      />
      <code className={styles.method}>
        <VisibleText text={shortMethod(row)} />
      </code>
      {row.tool !== null && (
        <span className={styles.tool}>
          <VisibleText text={row.tool.slice(0, 100)} />
        </span>
      )}
      <Badge tone={row.kind === 'error' ? 'danger' : 'neutral'}>{kindWords[row.kind]()}</Badge>
      {row.round !== null && <Badge tone="neutral">{texts.round({ number: row.round })}</Badge>}
      {row.batch !== null && <Badge tone="neutral">{texts.inBatch(row.batch)}</Badge>}
      {row.oddity !== null && <Badge tone="warning">{texts.odd()}</Badge>}
      <span className={styles.facts}>
        {row.status !== null && <span>{`HTTP ${row.status}`}</span>}
        {row.id !== null && <VisibleText text={`#${row.id.slice(0, 40)}`} />}
        {row.tookMs !== null && <span>{formatDuration(row.tookMs)}</span>}
        {row.size !== null && <span>{formatSize(row.size)}</span>}
      </span>
    </>
  )
}

const kindWords: Readonly<Record<MessageRow['kind'], () => string>> = {
  request: texts.request,
  result: texts.result,
  error: texts.failure,
  notification: texts.notification,
  unreadable: texts.unreadable
}
