/** More actions of a message: behind a button, a right click, the menu key or Shift+F10. */
import { Columns2, Copy, Ellipsis, FileUp, Files, Quote, ReceiptText, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import type { MouseEvent } from 'react'
import { deletionPlace } from '../../../app/contract/approval/own-places'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { ui } from '../../../app/texts/compiled/window/ui'
import { LazyMenu } from '../../ui/controls/lazy-menu'
import { IconButton } from '../../ui/controls/button'
import { ConfirmDialog } from '../../ui/controls/confirm-dialog'
import { LazyDialog } from '../../ui/controls/lazy-dialog'
import type { MenuItem } from '../../ui/controls/menu'
import { latePart } from '../../ui/controls/late-part'
import { useHostActions } from '../../ui/base/host-actions'
import { closeMessageDialog, openMessageDialog, useMessageDialog } from './message-dialog-view-store'

const SentDialog = latePart(async () => (await import('./sent-dialog')).SentDialog)

export interface MenuActions {
  /** Permanently, with everything that follows it. */
  readonly onDelete: (messageId: string) => void
  /** Inserts the text into the composer as a quote. */
  readonly onQuote: (text: string) => void
  /** The shown branch as Markdown. */
  readonly onCopyConversation: () => void
  /** Compares another answer with this one. */
  readonly onCompare: (messageId: string) => void
  /** Shows what was sent and received for this answer. */
  readonly onReceipt?: ((messageId: string) => void) | undefined
}

export interface MessageMenuProps {
  readonly messageId: string
  /** As Markdown; empty if it contains no text. */
  readonly text: string
  /** False while an answer is written, because the conversation can't be changed then. */
  readonly canChange: boolean
  readonly isAnswer: boolean
  readonly actions: MenuActions
}

export function MessageMenu({ messageId, text, canChange, isAnswer, actions }: MessageMenuProps) {
  const { copyText } = useHostActions()
  const open = useMessageDialog((state) => (state.messageId === messageId ? state.dialog : null))
  const wasSentShown = useRef(false)
  wasSentShown.current ||= open === 'sent'
  const button = useRef<HTMLButtonElement>(null)
  const menuButton = (
    <IconButton ref={button} label={texts.moreActions()} icon={Ellipsis} size="small" data-message-menu />
  )
  // Read before pressing an item clears the selection.
  const marked = useRef<string | null>(null)
  const readMarked = () => void (marked.current = selectedIn(button.current?.closest('article')))
  const quote = () => actions.onQuote(marked.current ?? text)
  const ofWords: readonly MenuItem[] = [
    { label: texts.copyMarkdown(), icon: Copy, onSelect: () => void copyText(text) },
    { label: texts.quote(), icon: Quote, takesFocus: true, onSelect: quote }
  ]
  const items: readonly MenuItem[] = [
    ...(text === '' ? [] : ofWords),
    { label: texts.copyConversation(), icon: Files, onSelect: actions.onCopyConversation },
    ...(isAnswer ? ofAnswer({ messageId, canChange, actions }) : []),
    ...(canChange ? [deletion(messageId)] : [])
  ]
  return (
    <>
      <span onPointerDownCapture={readMarked} onClickCapture={({ detail }) => detail === 0 && readMarked()}>
        <LazyMenu trigger={menuButton} items={items} />
      </span>
      {wasSentShown.current && (
        <LazyDialog open={open === 'sent'} onClose={closeMessageDialog}>
          <SentDialog messageId={messageId} open={open === 'sent'} onClose={closeMessageDialog} />
        </LazyDialog>
      )}
      <DeleteMessage
        messageId={messageId}
        open={open === 'deletion'}
        onClose={closeMessageDialog}
        onDelete={actions.onDelete}
      />
    </>
  )
}

function ofAnswer({
  messageId,
  canChange,
  actions
}: Pick<MessageMenuProps, 'messageId' | 'canChange' | 'actions'>): readonly MenuItem[] {
  const { onCompare, onReceipt } = actions
  const compare = {
    label: texts.compareAnswer(),
    icon: Columns2,
    takesFocus: true,
    onSelect: () => onCompare(messageId)
  }
  const sent = {
    label: texts.whatWasSent(),
    icon: FileUp,
    takesFocus: true,
    onSelect: () => openMessageDialog(messageId, 'sent')
  }
  const receipt = { label: texts.receipt(), icon: ReceiptText, onSelect: () => onReceipt?.(messageId) }
  return [sent, ...(canChange ? [compare] : []), ...(onReceipt === undefined ? [] : [receipt])]
}

function deletion(messageId: string): MenuItem {
  const onSelect = () => openMessageDialog(messageId, 'deletion')
  return { label: ui.delete(), icon: Trash2, isDanger: true, onSelect }
}

/** For an article that contains the menu. */
export function openMenu(event: MouseEvent<HTMLElement>): void {
  const { currentTarget, target } = event
  // Events of overlays bubble here, too.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return
  const button = currentTarget.querySelector<HTMLElement>('[data-message-menu]')
  if (button === null || target.closest('input, textarea') !== null) return
  event.preventDefault()
  button.click()
}

interface DeleteMessageProps extends Pick<MessageMenuProps, 'messageId'> {
  readonly open: boolean
  readonly onClose: () => void
  readonly onDelete: MenuActions['onDelete']
}

/** A dialog named `Delete this message?`. */
function DeleteMessage({ messageId, open, onClose, onDelete }: DeleteMessageProps) {
  const remove = () => {
    onClose()
    onDelete(messageId)
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      place={deletionPlace(messageId)}
      title={texts.deleteMessage()}
      onConfirm={remove}
    >
      {texts.deleteMessageNote()}
    </ConfirmDialog>
  )
}

/** The text that the user selected in it; null for none. */
function selectedIn(article: Element | null | undefined): string | null {
  const selection = getSelection()
  if (!article || selection?.anchorNode == null || !article.contains(selection.anchorNode)) return null
  const text = selection.toString().trim()
  return text === '' ? null : text
}
