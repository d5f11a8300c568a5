/** The messages of an app, newest first, so that rows under the pointer stay in place while reading. */
import { ArrowDownLeft, ArrowUpRight, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { appInspector as texts } from '../../../app/texts/compiled/window/appInspector'
import { messages as messageTexts } from '../../../app/texts/compiled/window/messages'
import { formatClock, formatSize } from '../../ui/base/format'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Badge } from '../../ui/controls/badge'
import { Button } from '../../ui/controls/button'
import { CopyButton } from '../../ui/untrusted/code-block'
import { JsonView } from '../../ui/untrusted/json-view'
import partStyles from '../status/server-parts.module.css'
import { appMessageLines, type AppMessageRow } from './app-message-rows'
import type { ShownAppMessages } from './use-app-messages'
import styles from './app-messages.module.css'

const shownAtOnce = 100

/** A region named `Messages of the app`. */
export function AppMessages({ messages: { rows, leftOut }, onClear }: ShownAppMessages) {
  const [shownCount, setShownCount] = useState(shownAtOnce)
  return (
    <section className={styles.panel} aria-label={texts.messages()}>
      <div className={styles.tools}>
        <h4 className={partStyles.inspectHeading}>{texts.messages()}</h4>
        <span className={styles.count}>{messageTexts.messageCount({ count: rows.length })}</span>
        <CopyButton text={() => appMessageLines(rows)} label={messageTexts.copyMessages()} />
        <Button size="small" icon={Trash2} disabled={rows.length === 0} onClick={onClear}>
          {messageTexts.clear()}
        </Button>
      </div>
      {rows.length === 0 && <p className={partStyles.inspectUnknown}>{texts.noMessages()}</p>}
      <div className={styles.rows} role="log" aria-label={messageTexts.messages()} aria-live="off">
        {rows
          .slice(-shownCount)
          .toReversed()
          .map((row) => (
            <Row key={row.message.index} row={row} />
          ))}
        {rows.length > shownCount && (
          <Button size="small" onClick={() => setShownCount(shownCount + shownAtOnce)}>
            {texts.showEarlier({ count: rows.length - shownCount })}
          </Button>
        )}
      </div>
      {leftOut > 0 && <p className={styles.count}>{texts.leftOut({ count: leftOut })}</p>}
    </section>
  )
}

function Row({ row }: { readonly row: AppMessageRow }) {
  const [isOpen, setIsOpen] = useState(false)
  const { message, kind, method } = row
  const isFromApp = message.direction === 'in'
  const Arrow = isFromApp ? ArrowDownLeft : ArrowUpRight
  return (
    <details
      className={styles.row}
      data-direction={message.direction}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        <time dateTime={new Date(message.at).toISOString()}>{formatClock(message.at)}</time>
        <Arrow size={14} role="img" aria-label={isFromApp ? texts.fromApp() : texts.toApp()} />
        <code className={styles.method}>
          <VisibleText text={(method ?? messageTexts.unknownMethod()).slice(0, 100)} />
        </code>
        <Badge tone={kind === 'failure' ? 'danger' : 'neutral'}>{kindTexts[kind]()}</Badge>
        {message.refusal !== null && <Badge tone="warning">{texts.refused()}</Badge>}
        <span className={styles.facts}>{formatSize(message.size)}</span>
      </summary>
      {isOpen && <Body row={row} />}
    </details>
  )
}

function Body({ row: { message, method, kind } }: { readonly row: AppMessageRow }) {
  const { text, refusal } = message
  const label = messageTexts.jsonOf({ method: (method ?? messageTexts.unknownMethod()).slice(0, 100) })
  return (
    <div className={styles.body}>
      {refusal !== null && (
        <p>
          <VisibleText text={texts.refusedBecause({ reason: refusal })} />
        </p>
      )}
      {text === null && <p>{texts.tooLong()}</p>}
      {text !== null && (
        <>
          <JsonView value={kind === 'unreadable' ? text : (JSON.parse(text) as unknown)} label={label} />
          <CopyButton text={text} label={texts.copyMessage()} />
        </>
      )}
    </div>
  )
}

const kindTexts: Readonly<Record<AppMessageRow['kind'], () => string>> = {
  request: messageTexts.request,
  result: messageTexts.result,
  failure: messageTexts.failure,
  notification: messageTexts.notification,
  unreadable: messageTexts.unreadable
}
