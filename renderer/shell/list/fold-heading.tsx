/** A heading that folds its rows: a folder of the list with its menu, or the archive. */
import { ChevronDown, ChevronRight, Ellipsis, Folder, Pencil, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import type { MouseEvent } from 'react'
import type { ConversationFolder } from '../../../app/contract/conversation/conversation-folders'
import { LazyMenu } from '../../ui/controls/lazy-menu'
import { IconButton } from '../../ui/controls/button'
import type { MenuItem } from '../../ui/controls/menu'
import { VisibleText } from '../../ui/base/hidden-characters'
import { askForName, askToRemove } from '../list-dialogs/list-dialogs-view-store'
import { headingKey } from './blocks'
import { foldGroup } from './fold-view-store'
import type { Group } from './group-by-day'
import commonStyles from '../../parts/common.module.css'
import styles from './conversation-list.module.css'
import { list } from '../../../app/texts/compiled/window/list'
import { shell } from '../../../app/texts/compiled/window/shell'

export interface FoldHeadingProps {
  readonly group: Group
  readonly isShut: boolean
  readonly isTabStop: boolean
}

export function FoldHeading({ group, isShut, isTabStop }: FoldHeadingProps) {
  const menu = useRef<HTMLButtonElement>(null)
  const { drawer } = group
  const Icon = isShut ? ChevronRight : ChevronDown
  const openMenu = (event: MouseEvent) => {
    if (menu.current === null) return
    event.preventDefault()
    menu.current.click()
  }
  const menuButton = (
    <IconButton
      ref={menu}
      label={shell.actionsFor({ title: drawer?.name ?? '' })}
      icon={Ellipsis}
      size="small"
      tabIndex={-1}
      className={styles.foldActs}
    />
  )
  return (
    <div className={styles.foldLine} onContextMenu={openMenu}>
      <h2 className={styles.foldHeading}>
        <button
          type="button"
          className={styles.foldLabel}
          data-stop={headingKey(group)}
          tabIndex={isTabStop ? 0 : -1}
          aria-expanded={!isShut}
          onClick={() => foldGroup(group, !isShut)}
        >
          <Icon size={14} aria-hidden />
          {drawer && <Folder size={14} aria-hidden />}
          <span className={commonStyles.cut}>
            <VisibleText text={group.label} />
          </span>
        </button>
      </h2>
      {drawer && <LazyMenu trigger={menuButton} items={drawerMenu(drawer)} />}
    </div>
  )
}

function drawerMenu(drawer: ConversationFolder): readonly MenuItem[] {
  return [
    { label: list.renameDrawer(), icon: Pencil, takesFocus: true, onSelect: () => askForName(drawer) },
    { label: list.deleteDrawer(), icon: Trash2, isDanger: true, onSelect: () => askToRemove(drawer) }
  ]
}
