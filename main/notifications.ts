/** Shows system notifications, one at a time. A click opens the window. */
import { app, Notification } from 'electron'
import type { AttentionNotice } from './attention'

/** `lead`: shows the window, and the conversation if one is named. */
export function createNotifications(
  lead: (conversationId: string | null) => void
): (news: AttentionNotice) => void {
  // Kept, or it may be collected together with its listener while it is shown.
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
