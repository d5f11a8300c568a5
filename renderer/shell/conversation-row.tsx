/** One conversation in the sidebar: opens, is renamed in place, pinned or archived, asks to be deleted. */
import { Archive, ArchiveRestore, Download, Ellipsis, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import type { KeyboardEvent, MouseEvent, RefObject } from 'react'
import type { ConversationSummary, FoundConversation, SearchHit } from '../../app/contract/conversations'
import type { Shelf } from '../../app/contract/limits'
import { IconButton } from '../ui/controls/button'
import type { MenuItem } from '../ui/controls/menu'
import { Tooltip } from '../ui/controls/tooltip'
import { plainWithMarks, VisibleText } from '../ui/base/hidden-characters'
import { FoundTitle, FoundWords, isInTitle } from './found-words'
import styles from './conversation-row.module.css'
import { shell } from '../../app/texts/compiled/window/shell'
import { ui } from '../../app/texts/compiled/window/ui'

// Menus are not part of the first paint; until they are there the button stands for itself.
const Menu = lazy(() => import('../ui/controls/menu').then((module) => ({ default: module.Menu })))

export interface ConversationRowProps {
  readonly conversation: FoundConversation
  readonly isCurrent: boolean
  /** The one row that Tab comes to. */
  readonly isTabStop: boolean
  readonly onOpen: (conversationId: string, hit?: SearchHit) => void
  readonly onFocus: (conversationId: string) => void
  readonly onRename: (conversationId: string, title: string) => void
  readonly onShelf: (conversationId: string, shelf: Shelf | null) => void
  readonly onExport: (conversation: ConversationSummary) => void
  readonly onDelete: (conversation: ConversationSummary) => void
}

export function ConversationRow(props: ConversationRowProps) {
  const { conversation, isCurrent, onRename } = props
  const [isRenaming, setIsRenaming] = useState(false)
  // The field takes the focus with it when it goes; it belongs to the row then.
  const isFocusWanted = useRef(false)
  const menu = useRef<HTMLButtonElement>(null)
  const { id, title } = conversation
  const menuButton = (
    <IconButton
      ref={menu}
      label={shell.actionsFor({ title })}
      icon={Ellipsis}
      size="small"
      tabIndex={-1}
      className={styles.conversationActs}
    />
  )
  const rename = (next: string | null, isByKey: boolean) => {
    isFocusWanted.current = isByKey
    setIsRenaming(false)
    if (next !== null && next.trim() !== '' && next !== title) onRename(id, next.trim())
  }
  if (isRenaming) {
    return (
      <li className={styles.conversationRow}>
        <RenameField title={title} onDone={rename} />
      </li>
    )
  }
  // Also what the menu key and Shift+F10 come as.
  const openMenu = (event: MouseEvent) => {
    event.preventDefault()
    menu.current?.click()
  }
  return (
    <li className={styles.conversationRow} data-current={isCurrent || undefined} onContextMenu={openMenu}>
      <OpenButton {...props} isFocusWanted={isFocusWanted} onRenaming={() => setIsRenaming(true)} />
      <Suspense fallback={menuButton}>
        <Menu trigger={menuButton} items={actsOn(props, () => setIsRenaming(true))} />
      </Suspense>
    </li>
  )
}

interface OpenButtonProps extends ConversationRowProps {
  readonly isFocusWanted: RefObject<boolean>
  readonly onRenaming: () => void
}

function OpenButton({ conversation, isFocusWanted, onRenaming, ...props }: OpenButtonProps) {
  const nameId = useId()
  const { id, title, isRunning, hit } = conversation
  const words = hit && !isInTitle(title, hit) ? hit : undefined
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'F2') onRenaming()
    else if (event.key === 'Delete') props.onDelete(conversation)
    else return
    event.preventDefault()
  }
  return (
    <Tooltip text={plainWithMarks(title)} isForCutText>
      <button
        ref={(button) => {
          if (button !== null && isFocusWanted.current) button.focus()
          isFocusWanted.current = false
        }}
        type="button"
        className={styles.conversationOpen}
        data-conversation
        tabIndex={props.isTabStop ? 0 : -1}
        aria-current={props.isCurrent ? 'page' : undefined}
        aria-labelledby={hit && nameId}
        aria-describedby={words && `${nameId}-words`}
        onClick={() => props.onOpen(id, hit)}
        onFocus={() => props.onFocus(id)}
        onKeyDown={onKeyDown}
      >
        <span className={styles.conversationLines}>
          <span className={styles.conversationName} id={nameId} data-may-be-cut>
            {hit ? <FoundTitle title={title} hit={hit} /> : <VisibleText text={title} />}
          </span>
          {words && <FoundWords hit={words} id={`${nameId}-words`} />}
        </span>
        {isRunning && <span className={styles.conversationRunning} role="img" aria-label={shell.running()} />}
      </button>
    </Tooltip>
  )
}

function actsOn(props: ConversationRowProps, onRenaming: () => void): readonly MenuItem[] {
  const { conversation, onShelf, onExport, onDelete } = props
  const { id, shelf } = conversation
  return [
    { label: shell.rename(), icon: Pencil, takesFocus: true, onSelect: onRenaming },
    shelf === 'pinned'
      ? { label: shell.unpin(), icon: PinOff, onSelect: () => onShelf(id, null) }
      : { label: shell.pin(), icon: Pin, onSelect: () => onShelf(id, 'pinned') },
    shelf === 'archived'
      ? { label: shell.unarchive(), icon: ArchiveRestore, onSelect: () => onShelf(id, null) }
      : { label: shell.archive(), icon: Archive, onSelect: () => onShelf(id, 'archived') },
    { label: shell.exportOne(), icon: Download, takesFocus: true, onSelect: () => onExport(conversation) },
    { label: ui.delete(), icon: Trash2, isDanger: true, onSelect: () => onDelete(conversation) }
  ]
}

interface RenameFieldProps {
  readonly title: string
  /** Null: nothing is changed. */
  readonly onDone: (title: string | null, isByKey: boolean) => void
}

function RenameField({ title, onDone }: RenameFieldProps) {
  const [text, setText] = useState(title)
  return (
    <input
      className={styles.conversationRename}
      aria-label={shell.newTitle()}
      value={text}
      maxLength={300}
      ref={focusAndSelect}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => onDone(text, false)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        // The row has the focus in a moment: the same press must not open it.
        event.preventDefault()
        onDone(event.key === 'Enter' ? text : null, true)
      }}
    />
  )
}

function focusAndSelect(input: HTMLInputElement | null): void {
  input?.focus()
  input?.select()
}
