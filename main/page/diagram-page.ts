/**
 * The page that draws diagrams: in its own process and session, without a window, a preload, a network or lasting
 * storage. It runs only the script that ships with Parley.
 */
import { app, session, WebContentsView, type Session } from 'electron'
import path from 'node:path'
import type { DiagramPage } from '../../app/host/desktop/diagram-page'
import { diagramPolicy } from './content-policy'
import { diagramsHost, scheme } from './page-address'
import { serveFiles } from './protocol'
import { denyPermissions } from './web-security'

let own: Session | null = null

/** To be called after the app is ready. Returns at once; the first drawing waits for the page. */
export function openDiagramPage(): DiagramPage {
  own ??= openSession()
  const view = new WebContentsView({
    webPreferences: {
      session: own,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      disableDialogs: true,
      devTools: false,
      // It is never visible; hidden pages would be throttled.
      backgroundThrottling: false
    }
  })
  const { webContents } = view
  const ended = new Promise<never>((_resolve, reject) =>
    webContents.once('render-process-gone', () => reject(new Error('the page has ended')))
  )
  const loaded = webContents.loadURL(`${scheme}://${diagramsHost}/index.html`)
  const ready = Promise.race([loaded, ended])
  const draw = async (code: string): Promise<unknown> => {
    await ready
    // Through the view: without a reference to it, it is collected together with its page.
    return view.webContents.executeJavaScript(`drawDiagram(${JSON.stringify(code)})`)
  }
  return {
    ready,
    draw: (code) => Promise.race([draw(code), ended]),
    end: () => {
      if (webContents.isDestroyed()) return
      // A busy page ignores a normal request to close.
      webContents.forcefullyCrashRenderer()
      webContents.close()
    }
  }
}

function openSession(): Session {
  const made = session.fromPartition('diagrams')
  denyPermissions(made)
  serveFiles(made, {
    host: diagramsHost,
    folder: path.join(app.getAppPath(), 'out', 'diagrams'),
    policy: diagramPolicy
  })
  return made
}
