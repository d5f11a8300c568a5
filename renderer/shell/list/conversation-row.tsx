/**
 * One conversation in the sidebar: opened, renamed in place, selected with others, dragged into a folder. Its menu
 * has the other actions.
 */
import { Ellipsis, Folder } from 'lucide-react'
import { memo, useId, useRef } from 'react'
import type { DragEvent, MouseEvent, RefObject } from 'react'
import type { FoundConversation, SearchHit } from '../../../app/contract/conversations'
import { call } from '../../bridge/call'
import { report } from '../../bridge/report'
import { useProjection } from '../../state/projection'
import { LazyMenu } from '../../ui/controls/lazy-menu'
import { IconButton } from '../../ui/controls/button'
import { Tooltip } from '../../ui/controls/tooltip'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { rename as startRenaming, useOpenDialog } from '../list-dialogs/list-dialogs-view-store'
import { rowKey } from './blocks'
import { SearchHitPlace, FoundTitle, SearchHitView, isInTitle } from './search-hit-view'
import { RenameField } from './rename-field'
import { rowMenu } from './row-menu'
import { drag, select, useSelection } from '../list-dialogs/selection-view-store'
import commonStyles from '../../parts/common.module.css'
import styles from './conversation-row.module.css'
import { list } from '../../../app/texts/compiled/window/list'
import { shell } from '../../../app/texts/compiled/window/shell'

// Menus are not part of the first paint; until they are loaded a plain button replaces them.

export interface ConversationRowProps {
  readonly conversation: FoundConversation
  readonly isCurrent: boolean
  /** The row that is the Tab stop. */
  readonly isTabStop: boolean
  /** Its position under its heading and their number, including rows that aren't drawn. */
  readonly place: number
  readonly of: number
  /** The heading does not name its folder. */
  readonly namesDrawer: boolean
  readonly onOpen: (conversationId: string, hit?: SearchHit) => void
}

export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { conversation, isCurrent, place, of } = props
  const isRenaming = useOpenDialog(({ renamingId }) => renamingId === props.conversation.id)
  const isChosen = useSelection(({ chosen }) => chosen.has(props.conversation.id))
  const isAmongSeveral = useSelection(({ chosen }) => isChosen && chosen.size > 1)
  // When the field is removed it loses the focus, which then moves to the row.
  const isFocusWanted = useRef(false)
  const menu = useRef<HTMLButtonElement>(null)
  const { id, title } = conversation
  const counted = { 'aria-posinset': place, 'aria-setsize': of }
  const rename = (next: string | null, isByKey: boolean) => {
    isFocusWanted.current = isByKey
    startRenaming(null)
    if (next === null || next.trim() === '' || next === title) return
    void call('conversation.rename', { conversationId: id, title: next.trim() }).catch(report)
  }
  if (isRenaming) {
    return (
      <li className={styles.conversationRow} {...counted}>
        <RenameField title={title} onDone={rename} />
      </li>
    )
  }
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
  // Also triggered by the menu key and Shift+F10.
  const openMenu = (event: MouseEvent) => {
    event.preventDefault()
    menu.current?.click()
  }
  return (
    <li
      className={styles.conversationRow}
      data-current={isCurrent || undefined}
      data-chosen={isChosen || undefined}
      {...counted}
      onContextMenu={openMenu}
      draggable
      onDragStart={(event) => startDrag(event, id)}
      onDragEnd={() => drag(null)}
    >
      <ChooseBox id={id} title={title} isChosen={isChosen} />
      <OpenButton {...props} isChosen={isChosen} isFocusWanted={isFocusWanted} />
      <LazyMenu trigger={menuButton} items={rowMenu(conversation, isAmongSeveral)} />
    </li>
  )
})

function startDrag({ dataTransfer }: DragEvent, id: string): void {
  dataTransfer.effectAllowed = 'move'
  // A type that nothing else accepts, so that no text is dropped into a field.
  dataTransfer.setData('application/x-parley-conversations', '')
  drag(id)
}

interface ChooseBoxProps {
  readonly id: string
  readonly title: string
  readonly isChosen: boolean
}

/** Shown while anything is selected, for pointers without a keyboard. */
function ChooseBox({ id, title, isChosen }: ChooseBoxProps) {
  const isChoosing = useSelection(({ chosen }) => chosen.size > 0)
  if (!isChoosing) return null
  return (
    <input
      type="checkbox"
      className={styles.conversationChoose}
      aria-label={list.selectOne({ title: plainWithMarks(title) })}
      checked={isChosen}
      tabIndex={-1}
      // The focus stays, because the box is removed when the last one is deselected.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => event.shiftKey && select.upTo(id)}
      onChange={({ nativeEvent }) => isWithShift(nativeEvent) || select.toggle(id)}
    />
  )
}

function isWithShift(event: Event): boolean {
  return event instanceof globalThis.MouseEvent && event.shiftKey
}

interface OpenButtonProps extends ConversationRowProps {
  readonly isChosen: boolean
  readonly isFocusWanted: RefObject<boolean>
}

function OpenButton({ conversation, isChosen, isFocusWanted, ...props }: OpenButtonProps) {
  const nameId = useId()
  const { id, title, isRunning, hit } = conversation
  const words = hit && !isInTitle(title, hit) ? hit : undefined
  const drawer = useProjection(({ folders }) =>
    props.namesDrawer ? folders.find((one) => one.id === conversation.drawerId) : undefined
  )
  const described = [
    words?.place && `${nameId}-place`,
    words && `${nameId}-words`,
    drawer && `${nameId}-drawer`,
    isChosen && `${nameId}-chosen`
  ].filter(Boolean)
  const onClick = ({ shiftKey, ctrlKey, metaKey }: MouseEvent) => {
    if (shiftKey) return select.upTo(id)
    if (ctrlKey || metaKey) return select.toggle(id)
    select.none()
    select.beginAt(id)
    props.onOpen(id, hit)
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
        data-stop={rowKey(id)}
        tabIndex={props.isTabStop ? 0 : -1}
        aria-current={props.isCurrent ? 'page' : undefined}
        aria-labelledby={hit || drawer ? nameId : undefined}
        aria-describedby={described.length > 0 ? described.join(' ') : undefined}
        onClick={onClick}
      >
        <span className={styles.conversationLines}>
          <span className={commonStyles.cut} id={nameId} data-may-be-cut>
            {hit ? <FoundTitle title={title} hit={hit} /> : <VisibleText text={title} />}
          </span>
          {words?.place && <SearchHitPlace place={words.place} id={`${nameId}-place`} />}
          {words && <SearchHitView hit={words} id={`${nameId}-words`} />}
          {drawer && (
            <span className={styles.conversationDrawer} id={`${nameId}-drawer`}>
              <Folder size={12} aria-hidden />
              <VisibleText text={list.inDrawer(drawer)} />
            </span>
          )}
        </span>
        {isRunning && <span className={styles.conversationRunning} role="img" aria-label={shell.running()} />}
        {isChosen && (
          <span hidden id={`${nameId}-chosen`}>
            {list.selected()}
          </span>
        )}
      </button>
    </Tooltip>
  )
}
