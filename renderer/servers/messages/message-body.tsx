/** An unfolded message, read when it is shown: its JSON, its faults, its HTTP headers, and what can be done with it. */
import { ArrowLeftRight, CornerDownRight, Pencil } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { HttpExchange, MessageDetails, MessageRow } from '../../../app/contract/workbench/messages'
import { differences } from '../../../app/texts/compiled/window/differences'
import { messages as texts } from '../../../app/texts/compiled/window/messages'
import { toText } from '../../../app/texts/localized'
import { call, failureMessage } from '../../bridge/call'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { CopyButton } from '../../ui/untrusted/code-block'
import { JsonView } from '../../ui/untrusted/json-view'
import { findLine } from './find-line'
import { toDraft, type MessageDraft } from './message-draft'
import { shortMethod } from './short-method'
import { writeTest } from './write-test'
import styles from './message-line.module.css'

export interface MessageBodyProps {
  readonly serverName: string
  readonly row: MessageRow
  readonly onJump: (number: number) => void
  readonly onEdit: (draft: MessageDraft) => void
  readonly onCompare: (row: MessageRow) => void
}

export function MessageBody(props: MessageBodyProps) {
  const { serverName, row } = props
  const { details, failure } = useDetails(serverName, row)
  return (
    <div className={styles.body}>
      <Commands {...props} details={details} />
      {row.oddity !== null && (
        <p>
          <VisibleText text={texts.oddity({ oddity: row.oddity })} />
        </p>
      )}
      <FailureText text={failure} />
      {details === 'gone' && <p>{texts.noLongerKept()}</p>}
      {details !== null && details !== 'gone' && <Content row={row} details={details} />}
    </div>
  )
}

interface CommandsProps extends MessageBodyProps {
  readonly details: Read['details']
}

function Commands({ serverName, row, details, onJump, onEdit, onCompare }: CommandsProps) {
  const { partner } = row
  const { text = null, curl = null } = details === null || details === 'gone' ? {} : details
  const isSent = row.direction === 'out' && (row.kind === 'request' || row.kind === 'notification')
  const draft = isSent && text !== null ? toDraft(text) : null
  return (
    <div className={styles.commands}>
      {partner !== null && (
        <Button size="small" icon={CornerDownRight} aria-keyshortcuts="J" onClick={() => onJump(partner)}>
          {row.kind === 'request' ? texts.showAnswer() : texts.showRequest()}
        </Button>
      )}
      {draft !== null && (
        <Button size="small" icon={Pencil} onClick={() => onEdit(draft)}>
          {texts.editAndSend()}
        </Button>
      )}
      {text !== null && (
        <Button size="small" icon={ArrowLeftRight} aria-keyshortcuts="C" onClick={() => onCompare(row)}>
          {differences.compare()}
        </Button>
      )}
      {text !== null && <CopyButton text={() => indent(text)} label={texts.copyJson()} isLabelShown />}
      {curl !== null && <CopyButton text={curl} label={texts.copyCurl()} isLabelShown />}
      {text !== null && row.method === 'tools/call' && (
        <CopyButton text={() => writeTest(serverName, row, text)} label={texts.copyTest()} isLabelShown />
      )}
    </div>
  )
}

function Content({ row, details }: { readonly row: MessageRow; readonly details: MessageDetails }) {
  const { text, faults, checkedAgainst, http } = details
  if (text === null) return <p>{texts.notTold()}</p>
  const value: unknown = JSON.parse(text)
  return (
    <>
      {checkedAgainst !== null && faults.length === 0 && (
        <p className={styles.checked}>{texts.fitsSchema({ revision: checkedAgainst })}</p>
      )}
      {faults.length > 0 && (
        <ul className={styles.faults} aria-label={texts.faultsOf({ revision: checkedAgainst ?? '' })}>
          {faults.map(({ pointer, reason }) => (
            <li key={`${pointer} ${toText(reason)}`}>
              <code>
                <VisibleText text={pointer === '' ? '/' : pointer} />
              </code>{' '}
              <VisibleText text={toText(reason)} />
            </li>
          ))}
        </ul>
      )}
      <JsonView
        value={value}
        label={texts.jsonOf({ method: shortMethod(row) })}
        markedLines={new Set(faults.map(({ pointer }) => findLine(value, pointer)))}
      />
      {http !== null && <Http exchange={http} />}
    </>
  )
}

function Http({ exchange }: { readonly exchange: HttpExchange }) {
  const { url, status, requestHeaders, responseHeaders } = exchange
  const lines = (headers: HttpExchange['requestHeaders']) =>
    Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const text = [`POST ${url}`, ...lines(requestHeaders), '', `HTTP ${status}`, ...lines(responseHeaders)]
  return (
    <details>
      <summary className={styles.http}>{texts.httpHeaders({ status })}</summary>
      <pre className={styles.headers} tabIndex={0}>
        <VisibleText text={text.join('\n')} />
      </pre>
    </details>
  )
}

function indent(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2)
}

interface Read {
  /** null: not read yet. */
  readonly details: MessageDetails | 'gone' | null
  readonly failure: string | null
}

function useDetails(serverName: string, { number, partner }: MessageRow): Read {
  const [read, setRead] = useState<Read>({ details: null, failure: null })
  useEffect(() => {
    let isCurrent = true
    call('messages.read', { serverName, number }).then(
      (details) => isCurrent && setRead({ details: details ?? 'gone', failure: null }),
      (error: unknown) => isCurrent && setRead({ details: null, failure: failureMessage(error) })
    )
    return () => void (isCurrent = false)
    // Again when the answer has arrived, which brings its HTTP status.
  }, [serverName, number, partner])
  return read
}
