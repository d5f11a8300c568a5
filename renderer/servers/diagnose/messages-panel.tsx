/** The newest messages between Parley and one server, from the start of its connections: for server developers. */
import { ArrowDownLeft, ArrowUpRight, Pause, Play, Trash2 } from 'lucide-react'
import { Fragment, useEffect, useMemo, useState } from 'react'
import type { ServerView } from '../../../app/contract/servers'
import { Badge } from '../../ui/controls/badge'
import { Button } from '../../ui/controls/button'
import { CopyButton } from '../../ui/untrusted/code-block'
import { JsonView } from '../../ui/untrusted/json-view'
import { Select } from '../../ui/controls/select'
import { TextField } from '../../ui/controls/text-field'
import { formatClock, formatDuration, formatSize } from '../../ui/base/format'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import {
  filterMessages,
  findConnectionStarts,
  messageLines,
  type MessageFilter,
  type MessageRow
} from './message-rows'
import {
  followMessages,
  forgetServerMessages,
  pauseMessages,
  useIsFollowing,
  useServerMessages
} from './messages-view-store'
import { messages as texts } from '../../../app/texts/compiled/window/messages'
import partStyles from '../status/server-parts.module.css'
import styles from './messages-panel.module.css'

const shownAtOnce = 200

const directions = () => [
  { value: 'both', label: texts.bothWays() },
  { value: 'out', label: texts.toServer() },
  { value: 'in', label: texts.fromServer() }
]

/** A region named `Messages of ‹server›`. */
export function MessagesPanel({ server }: { readonly server: ServerView }) {
  useEffect(() => followMessages(server.name), [server.name])
  const isFollowing = useIsFollowing()
  const rows = useServerMessages(server.name)
  const [filter, setFilter] = useState<MessageFilter>({ direction: 'both', words: '' })
  const found = useMemo(() => filterMessages(rows, filter), [rows, filter])
  const starts = useMemo(
    () => new Map(findConnectionStarts(rows, found).map(({ place, removedCount }) => [place, removedCount])),
    [rows, found]
  )
  return (
    <section
      className={partStyles.serverPanel}
      aria-label={plainWithMarks(texts.messagesOf({ name: server.name }))}
    >
      <div className={styles.messagesTools}>
        <Select
          label={texts.direction()}
          isLabelHidden
          options={directions()}
          value={filter.direction}
          onChange={(direction) =>
            setFilter({ ...filter, direction: direction as MessageFilter['direction'] })
          }
        />
        <TextField
          type="search"
          label={texts.searchMessages()}
          isLabelHidden
          placeholder={texts.searchMessages()}
          value={filter.words}
          onChange={(words) => setFilter({ ...filter, words })}
        />
        <span className={styles.messagesCount}>{texts.messageCount({ count: found.length })}</span>
        <CopyButton text={() => messageLines(found)} label={texts.copyMessages()} />
        <Button
          size="small"
          icon={isFollowing ? Pause : Play}
          onClick={isFollowing ? pauseMessages : () => followMessages(server.name)}
        >
          {isFollowing ? texts.pause() : texts.goOn()}
        </Button>
        <Button
          size="small"
          icon={Trash2}
          disabled={rows.length === 0}
          onClick={() => forgetServerMessages(server.name)}
        >
          {texts.clear()}
        </Button>
      </div>
      {rows.length === 0 && <p className={partStyles.inspectUnknown}>{texts.noneYet()}</p>}
      {rows.length > 0 && found.length === 0 && (
        <p className={partStyles.inspectUnknown}>{texts.noMessageFits()}</p>
      )}
      <Rows rows={found} starts={starts} />
    </section>
  )
}

interface RowsProps {
  readonly rows: readonly MessageRow[]
  /** By the index of a connection's oldest message: how many earlier ones were removed. */
  readonly starts: ReadonlyMap<number, number>
}

/** Newest first, so that rows under the pointer stay in place while reading. */
function Rows({ rows, starts }: RowsProps) {
  const [shownCount, setShownCount] = useState(shownAtOnce)
  const newestFirst = rows.slice(-shownCount).toReversed()
  return (
    <div className={styles.messagesRows} role="log" aria-label={texts.messages()} aria-live="off">
      {newestFirst.map((row) => (
        <Fragment key={row.place}>
          <Row row={row} />
          {starts.has(row.place) && <Start removedCount={starts.get(row.place) ?? 0} />}
        </Fragment>
      ))}
      {rows.length > shownCount && (
        <Button size="small" onClick={() => setShownCount(shownCount + shownAtOnce)}>
          {texts.showEarlier({ count: rows.length - shownCount })}
        </Button>
      )}
    </div>
  )
}

function Start({ removedCount }: { readonly removedCount: number }) {
  return (
    <p className={styles.messagesStart}>
      {removedCount === 0 ? texts.connectionStart() : texts.earlierRemoved({ count: removedCount })}
    </p>
  )
}

function Row({ row }: { readonly row: MessageRow }) {
  const [isOpen, setIsOpen] = useState(false)
  const { message, kind, method, requestId, tookMs } = row
  const Arrow = message.direction === 'in' ? ArrowDownLeft : ArrowUpRight
  return (
    <details
      className={styles.messageRow}
      data-direction={message.direction}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        <time dateTime={new Date(message.at).toISOString()}>{formatClock(message.at)}</time>
        <Arrow
          size={14}
          aria-label={message.direction === 'in' ? texts.fromServer() : texts.toServer()}
          role="img"
        />
        <code className={styles.messageMethod}>
          <VisibleText text={(method ?? texts.unknownMethod()).slice(0, 100)} />
        </code>
        <Badge tone={kind === 'failure' ? 'danger' : 'neutral'}>{kindWords[kind]()}</Badge>
        {message.oddity !== null && <Badge tone="warning">{texts.odd()}</Badge>}
        <span className={styles.messageFacts}>
          {requestId !== null && <VisibleText text={`#${requestId.slice(0, 40)}`} />}
          {tookMs !== null && <span>{formatDuration(tookMs)}</span>}
          {message.size !== null && <span>{formatSize(message.size)}</span>}
        </span>
      </summary>
      {isOpen && <Body row={row} />}
    </details>
  )
}

function Body({ row: { message, method } }: { readonly row: MessageRow }) {
  return (
    <div className={styles.messageBody}>
      {message.oddity !== null && (
        <p>
          <VisibleText text={texts.oddity({ oddity: message.oddity })} />
        </p>
      )}
      {message.text === null ? (
        <p>{texts.notTold()}</p>
      ) : (
        <JsonView
          value={JSON.parse(message.text) as unknown}
          label={texts.jsonOf({ method: (method ?? texts.unknownMethod()).slice(0, 100) })}
        />
      )}
    </div>
  )
}

const kindWords: Readonly<Record<MessageRow['kind'], () => string>> = {
  request: texts.request,
  result: texts.result,
  failure: texts.failure,
  notification: texts.notification,
  batch: texts.batch,
  unreadable: texts.unreadable
}
