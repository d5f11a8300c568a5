/**
 * What the person drops on the window. A dropped path can be learnt here only, and never by the page: it goes to the
 * host, which tells the page of folders. Files and text are left to the page.
 */
import { ipcRenderer, webUtils } from 'electron'
import { callChannel } from '../app/contract/bridge/bridge'
import type { CallInput } from '../app/contract/bridge/calls'

const most = 100

export function watchDrops(): void {
  // Without these the page would not be a place to drop at. Where something under the pointer has just changed, as when
  // a dialog ends its closing, entering is the last that is told before the drop.
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
