/** The messages between Parley and one server, from the start of its connections: for server developers. */
import { Pause, Pencil, Play, Trash2 } from 'lucide-react'
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type ReactNode
} from 'react'
import type { MessageRow } from '../../../app/contract/workbench/messages'
import type { ServerView } from '../../../app/contract/servers'
import { messages as texts } from '../../../app/texts/compiled/window/messages'
import { call } from '../../bridge/call'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { Button } from '../../ui/controls/button'
import { CopyButton } from '../../ui/untrusted/code-block'
import { FilterField } from './filter-field'
import { emptyDraft, type MessageDraft } from './message-draft'
import { MessageEditor } from './message-editor'
import { MessageLine } from './message-line'
import { MessageList, type MessageListControls } from './message-list'
import { MessageReader } from './message-reader'
import { useComparedMessages } from './compared-messages'
import { pressInMessages } from './message-keys'
import lineStyles from './message-line.module.css'
import styles from './messages-panel.module.css'

export interface MessagesPanelProps {
  readonly server: ServerView
  /** Compares the whole session. */
  readonly compareButton?: ReactNode
}

/** A region named `Messages of ‹server›`. */
export function MessagesPanel({ server, compareButton }: MessagesPanelProps) {
  const serverName = server.name
  const [filter, setFilter] = useState('')
  const [isPaused, setIsPaused] = useState(false)
  const [draft, setDraft] = useState<MessageDraft | null>(null)
  const reader = useMemo(() => new MessageReader(serverName, filter), [serverName, filter])
  useEffect(() => reader.setPaused(isPaused), [reader, isPaused])
  const shown = useSyncExternalStore(reader.subscribe, reader.shown)
  const { matchCount, removed, isRead, problems } = shown
  const isEmpty = isRead && matchCount === 0
  return (
    <section className={styles.panel} aria-label={plainWithMarks(texts.messagesOf({ name: serverName }))}>
      <div className={styles.tools}>
        <FilterField serverName={serverName} filter={filter} problems={problems} onChange={setFilter} />
        <span className={styles.count}>{texts.messageCount({ count: matchCount })}</span>
        <CopyButton
          text={async () => (await call('messages.export', { serverName, filter })).lines}
          label={texts.copyMessages()}
        />
        <Button
          size="small"
          icon={Pencil}
          aria-expanded={draft !== null}
          onClick={() => setDraft(draft === null ? emptyDraft : null)}
        >
          {texts.newMessage()}
        </Button>
        <Button size="small" icon={isPaused ? Play : Pause} onClick={() => setIsPaused(!isPaused)}>
          {isPaused ? texts.goOn() : texts.pause()}
        </Button>
        <Button
          size="small"
          icon={Trash2}
          disabled={isEmpty && filter === ''}
          // A failure changes nothing on screen, and the messages stay.
          onClick={() => void call('server.clear', { serverName, what: 'messages' }).catch(() => {})}
        >
          {texts.clear()}
        </Button>
        {compareButton}
      </div>
      {draft !== null && (
        <MessageEditor
          serverName={serverName}
          draft={draft}
          onChange={setDraft}
          onClose={() => setDraft(null)}
        />
      )}
      {isEmpty && <p className={styles.note}>{filter === '' ? texts.noneYet() : texts.noMessageFits()}</p>}
      {removed > 0 && <p className={styles.note}>{texts.removedOfServer({ count: removed })}</p>}
      <Rows
        key={serverName}
        {...{ serverName, filter, reader, shown }}
        onFilter={setFilter}
        onEdit={setDraft}
      />
    </section>
  )
}

interface RowsProps {
  readonly serverName: string
  readonly filter: string
  readonly reader: MessageReader
  readonly shown: ReturnType<MessageReader['shown']>
  readonly onFilter: (filter: string) => void
  readonly onEdit: (draft: MessageDraft) => void
}

function Rows({ serverName, filter, reader, shown, onFilter, onEdit }: RowsProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const [target, setTarget] = useState<number | null>(null)
  const controls = useRef<MessageListControls>(null)
  const jump = async (number: number) => {
    const find = async (text: string) =>
      (await call('messages.locate', { serverName, filter: text, number })).position
    const found = await find(filter)
    // The filter hides it.
    if (found === null) onFilter('')
    const position = found ?? (await find(''))
    if (position === null) return
    setTarget(number)
    controls.current?.goTo(position)
  }
  const onToggle = ({ number }: MessageRow, isOpen: boolean) => {
    if (isOpen) controls.current?.stay()
    setOpen((before) => new Set([...before, number].filter((each) => isOpen || each !== number)))
  }
  const onJump = (number: number) => void jump(number).catch(() => {}) // the message is no longer kept
  const comparing = useComparedMessages(serverName)
  return (
    <>
      {comparing.notice}
      <MessageList
        reader={reader}
        shown={shown}
        controls={controls}
        isTall={(row) => row !== undefined && (open.has(row.number) || row.removedBefore !== null)}
        onKeyDown={(event: KeyboardEvent<HTMLElement>) =>
          pressInMessages(event, {
            onJump,
            onCompare: (number) =>
              comparing.choose([...shown.rows.values()].find((row) => row.number === number))
          })
        }
        renderRow={(row) =>
          row === undefined ? (
            <div className={lineStyles.unread} />
          ) : (
            <MessageLine
              serverName={serverName}
              row={row}
              isOpen={open.has(row.number)}
              isTarget={target === row.number}
              onToggle={onToggle}
              onJump={onJump}
              onEdit={onEdit}
              onCompare={comparing.choose}
            />
          )
        }
      />
    </>
  )
}
