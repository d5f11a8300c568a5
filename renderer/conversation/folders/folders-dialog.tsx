/** The folders that servers may know about while an answer is written in one conversation: view, add, remove. */
import { FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { useShallow } from 'zustand/shallow'
import { toFolderEntry } from '../../../app/contract/conversation/folder-choice'
import type { FolderEntry } from '../../../app/contract/conversation/folders'
import { useCommand } from '../../bridge/use-command'
import { useProjection } from '../../state/projection'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/controls/dialog'
import { FailureText } from '../../ui/controls/failure-text'
import { LazyDialog } from '../../ui/controls/lazy-dialog'
import { latePart } from '../../ui/controls/late-part'
import { describeFolder } from '../../parts/describe-folder'
import { ProgramsInFolder } from '../../parts/programs-in-folder'
import { VisibleText } from '../../ui/base/hidden-characters'
import {
  chooseConversationFolder,
  removeConversationFolder,
  saveConversationFolder,
  useConversationFolders
} from './folders-view-store'
import commonStyles from '../../parts/common.module.css'
import styles from './folders-dialog.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

const FolderDialog = latePart(async () => (await import('../../parts/folder-dialog')).FolderDialog)

export interface FoldersDialogProps {
  /** Null: a new conversation. */
  readonly conversationId: string | null
  readonly open: boolean
  readonly onClose: () => void
}

/** A dialog named `Folders of this conversation`. */
export function FoldersDialog({ conversationId, open, onClose }: FoldersDialogProps) {
  const folders = useConversationFolders(conversationId)
  const { pending, failure, run } = useCommand()
  const [edited, setEdited] = useState<FolderEntry | null>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.foldersTitle()}
      description={texts.foldersNote()}
      footer={<Button onClick={onClose}>{texts.done()}</Button>}
    >
      {folders.length === 0 ? (
        <p className={styles.conversationFoldersNone}>{texts.noFolders()}</p>
      ) : (
        <ul className={styles.conversationFolders} aria-label={texts.foldersTitle()}>
          {folders.map(toFolderEntry).map((folder) => (
            <FolderRow
              key={folder.path}
              folder={folder}
              isBusy={pending !== null}
              onEdit={() => setEdited(folder)}
              onRemove={() => void run(() => removeConversationFolder(conversationId, folder.path))}
            />
          ))}
        </ul>
      )}
      <FailureText text={failure} />
      <Button
        icon={FolderPlus}
        isBusy={pending !== null}
        onClick={() => void run(() => chooseConversationFolder(conversationId))}
      >
        {texts.addFolder()}
      </Button>
      {edited !== null && (
        <EditedFolder
          key={JSON.stringify(edited)}
          folder={edited}
          conversationId={conversationId}
          onClose={() => setEdited(null)}
        />
      )}
    </Dialog>
  )
}

interface FolderRowProps {
  readonly folder: FolderEntry
  readonly isBusy: boolean
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function FolderRow({ folder, isBusy, onEdit, onRemove }: FolderRowProps) {
  const { path } = folder
  const text = describeFolder(folder)
  return (
    <li>
      <div className={styles.conversationFolderWords}>
        <p className={commonStyles.code}>
          <VisibleText text={path} />
        </p>
        {text !== null && (
          <p className={commonStyles.smallFact}>
            <VisibleText text={text} />
          </p>
        )}
        <ProgramsInFolder folder={path} />
      </div>
      <Button size="small" aria-label={texts.changeFolder({ path })} onClick={onEdit}>
        {texts.change()}
      </Button>
      <Button
        size="small"
        aria-label={texts.removeNamed({ name: path })}
        disabled={isBusy}
        onClick={onRemove}
      >
        {texts.remove()}
      </Button>
    </li>
  )
}

interface EditedFolderProps extends Pick<FoldersDialogProps, 'conversationId' | 'onClose'> {
  readonly folder: FolderEntry
}

function EditedFolder({ folder, conversationId, onClose }: EditedFolderProps) {
  const { pending, failure, run } = useCommand()
  const serverNames = useProjection(useShallow((state) => state.servers.map(({ name }) => name)))
  const save = async (entry: FolderEntry) => {
    if (await run(() => saveConversationFolder(conversationId, entry))) onClose()
  }
  return (
    <LazyDialog open onClose={onClose}>
      <FolderDialog
        folder={folder}
        serverNames={serverNames}
        open
        isBusy={pending !== null}
        failure={failure}
        onSave={(entry) => void save(entry)}
        onClose={onClose}
      />
    </LazyDialog>
  )
}
