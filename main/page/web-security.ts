/**
 * What no page of Parley may do: request permissions, navigate to another address, open windows, embed pages other than
 * views.
 * @see Electron's security checklist 5 and 11 to 14
 */
import type { App, Event, Session, WebContents, WebPreferences } from 'electron'
import { pageUrl } from './page-address'

export function denyPermissions(
  session: Pick<
    Session,
    'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
  >
): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
}

/** Decides about pages inside of a window's page. */
export interface WindowGuests {
  /** A window wants to attach one. */
  admit(
    event: Pick<Event, 'preventDefault'>,
    preferences: WebPreferences,
    params: Readonly<Record<string, string>>
  ): void
  /** One exists, and has loaded nothing. */
  take(guest: WebContents): void
}

export function restrictContents(app: App, guests: WindowGuests): void {
  app.on('web-contents-created', (_event, contents) => {
    restrict(contents)
    if (contents.getType() === 'webview') guests.take(contents)
    else restrictPage(contents, guests)
  })
}

function restrict(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  // Only through a proxy, and there is none: `block-network.ts`.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
}

function restrictPage(contents: WebContents, guests: WindowGuests): void {
  contents.on('will-frame-navigate', (event) => {
    // Navigating to the page itself is a reload.
    if (!event.isMainFrame || withoutBeginning(event.url) !== pageUrl) event.preventDefault()
  })
  contents.on('will-attach-webview', (...attached) => guests.admit(...attached))
}

/** Main writes there what the page shows first. */
function withoutBeginning(url: string): string {
  return url.replace(/[?#].*$/, '')
}
