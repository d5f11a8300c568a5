/** The folders that servers may know of while an answer is written in one conversation: seen, added, removed. */
import { FolderPlus } from 'lucide-react'
import { call } from '../bridge/call'
import { useCommand } from '../bridge/use-command'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { FailureText } from '../ui/failure-text'
import { VisibleText } from '../ui/hidden-characters'
import './folders-dialog.css'
import {
  addConversationFolders,
  removeConversationFolder,
  useConversationFolders
} from './folders-view-store'

export interface FoldersDialogProps {
  /** Null: the conversation that has not begun. */
  readonly conversationId: string | null
  readonly open: boolean
  readonly onClose: () => void
}

/** A dialog named `Folders of this conversation`. */
export function FoldersDialog({ conversationId, open, onClose }: FoldersDialogProps) {
  const folders = useConversationFolders(conversationId)
  const { pending, failure, run } = useCommand()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Folders of this conversation"
      description="While an answer is written here, every connected server that asks is told of these folders, as well as of those in the settings. Afterwards it is told that they are gone; what it has learnt it may remember."
      footer={<Button onClick={onClose}>Done</Button>}
    >
      {folders.length === 0 ? (
        <p className="conversation-folders-none">None.</p>
      ) : (
        <ul className="conversation-folders" aria-label="Folders of this conversation">
          {folders.map((folder) => (
            <li key={folder}>
              <span className="conversation-folder">
                <VisibleText text={folder} />
              </span>
              <Button
                size="small"
                aria-label={`Remove ${folder}`}
                disabled={pending !== null}
                onClick={() => void run(() => removeConversationFolder(conversationId, folder))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FailureText text={failure} />
      <Button
        icon={FolderPlus}
        isBusy={pending !== null}
        onClick={() => void run(() => chooseFolder(conversationId))}
      >
        Add folder
      </Button>
    </Dialog>
  )
}

async function chooseFolder(conversationId: string | null): Promise<void> {
  const { path } = await call('app.choose-folder', {})
  if (path !== null) await addConversationFolders(conversationId, [path])
}
