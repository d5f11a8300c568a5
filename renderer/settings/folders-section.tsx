/** Section `Folders`: which folders servers are told about, which servers, and what that means. */
import { FolderPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useShallow } from 'zustand/shallow'
import { toFolderEntry, toFolderChoice } from '../../app/contract/conversation/folder-choice'
import type { FolderChoice, FolderEntry } from '../../app/contract/conversation/folders'
import { call } from '../bridge/call'
import { useCommand } from '../bridge/use-command'
import { useProjection } from '../state/projection'
import { Button } from '../ui/controls/button'
import { FailureText } from '../ui/controls/failure-text'
import { latePart } from '../ui/controls/late-part'
import { describeFolder } from '../parts/describe-folder'
import { ProgramsInFolder } from '../parts/programs-in-folder'
import { VisibleText } from '../ui/base/hidden-characters'
import { settings as texts } from '../../app/texts/compiled/window/settings'
import partStyles from '../parts/permissions/settings-parts.module.css'

const FolderDialog = latePart(async () => (await import('../parts/folder-dialog')).FolderDialog)

export function FoldersSection() {
  const { pending, failure, run } = useCommand()
  const saving = useCommand()
  const serverNames = useProjection(useShallow((state) => state.servers.map(({ name }) => name)))
  const [edited, setEdited] = useState<FolderEntry | null>(null)
  const [isEditing, setIsEditing] = useState(false)
  const edit = (folder: FolderEntry) => {
    setEdited(folder)
    setIsEditing(true)
  }
  return (
    <>
      <p className={partStyles.settingsNone}>{texts.foldersNote()}</p>
      <FolderList
        pending={pending}
        onEdit={edit}
        onRemove={({ path }) => void run(() => removeFolder(path), path)}
      />
      <FailureText text={failure} />
      <Button
        icon={FolderPlus}
        className={partStyles.settingsStart}
        isBusy={pending === adding}
        disabled={pending !== null}
        onClick={() => void run(() => call('app.choose-folder', { addTo: 'settings' }), adding)}
      >
        {texts.addFolder()}
      </Button>
      <p className={partStyles.settingsNone}>{texts.foldersElsewhere()}</p>
      {edited !== null && (
        <Suspense>
          <FolderDialog
            key={JSON.stringify(edited)}
            folder={edited}
            serverNames={serverNames}
            open={isEditing}
            isBusy={saving.pending !== null}
            failure={saving.failure}
            onSave={(entry) =>
              void saving.run(() => saveFolder(entry)).then((isSaved) => isSaved && setIsEditing(false))
            }
            onClose={() => setIsEditing(false)}
          />
        </Suspense>
      )}
    </>
  )
}

interface FolderActs {
  readonly pending: string | null
  readonly onEdit: (folder: FolderEntry) => void
  readonly onRemove: (folder: FolderEntry) => void
}

function FolderList(actions: FolderActs) {
  const roots = useProjection((state) => state.settings.roots)
  return (
    <section className={partStyles.settingsGroup}>
      <h3>{texts.sharedFolders()}</h3>
      {roots.length === 0 ? (
        <p className={partStyles.settingsNone}>{texts.noFolders()}</p>
      ) : (
        <ul className={partStyles.settingsList} aria-label={texts.sharedFolders()}>
          {roots.map((root) => (
            <FolderItem key={toFolderEntry(root).path} folder={toFolderEntry(root)} {...actions} />
          ))}
        </ul>
      )}
    </section>
  )
}

function FolderItem({ folder, pending, onEdit, onRemove }: FolderActs & { readonly folder: FolderEntry }) {
  const { path } = folder
  const text = describeFolder(folder)
  const news = useProjection((state) => state.settings.rootNews?.find((rootNew) => rootNew.path === path))
  return (
    <li className={partStyles.settingsItem}>
      <div className={partStyles.settingsItemWords}>
        <p className={partStyles.settingsFolder}>
          <VisibleText text={path} />
        </p>
        {text !== null && (
          <p className={partStyles.settingsItemNote}>
            <VisibleText text={text} />
          </p>
        )}
        <ProgramsInFolder folder={path} />
        {news !== undefined && (
          <p className={partStyles.settingsItemNote}>
            <VisibleText
              text={
                news.leadsTo === null ? texts.folderMissing() : texts.folderLink({ target: news.leadsTo })
              }
            />
          </p>
        )}
      </div>
      <Button size="small" aria-label={texts.changeNamed({ name: path })} onClick={() => onEdit(folder)}>
        {texts.change()}
      </Button>
      <Button
        size="small"
        aria-label={texts.removeNamed({ name: path })}
        isBusy={pending === path}
        disabled={pending !== null}
        onClick={() => onRemove(folder)}
      >
        {texts.remove()}
      </Button>
    </li>
  )
}

/** No path is empty, so none is confused with it. */
const adding = ''

/** The current list. */
const readRoots = (): readonly FolderChoice[] => useProjection.getState().settings.roots

async function removeFolder(path: string): Promise<void> {
  await call('settings.set-roots', { roots: readRoots().filter((root) => toFolderEntry(root).path !== path) })
}

/** At its place in the current list. */
async function saveFolder(entry: FolderEntry): Promise<void> {
  const roots = readRoots().map((root) =>
    toFolderEntry(root).path === entry.path ? toFolderChoice(entry) : root
  )
  await call('settings.set-roots', { roots })
}
