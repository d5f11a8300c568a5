/** One folder that servers are told of: what they are told that it is called, and which of them know it. */
import { useState } from 'react'
import { folderOf, toFolderChoice } from '../../app/contract/folder-choice'
import type { FolderEntry } from '../../app/contract/settings'
import { call } from '../bridge/call'
import { useCommand } from '../bridge/use-command'
import { useProjection } from '../state/projection'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { FailureText } from '../ui/failure-text'
import { VisibleText } from '../ui/hidden-characters'
import { Switch } from '../ui/switch'
import { TextField } from '../ui/text-field'

export interface FolderDialogProps {
  readonly folder: FolderEntry
  readonly open: boolean
  readonly onClose: () => void
}

/** A dialog named `Folder`. */
export function FolderDialog({ folder, open, onClose }: FolderDialogProps) {
  const [name, setName] = useState(folder.name ?? '')
  const [chosen, setChosen] = useState(folder.servers)
  const { pending, failure, run } = useCommand()
  const save = async () => {
    const title = name.trim()
    const entry: FolderEntry = { path: folder.path }
    if (title !== '') entry.name = title
    if (chosen !== undefined) entry.servers = chosen
    if (await run(() => saveFolder(entry))) onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Folder"
      description={<VisibleText text={folder.path} />}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" isBusy={pending !== null} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <div className="settings-form">
        <TextField
          label="Name"
          value={name}
          onChange={(text) => setName(text.slice(0, 200))}
          hint="What servers are told that it is called. Empty: the last part of the path."
        />
        <ServerChoice chosen={chosen} onChange={setChosen} />
        <FailureText text={failure} />
      </div>
    </Dialog>
  )
}

interface ServerChoiceProps {
  /** Undefined: every server. */
  readonly chosen: FolderEntry['servers']
  readonly onChange: (chosen: FolderEntry['servers']) => void
}

/** Servers that were chosen and are not configured any more stay chosen and stand in the list. */
function ServerChoice({ chosen, onChange }: ServerChoiceProps) {
  const servers = useProjection((state) => state.servers)
  const names = [...new Set([...servers.map(({ name }) => name), ...(chosen ?? [])])]
  return (
    <section className="settings-group" aria-label="Servers that may know of it">
      <Switch
        label="Every server, also later ones"
        isOn={chosen === undefined}
        onChange={(isEvery) => onChange(isEvery ? undefined : names)}
      />
      {chosen !== undefined &&
        names.map((name) => (
          <Switch
            key={name}
            label={name}
            isOn={chosen.includes(name)}
            onChange={(isOn) => onChange(isOn ? [...chosen, name] : chosen.filter((one) => one !== name))}
          />
        ))}
      {chosen !== undefined && names.length === 0 && (
        <p className="settings-none">No server is configured: none is told of it.</p>
      )}
    </section>
  )
}

/** In its place in the list as it stands now. */
async function saveFolder(entry: FolderEntry): Promise<void> {
  const { roots } = useProjection.getState().settings
  await call('settings.set-roots', {
    roots: roots.map((root) => (folderOf(root).path === entry.path ? toFolderChoice(entry) : root))
  })
}
