/** The button of the composer that says how many folders this conversation adds, and opens them. */
import { Folder } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../ui/button'
import { useConversationFolders } from './folders-view-store'

const FoldersDialog = lazy(() =>
  import('./folders-dialog').then((module) => ({ default: module.FoldersDialog }))
)

/** `conversationId` null: the conversation that has not begun. */
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
      <Button variant="quiet" size="small" icon={Folder} className="composer-folders" onClick={open}>
        {length === 0 ? 'Folders' : `Folders: ${length}`}
      </Button>
      {wasOpened && (
        <Suspense>
          <FoldersDialog conversationId={conversationId} open={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
