/** The target folder of conversations: an existing one, none, or a new one. */
import { Folder, FolderMinus } from 'lucide-react'
import { useRef } from 'react'
import type { FormEvent, RefObject } from 'react'
import type { ConversationSummary } from '../../../app/contract/conversations'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { useProjection } from '../../state/projection'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/controls/dialog'
import { FailureText } from '../../ui/controls/failure-text'
import { TextField } from '../../ui/controls/text-field'
import { VisibleText } from '../../ui/base/hidden-characters'
import { moveToFolder } from './selection-actions'
import { longestName, useFreshName } from './folder-name-dialog'
import styles from './move-dialog.module.css'
import { list } from '../../../app/texts/compiled/window/list'

export interface MoveDialogProps {
  readonly conversations: readonly [ConversationSummary, ...ConversationSummary[]]
  readonly open: boolean
  readonly onClose: () => void
}

/** A dialog named `Move to folder`. */
export function MoveDialog({ conversations, open, onClose }: MoveDialogProps) {
  const first = useRef<HTMLButtonElement>(null)
  const put = (drawerId: string | null) => {
    onClose()
    moveToFolder(
      conversations.map(({ id }) => id),
      drawerId
    )
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      initialFocus={first}
      title={list.moveTitle()}
      description={list.moveNote({ count: conversations.length, title: conversations[0].title })}
    >
      <Drawers conversations={conversations} first={first} onChoose={put} />
      <NewDrawer isOpen={open} onMade={put} />
    </Dialog>
  )
}

interface DrawersProps {
  readonly conversations: readonly ConversationSummary[]
  readonly first: RefObject<HTMLButtonElement | null>
  readonly onChoose: (drawerId: string | null) => void
}

function Drawers({ conversations, first, onChoose }: DrawersProps) {
  const folders = useProjection((state) => state.folders)
  if (folders.length === 0) return null
  const isHere = (drawerId: string | undefined) => conversations.every((one) => one.drawerId === drawerId)
  return (
    <ul className={styles.drawers} aria-label={list.drawers()}>
      {[...folders, null].map((drawer, at) => {
        const Icon = drawer === null ? FolderMinus : Folder
        return (
          <li key={drawer?.id ?? 'none'}>
            <button
              ref={at === 0 ? first : undefined}
              type="button"
              className={styles.drawer}
              aria-current={isHere(drawer?.id) || undefined}
              onClick={() => onChoose(drawer?.id ?? null)}
            >
              <Icon size={16} aria-hidden />
              <span className={styles.name}>
                <VisibleText text={drawer?.name ?? list.noDrawer()} />
              </span>
              {isHere(drawer?.id) && <span className={styles.here}>{list.isHere()}</span>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

interface NewDrawerProps {
  readonly isOpen: boolean
  readonly onMade: (drawerId: string) => void
}

function NewDrawer({ isOpen, onMade }: NewDrawerProps) {
  const [name, setName] = useFreshName('', isOpen)
  const { pending, failure, run } = useCommand()
  const isReady = name.trim() !== '' && pending === null
  const make = async () => onMade((await call('folder.save', { folderId: null, name: name.trim() })).folderId)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) void run(make)
  }
  return (
    <form className={styles.making} onSubmit={onSubmit}>
      <TextField label={list.newDrawerName()} value={name} maxLength={longestName} onChange={setName} />
      <Button disabled={!isReady} onClick={() => void run(make)}>
        {list.createAndMove()}
      </Button>
      <FailureText text={failure} />
    </form>
  )
}
