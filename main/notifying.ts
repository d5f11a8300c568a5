/** Puts news before the person by the system's own means, one at a time; a press shows the window and leads on. */
import { app, Notification } from 'electron'
import type { AttentionNotice } from './attention'

/** `lead`: to the window, and to the conversation where one is named. */
export function createNotifying(
  lead: (conversationId: string | null) => void
): (news: AttentionNotice) => void {
  // Kept, or it may be thrown away together with its listener while it is shown.
  let shown: Notification | null = null
  const take = (): void => {
    shown?.close()
    shown = null
  }
  app.on('browser-window-focus', take)
  return ({ text, conversationId }) => {
    if (!Notification.isSupported()) return
    take()
    shown = new Notification({ title: 'Parley', body: text })
    shown.on('click', () => lead(conversationId))
    shown.show()
  }
}
