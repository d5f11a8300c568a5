/**
 * Files that the user drops on the window. Only the preload can learn a dropped path; the page never does. It sends the
 * path to the host, which tells the page about folders. Files and text are left to the page.
 */
import { ipcRenderer, webUtils } from 'electron'
import { callChannel } from '../app/contract/bridge/bridge'
import type { CallInput } from '../app/contract/bridge/calls'

const most = 100

export function watchDrops(): void {
  // Without these the page wouldn't accept a drop. If the element under the pointer has just changed, as when a dialog
  // finishes closing, `dragenter` is the last event before the drop.
  for (const name of ['dragenter', 'dragover'] as const)
    window.addEventListener(name, (event) => {
      if (bringsFiles(event)) event.preventDefault()
    })
  window.addEventListener('drop', (event) => {
    if (!event.isTrusted || !bringsFiles(event)) return
    event.preventDefault()
    const files = [...(event.dataTransfer?.files ?? [])].slice(0, most)
    const paths = files.map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '')
    const input: CallInput<'app.drop-folders'> = { paths }
    void ipcRenderer.invoke(callChannel, 'app.drop-folders', input).catch(() => {}) // the host is ending
  })
}

function bringsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true
}
