/**
 * What no page of Parley may do: request permissions, navigate to another address, open windows, embed other pages.
 * @see Electron's security checklist 5 and 11 to 14
 */
import type { App, Session, WebContents } from 'electron'
import { pageUrl } from './page-address'

export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
}

export function restrictContents(app: App): void {
  app.on('web-contents-created', (_event, contents) => restrict(contents))
}

function restrict(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  // Only through a proxy, and there is none: `block-network.ts`.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.on('will-frame-navigate', (event) => {
    // Navigating to the page itself is a reload.
    if (!event.isMainFrame || withoutFragment(event.url) !== pageUrl) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/, '')
}
