/** The floor that Parley is measured against: one window, one page with one line and one text field. */
import { app, BrowserWindow } from 'electron'
import path from 'node:path'

const folder = process.argv
  .find((argument) => argument.startsWith('--data-dir='))
  ?.slice('--data-dir='.length)
if (folder) app.setPath('userData', folder)
app.on('window-all-closed', () => app.quit())
// Not with a top-level await: Electron is ready only after this module has run.
void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, webPreferences: { sandbox: true } })
  return window.loadFile(path.join(import.meta.dirname, 'index.html'))
})
