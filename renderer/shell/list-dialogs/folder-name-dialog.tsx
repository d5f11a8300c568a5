/** Asks for the name of a folder of the list: a new one, or an existing one. */
import { useState } from 'react'
import type { FormEvent } from 'react'
import type { ConversationFolder } from '../../../app/contract/conversation/conversation-folders'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/controls/dialog'
import { FailureText } from '../../ui/controls/failure-text'
import { TextField } from '../../ui/controls/text-field'
import { list } from '../../../app/texts/compiled/window/list'
import { ui } from '../../../app/texts/compiled/window/ui'

export interface FolderNameDialogProps {
  /** Null: create one. */
  readonly drawer: ConversationFolder | null
  readonly open: boolean
  readonly onClose: () => void
}

/** A dialog named `New folder` or `Rename folder`. */
export function FolderNameDialog({ drawer, open, onClose }: FolderNameDialogProps) {
  const [name, setName] = useFreshName(drawer?.name ?? '', open)
  const { pending, failure, run } = useCommand()
  const isReady = name.trim() !== '' && pending === null
  const keep = async () => {
    await call('folder.save', { folderId: drawer?.id ?? null, name: name.trim() })
    onClose()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) void run(keep)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      title={drawer === null ? list.newDrawer() : list.renameDrawer()}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel()}</Button>
          <Button variant="primary" disabled={!isReady} onClick={() => void run(keep)}>
            {drawer === null ? list.createDrawer() : list.renameNow()}
          </Button>
        </>
      }
    >
      <form onSubmit={onSubmit}>
        <TextField label={list.drawerName()} value={name} maxLength={longestName} onChange={setName} />
      </form>
      <FailureText text={failure} />
    </Dialog>
  )
}

export const longestName = 100

/** Starts empty each time the dialog opens. */
export function useFreshName(first: string, isOpen: boolean) {
  const [name, setName] = useState(first)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    if (isOpen) setName(first)
  }
  return [name, setName] as const
}
