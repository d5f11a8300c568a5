/** One conversation in the sidebar: opens, is renamed in place, asks to be deleted. */
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { ConversationSummary } from '../../app/contract/conversations'
import { IconButton } from '../ui/controls/button'
import { VisibleText } from '../ui/base/hidden-characters'
import styles from './conversation-row.module.css'
import { shell } from '../../app/texts/compiled/window/shell'
import { ui } from '../../app/texts/compiled/window/ui'

// Menus are not part of the first paint; until they are there the button stands for itself.
const Menu = lazy(() => import('../ui/controls/menu').then((module) => ({ default: module.Menu })))

export interface ConversationRowProps {
  readonly conversation: ConversationSummary
  readonly isCurrent: boolean
  readonly onOpen: (conversationId: string) => void
  readonly onRename: (conversationId: string, title: string) => void
  readonly onDelete: (conversation: ConversationSummary) => void
}

export function ConversationRow({
  conversation,
  isCurrent,
  onOpen,
  onRename,
  onDelete
}: ConversationRowProps) {
  const [isRenaming, setIsRenaming] = useState(false)
  // The field takes the focus with it when it goes; it belongs to the row then.
  const isFocusWanted = useRef(false)
  const { id, title, isRunning } = conversation
  const menuButton = (
    <IconButton
      label={shell.actionsFor({ title })}
      icon={Ellipsis}
      size="small"
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
  return (
    <li className={styles.conversationRow} data-current={isCurrent || undefined}>
      <button
        ref={(button) => {
          if (button !== null && isFocusWanted.current) button.focus()
          isFocusWanted.current = false
        }}
        type="button"
        className={styles.conversationOpen}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={() => onOpen(id)}
      >
        <span className={styles.conversationName}>
          <VisibleText text={title} />
        </span>
        {isRunning && <span className={styles.conversationRunning} role="img" aria-label={shell.running()} />}
      </button>
      <Suspense fallback={menuButton}>
        <Menu
          trigger={menuButton}
          items={[
            { label: shell.rename(), icon: Pencil, takesFocus: true, onSelect: () => setIsRenaming(true) },
            { label: ui.delete(), icon: Trash2, isDanger: true, onSelect: () => onDelete(conversation) }
          ]}
        />
      </Suspense>
    </li>
  )
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
        if (event.key === 'Enter') onDone(text, true)
        if (event.key === 'Escape') onDone(null, true)
      }}
    />
  )
}

function focusAndSelect(input: HTMLInputElement | null): void {
  input?.focus()
  input?.select()
}
