/** What the quick window has instead of the conversation list, and how it is hidden. */
import { ExternalLink, SquarePen } from 'lucide-react'
import { useLayoutEffect } from 'react'
import { escapedEarly } from '../../app/contract/bridge/early-input'
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { shortcutTip } from '../parts/describe-shortcut'
import { Button, IconButton } from '../ui/controls/button'
import { useNavigation } from './navigation-view-store'
import { newConversation } from './new-conversation'
import { shell } from '../../app/texts/compiled/window/shell'
import styles from './layout.module.css'

export function QuickButtons() {
  const conversationId = useNavigation((state) => state.conversationId)
  return (
    <div className={styles.layoutLeading}>
      <IconButton
        label={shell.newConversation()}
        icon={SquarePen}
        size="small"
        {...shortcutTip(shell.newConversation(), 'new-conversation')}
        onClick={newConversation}
      />
      <Button size="small" icon={ExternalLink} onClick={() => void openWhole(conversationId).catch(report)}>
        {shell.openInParley()}
      </Button>
    </div>
  )
}

/** A conversation that opens in the main window leaves the quick window; the next question starts a new one. */
async function openWhole(conversationId: string | null): Promise<void> {
  await call('window.show-conversation', { conversationId, isNewWindow: false })
  if (conversationId !== null) newConversation()
}

/** When Escape has no other use: no question, dialog or list is open, and it stops no answer. */
export function useEscapeToClose(isQuick: boolean): void {
  // With the commit that takes over the first frame, so that no Escape is lost.
  useLayoutEffect(() => {
    if (!isQuick) return
    const close = () => void call('window.show-quick', { isShown: false }).catch(report)
    const escaped = document.querySelector(`[${escapedEarly}]`)
    escaped?.removeAttribute(escapedEarly)
    if (escaped !== null) close()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      if (document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null) return
      close()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isQuick])
}
