/**
 * The only door between the window and the host: one call channel, one event channel, plain data through both. What the
 * person does goes past the page: dropped folders and presses.
 */
import { contextBridge, ipcRenderer } from 'electron'
import type { Bridge } from '../app/contract/bridge/bridge'
import { callChannel, eventChannel } from '../app/contract/bridge/bridge'
import type { EventEnvelope } from '../app/contract/events'
import { watchDrops } from './dropped-folders'
import { watchPresses } from './presses'

const bridge: Bridge = {
  call: (name, input) => ipcRenderer.invoke(callChannel, name, input),
  on: (listener) => {
    // The Electron event stays here: it holds the sender.
    const passOn = (_event: unknown, envelope: EventEnvelope): void => listener(envelope)
    ipcRenderer.on(eventChannel, passOn)
    return () => void ipcRenderer.removeListener(eventChannel, passOn)
  }
}

contextBridge.exposeInMainWorld('bridge', bridge)
watchDrops()
watchPresses()
