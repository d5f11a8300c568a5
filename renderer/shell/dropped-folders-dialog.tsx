/** Folders were dropped on the window: asks whether servers may know about them, in this conversation or always. */
import { toFolderEntry } from '../../app/contract/conversation/folder-choice'
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { addConversationFolders } from '../conversation/folders/folders-view-store'
import { useProjection } from '../state/projection'
import { Button } from '../ui/controls/button'
import { Dialog } from '../ui/controls/dialog'
import { GuardedButton } from '../ui/controls/guarded-button'
import { VisibleText } from '../ui/base/hidden-characters'
import { closeDropped, useDropped } from './dropped-folders-view-store'
import { useNavigation } from './navigation-view-store'
import commonStyles from '../parts/common.module.css'
import styles from './dropped-folders-dialog.module.css'
import { shell } from '../../app/texts/compiled/window/shell'
import { ui } from '../../app/texts/compiled/window/ui'

/** A dialog named `Let servers know of this folder?`. */
export function DroppedFoldersDialog() {
  const { paths, isAsking } = useDropped()
  const conversationId = useNavigation((state) => state.conversationId)
  const answer = (act: (paths: readonly string[]) => Promise<void>) => () => {
    closeDropped()
    void act(paths).catch(report)
  }
  return (
    <Dialog
      open={isAsking}
      onClose={closeDropped}
      isOutsidePressIgnored
      title={shell.shareFolders({ count: paths.length })}
      footer={
        <>
          <Button onClick={closeDropped}>{ui.cancel()}</Button>
          <GuardedButton onPress={answer(addAlways)}>{shell.always()}</GuardedButton>
          <GuardedButton
            variant="primary"
            onPress={answer((chosen) => addConversationFolders(conversationId, chosen))}
          >
            {shell.thisConversation()}
          </GuardedButton>
        </>
      }
    >
      <ul className={commonStyles.code}>
        {paths.map((path) => (
          <li key={path}>
            <VisibleText text={path} />
          </li>
        ))}
      </ul>
      <p className={styles.droppedFoldersNote}>{shell.shareFoldersNote()}</p>
    </Dialog>
  )
}

async function addAlways(paths: readonly string[]): Promise<void> {
  const { roots } = useProjection.getState().settings
  const known = new Set(roots.map((root) => toFolderEntry(root).path))
  const added = paths.filter((path) => !known.has(path))
  if (added.length > 0) await call('settings.set-roots', { roots: [...roots, ...added] })
}
