/** One folder that servers know about: its name for servers, and which servers know it. */
import { useState } from 'react'
import { Button } from '../ui/controls/button'
import { Dialog } from '../ui/controls/dialog'
import { FailureText } from '../ui/controls/failure-text'
import { GuardedButton } from '../ui/controls/guarded-button'
import type { FolderDetails } from './describe-folder'
import { ProgramsInFolder } from './programs-in-folder'
import { VisibleText } from '../ui/base/hidden-characters'
import { Switch } from '../ui/controls/switch'
import { TextField } from '../ui/controls/text-field'
import styles from './folder-dialog.module.css'
import { parts } from '../../app/texts/compiled/window/parts'
import { ui } from '../../app/texts/compiled/window/ui'

export interface FolderDialogProps {
  readonly folder: FolderDetails
  /** Of the configured servers. */
  readonly serverNames: readonly string[]
  readonly open: boolean
  readonly isBusy: boolean
  /** Why it was not saved, as a sentence. */
  readonly failure: string | null
  readonly onSave: (folder: FolderDetails) => void
  readonly onClose: () => void
}

/** A dialog named `Folder`. */
export function FolderDialog(props: FolderDialogProps) {
  const { folder, onClose } = props
  const [name, setName] = useState(folder.name ?? '')
  const [chosen, setChosen] = useState(folder.servers)
  const save = () => {
    const title = name.trim()
    const entry: FolderDetails = { path: folder.path }
    if (title !== '') entry.name = title
    if (chosen !== undefined) entry.servers = chosen
    props.onSave(entry)
  }
  return (
    <Dialog
      open={props.open}
      onClose={onClose}
      title={parts.folder()}
      description={<VisibleText text={folder.path} />}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel()}</Button>
          <GuardedButton variant="primary" isBusy={props.isBusy} onPress={save}>
            {ui.save()}
          </GuardedButton>
        </>
      }
    >
      <div className={styles.folderForm}>
        <ProgramsInFolder folder={folder.path} />
        <TextField
          label={parts.folderName()}
          value={name}
          onChange={(text) => setName(text.slice(0, 200))}
          hint={parts.folderNameHint()}
        />
        <ServerChoice serverNames={props.serverNames} chosen={chosen} onChange={setChosen} />
        <FailureText text={props.failure} />
      </div>
    </Dialog>
  )
}

interface ServerChoiceProps {
  readonly serverNames: readonly string[]
  readonly chosen: FolderDetails['servers']
  readonly onChange: (chosen: FolderDetails['servers']) => void
}

/** Chosen servers that are no longer configured stay chosen and in the list. */
function ServerChoice({ serverNames, chosen, onChange }: ServerChoiceProps) {
  const names = [...new Set([...serverNames, ...(chosen ?? [])])]
  return (
    <section className={styles.folderServers} aria-label={parts.folderServers()}>
      <Switch
        label={parts.everyServer()}
        isOn={chosen === undefined}
        onChange={(isEvery) => onChange(isEvery ? undefined : names)}
      />
      {chosen !== undefined &&
        names.map((name) => (
          <Switch
            key={name}
            label={name}
            isOn={chosen.includes(name)}
            onChange={(isOn) => onChange(isOn ? [...chosen, name] : chosen.filter((item) => item !== name))}
          />
        ))}
      {chosen !== undefined && names.length === 0 && (
        <p className={styles.folderServersNone}>{parts.noServer()}</p>
      )}
    </section>
  )
}
