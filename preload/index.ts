/**
 * The only connection between the window and the host: one call channel and one event channel with plain data. Dropped
 * folders and presses of the user bypass the page. Also keeps what the user does before the page's script runs.
 */
import { contextBridge, ipcRenderer } from 'electron'
import type { Bridge } from '../app/contract/bridge/bridge'
import { callChannel, eventChannel } from '../app/contract/bridge/bridge'
import type { EventEnvelope } from '../app/contract/bridge/events'
import { watchDrops } from './dropped-folders'
import { keepEarlyInput } from './early-input'
import { watchPresses } from './presses'

const bridge: Bridge = {
  call: (name, input) => ipcRenderer.invoke(callChannel, name, input),
  on: (listener) => {
    // The Electron event stays here: it contains the sender.
    const passOn = (_event: unknown, envelope: EventEnvelope): void => listener(envelope)
    ipcRenderer.on(eventChannel, passOn)
    return () => void ipcRenderer.removeListener(eventChannel, passOn)
  }
}

contextBridge.exposeInMainWorld('bridge', bridge)
watchDrops()
keepEarlyInput()
watchPresses()
