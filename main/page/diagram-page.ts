/**
 * The page in which diagrams are drawn: in a process and a session of its own, without a window, a preload, a network and
 * storage that outlives it. It runs no script but the one that ships with the program.
 */
import { app, session, WebContentsView, type Session } from 'electron'
import path from 'node:path'
import type { DiagramPage } from '../../app/host/diagrams/page'
import { diagramPolicy } from './content-policy'
import { diagramsHost, scheme } from './page-address'
import { serveFiles } from './protocol'
import { denyPermissions } from './web-security'

let own: Session | null = null

/** After the app is ready. Returns at once; the first drawing waits for the page. */
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
      // Nobody ever sees it; hidden pages would wait with their work.
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
    // By way of the view: once nothing holds it, it is collected, and its page with it.
    return view.webContents.executeJavaScript(`drawDiagram(${JSON.stringify(code)})`)
  }
  return {
    ready,
    draw: (code) => Promise.race([draw(code), ended]),
    end: () => {
      if (webContents.isDestroyed()) return
      // One that is busy does not hear a kind request.
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
