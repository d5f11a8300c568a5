/** The menu of a row: for its conversation, or for the selection if it is part of it. */
import {
  AppWindow,
  Archive,
  ArchiveRestore,
  Download,
  Folder,
  History,
  Pencil,
  Pin,
  PinOff,
  SquareCheck,
  Trash2
} from 'lucide-react'
import type { ConversationSummary } from '../../../app/contract/conversations'
import type { ListPlace } from '../../../app/contract/limits'
import { call } from '../../bridge/call'
import { report } from '../../bridge/report'
import type { MenuItem } from '../../ui/controls/menu'
import { openReplay } from '../../parts/replay-view-store'
import { rename } from '../list-dialogs/list-dialogs-view-store'
import { ask } from './confirm-list-actions'
import { moveToListPlace } from '../list-dialogs/selection-actions'
import { select, listIdsForAction } from '../list-dialogs/selection-view-store'
import { list } from '../../../app/texts/compiled/window/list'
import { replays } from '../../../app/texts/compiled/window/replays'
import { shell } from '../../../app/texts/compiled/window/shell'
import { ui } from '../../../app/texts/compiled/window/ui'

export function rowMenu({ id, shelf }: ConversationSummary, isAmongSeveral: boolean): readonly MenuItem[] {
  const own: readonly MenuItem[] = [
    { label: shell.rename(), icon: Pencil, takesFocus: true, onSelect: () => rename(id) },
    { label: list.select(), icon: SquareCheck, onSelect: () => select.toggle(id) },
    { label: shell.openInNewWindow(), icon: AppWindow, takesFocus: true, onSelect: () => openAlone(id) },
    { label: replays.replay(), icon: History, takesFocus: true, onSelect: () => void openReplay(id) }
  ]
  const about = () => listIdsForAction(id)
  return [
    ...(isAmongSeveral ? [] : own),
    pinItem(shelf === 'pinned', (next) => moveToListPlace(about(), next)),
    archiveItem(shelf === 'archived', (next) => moveToListPlace(about(), next)),
    { label: list.move(), icon: Folder, takesFocus: true, onSelect: () => ask('move', about()) },
    { label: shell.exportOne(), icon: Download, takesFocus: true, onSelect: () => ask('export', about()) },
    { label: ui.delete(), icon: Trash2, isDanger: true, onSelect: () => ask('delete', about()) }
  ]
}

function openAlone(conversationId: string): void {
  void call('window.show-conversation', { conversationId, isNewWindow: true }).catch(report)
}

type Choose = (shelf: ListPlace | null) => void

export function pinItem(isPinned: boolean, choose: Choose) {
  return isPinned
    ? { label: shell.unpin(), icon: PinOff, onSelect: () => choose(null) }
    : { label: shell.pin(), icon: Pin, onSelect: () => choose('pinned') }
}

export function archiveItem(isArchived: boolean, choose: Choose) {
  return isArchived
    ? { label: shell.unarchive(), icon: ArchiveRestore, onSelect: () => choose(null) }
    : { label: shell.archive(), icon: Archive, onSelect: () => choose('archived') }
}
