interface Message {
  readonly id?: number
  readonly result?: unknown
  readonly channel?: string
  readonly values?: readonly unknown[]
}
type Hear = (event: object, ...values: unknown[]) => void

/** Runs in the page before its own scripts: what the built preload needs of Electron, over the socket of `bridge.cjs`. */
export function createElectron(): object {
  const socket = new WebSocket(`ws://${location.host}`)
  const unsent: string[] = []
  const waiting = new Map<number, (result: unknown) => void>()
  const listeners = new Map<string, Set<Hear>>()
  let calls = 0
  const tell = (message: object): void => {
    const text = JSON.stringify(message)
    if (socket.readyState === WebSocket.OPEN) socket.send(text)
    else unsent.push(text)
  }
  socket.addEventListener('open', () => {
    for (const text of unsent.splice(0)) socket.send(text)
  })
  socket.addEventListener('message', ({ data }) => {
    const { id = 0, result, channel, values = [] } = JSON.parse(String(data)) as Message
    if (channel === undefined) waiting.get(id)?.(result)
    else for (const hear of listeners.get(channel) ?? []) hear({}, ...values)
    waiting.delete(id)
  })

  // Before the preload listens, as Electron's browser process notices a press before the page does.
  const notice = (type: string, isRepeated: boolean): void =>
    tell({ type: 'noticed', values: [{ type, modifiers: isRepeated ? ['isautorepeat'] : [] }] })
  addEventListener('pointerdown', (event) => event.isTrusted && notice('mouseDown', false), true)
  addEventListener('keydown', (event) => event.isTrusted && notice('rawKeyDown', event.repeat), true)
  addEventListener('load', () => tell({ type: 'drawn' }))

  const ipcRenderer = {
    invoke: (channel: string, ...values: unknown[]) =>
      new Promise((resolve) => {
        calls += 1
        waiting.set(calls, resolve)
        tell({ type: 'invoke', id: calls, channel, values })
      }),
    send: (channel: string, ...values: unknown[]) => tell({ type: 'send', channel, values }),
    on: (channel: string, hear: Hear) =>
      listeners.set(channel, (listeners.get(channel) ?? new Set<Hear>()).add(hear)),
    removeListener: (channel: string, hear: Hear) => listeners.get(channel)?.delete(hear)
  }
  return {
    ipcRenderer,
    contextBridge: {
      exposeInMainWorld: (name: string, value: object) => Object.assign(window, { [name]: value })
    },
    webUtils: { getPathForFile: () => '' }
  }
}
