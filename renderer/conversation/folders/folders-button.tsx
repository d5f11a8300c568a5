/** The composer's button that shows how many folders this conversation adds, and opens them. */
import { Folder } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/controls/button'
import { LazyDialog } from '../../ui/controls/lazy-dialog'
import { latePart } from '../../ui/controls/late-part'
import { useConversationFolders } from './folders-view-store'
import styles from './folders-button.module.css'
import { composer as texts } from '../../../app/texts/compiled/window/composer'

const FoldersDialog = latePart(async () => (await import('./folders-dialog')).FoldersDialog)

/** `conversationId` null: a new conversation. */
export function FoldersButton({ conversationId }: { readonly conversationId: string | null }) {
  const { length } = useConversationFolders(conversationId)
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const open = () => {
    setWasOpened(true)
    setIsOpen(true)
  }
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        icon={Folder}
        className={styles.composerFolders}
        data-tooltip={texts.foldersShared()}
        data-command="choose-folders"
        onClick={open}
      >
        <span className={styles.composerWord}>{length === 0 ? texts.folders() : texts.foldersCounted()}</span>
        {length > 0 && ` ${length}`}
      </Button>
      {wasOpened && (
        <LazyDialog open={isOpen} onClose={() => setIsOpen(false)}>
          <FoldersDialog conversationId={conversationId} open={isOpen} onClose={() => setIsOpen(false)} />
        </LazyDialog>
      )}
    </>
  )
}
