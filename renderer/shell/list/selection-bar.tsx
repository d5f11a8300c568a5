/** How many conversations are selected, and actions on them. Shown while any is selected. */
import { Download, FolderInput, ListChecks, Trash2, X } from 'lucide-react'
import { useProjection } from '../../state/projection'
import { IconButton } from '../../ui/controls/button'
import hiddenStyles from '../../ui/base/visually-hidden.module.css'
import { ask } from './confirm-list-actions'
import { listSelectedIds, moveToListPlace } from '../list-dialogs/selection-actions'
import { archiveItem, pinItem } from './row-menu'
import { select, useSelection } from '../list-dialogs/selection-view-store'
import styles from './selection-bar.module.css'
import { list } from '../../../app/texts/compiled/window/list'
import { shell } from '../../../app/texts/compiled/window/shell'
import { ui } from '../../../app/texts/compiled/window/ui'

export interface SelectionBarProps {
  /** Gets the focus when the bar is removed. */
  readonly onEnd: () => void
}

/** A group named `Selected conversations`. */
export function SelectionBar({ onEnd }: SelectionBarProps) {
  const count = useSelection(({ chosen }) => chosen.size)
  const words = count === 0 ? '' : list.selectedCount({ count })
  return (
    <>
      {/* Present before its first text, so that screen readers announce each number. */}
      <p role="status" className={hiddenStyles.visuallyHidden}>
        {words}
      </p>
      {count > 0 && (
        <div role="group" aria-label={list.selection()} className={styles.bar}>
          <div className={styles.line}>
            <span className={styles.count} aria-hidden>
              {words}
            </span>
            <IconButton label={list.selectAll()} icon={ListChecks} size="small" onClick={select.all} />
            <IconButton
              label={list.selectNone()}
              icon={X}
              size="small"
              onClick={() => {
                select.none()
                onEnd()
              }}
            />
          </div>
          <Acts onEnd={onEnd} />
        </div>
      )}
    </>
  )
}

function Acts({ onEnd }: SelectionBarProps) {
  const chosen = useSelection((state) => state.chosen)
  const known = useProjection((state) => state.conversations)
  const conversations = known.filter(({ id }) => chosen.has(id))
  const isAll = (shelf: 'pinned' | 'archived') =>
    conversations.every((conversation) => conversation.shelf === shelf)
  const shelveAll = (shelf: Parameters<typeof moveToListPlace>[1]) => {
    moveToListPlace(listSelectedIds(), shelf)
    onEnd()
  }
  const actions = [
    { label: list.move(), icon: FolderInput, onSelect: () => ask('move', listSelectedIds()) },
    pinItem(isAll('pinned'), shelveAll),
    archiveItem(isAll('archived'), shelveAll),
    { label: shell.exportOne(), icon: Download, onSelect: () => ask('export', listSelectedIds()) },
    { label: ui.delete(), icon: Trash2, onSelect: () => ask('delete', listSelectedIds()) }
  ]
  return (
    <div className={styles.line}>
      {actions.map(({ label, icon, onSelect }) => (
        <IconButton key={label} label={label} icon={icon} size="small" onClick={onSelect} />
      ))}
    </div>
  )
}
