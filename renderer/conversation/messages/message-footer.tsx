/** Actions of a whole message, and when it was written. */
import { ChevronDown, Pencil, RefreshCw } from 'lucide-react'
import { useRef } from 'react'
import type { Message } from '../../../app/contract/conversations'
import { LazyMenu } from '../../ui/controls/lazy-menu'
import { IconButton } from '../../ui/controls/button'
import { CopyButton } from '../../ui/untrusted/code-block'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { formatMoment, formatTime } from '../../ui/base/format'
import { Tooltip } from '../../ui/controls/tooltip'
import { AnswerUsage } from './answer-usage'
import { BranchSwitch } from './branch-switch'
import { MessageMenu } from './message-menu'
import type { MenuActions } from './message-menu'
import { setEdit, useEdit } from './edits-view-store'
import { messageText, readUserText } from './message-text'
import type { OfferedModel } from './offered-models'
import styles from './message-article.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface BranchActions extends MenuActions {
  /** Sends an edited user's message again. Never rejects. */
  readonly onEdit: (messageId: string, text: string) => Promise<void>
  /** `model` null: the conversation's. */
  readonly onRegenerate: (messageId: string, model: string | null) => void
  readonly onShowBranch: (messageId: string) => void
}

export interface MessageFooterProps {
  readonly message: Message
  /** Ids of all alternatives, oldest first; absent: only this message. */
  readonly branches: readonly string[] | undefined
  /** False while an answer is written, because the conversation can't be changed then. */
  readonly canChange: boolean
  readonly models: readonly OfferedModel[]
  readonly actions: BranchActions
}

export function MessageFooter({ message, branches, canChange, models, actions }: MessageFooterProps) {
  const { id, role, createdAt, importedFrom } = message
  const text = messageText(message)
  return (
    <footer className={styles.messageFooter} data-branched={branches !== undefined || undefined}>
      {branches !== undefined && (
        <BranchSwitch
          messageId={id}
          branches={branches}
          isDisabled={!canChange}
          onShow={actions.onShowBranch}
        />
      )}
      {text !== '' && <CopyButton text={text} label={texts.copyMessage()} />}
      {role === 'user' ? (
        <EditButton message={message} isDisabled={!canChange} />
      ) : (
        <Regenerate messageId={id} isDisabled={!canChange} models={models} onChoose={actions.onRegenerate} />
      )}
      <MessageMenu
        messageId={id}
        text={text}
        canChange={canChange}
        isAnswer={role === 'assistant'}
        actions={actions}
      />
      {importedFrom !== undefined && <span>{texts.importedFrom({ source: importedFrom })}</span>}
      {message.usage !== null && <AnswerUsage usage={message.usage} />}
      <Tooltip text={formatMoment(createdAt)}>
        <time dateTime={new Date(createdAt).toISOString()}>{formatTime(createdAt)}</time>
      </Tooltip>
    </footer>
  )
}

/** Absent if the message is a call that the user chose: that call is chosen again. */
function EditButton({ message, isDisabled }: { readonly message: Message; readonly isDisabled: boolean }) {
  const { id, parts } = message
  const isEdited = useEdit(id) !== null
  // When the field is removed it loses the focus, which then moves to the button.
  const wasEdited = useRef(isEdited)
  if (parts.some(({ type }) => type === 'tool-request')) return null
  return (
    <IconButton
      ref={(button) => {
        if (button !== null && wasEdited.current && !isEdited) button.focus()
        wasEdited.current = isEdited
      }}
      label={texts.editMessage()}
      icon={Pencil}
      size="small"
      disabled={isDisabled}
      onClick={() => setEdit(id, readUserText(message))}
    />
  )
}

interface RegenerateProps {
  readonly messageId: string
  readonly isDisabled: boolean
  readonly models: readonly OfferedModel[]
  readonly onChoose: BranchActions['onRegenerate']
}

function Regenerate({ messageId, isDisabled, models, onChoose }: RegenerateProps) {
  const menuButton = (
    <IconButton label={texts.otherModel()} icon={ChevronDown} size="small" disabled={isDisabled} />
  )
  return (
    <>
      <IconButton
        label={texts.regenerate()}
        icon={RefreshCw}
        size="small"
        disabled={isDisabled}
        onClick={() => onChoose(messageId, null)}
      />
      {models.length > 0 && (
        <LazyMenu
          trigger={menuButton}
          items={models.map(({ id, name }) => ({
            label: plainWithMarks(name),
            takesFocus: true,
            onSelect: () => onChoose(messageId, id)
          }))}
        />
      )}
    </>
  )
}
