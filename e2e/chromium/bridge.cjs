/**
 * Loaded by the app before its own code, for journeys whose page runs in another Chromium: serves the built page as the app
 * does, and carries calls, presses and events over a socket. Everything behind the bridge is the app's own code, with two
 * exceptions: the socket stands for the window's frame, and says which presses a browser process would notice.
 */
'use strict'
const { app, ipcMain, session } = require('electron')
const http = require('node:http')
const { WebSocketServer } = require('ws')

const origin = 'app://parley'
const frame = { origin, parent: null }
/** The app's own, by channel. The page of its window gets no answer from them: only the other page counts. */
const handlers = new Map()
const listeners = new Map()
const sockets = new Set()
let contents = null

const handle = ipcMain.handle.bind(ipcMain)
ipcMain.handle = (channel, answer) => {
  handlers.set(channel, answer)
  handle(channel, () => new Promise(() => {}))
}

app.once('browser-window-created', (_event, window) => {
  contents = window.webContents
  contents.ipc.on = (channel, hear) => void listeners.set(channel, hear)
  contents.send = (channel, ...values) => {
    const text = JSON.stringify({ channel, values })
    for (const socket of sockets) socket.send(text)
  }
  contents.once('did-finish-load', () => {
    const address = new URL(contents.getURL())
    setImmediate(() => void contents.loadURL('about:blank').then(() => serve(address)))
  })
})

function serve({ pathname, search, hash }) {
  const server = http.createServer((request, response) => void answer(request, response))
  const bridge = new WebSocketServer({ server })
  bridge.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('message', (/** @type {Buffer} */ data) => void take(JSON.parse(data.toString()), socket))
  })
  server.listen(0, '127.0.0.1', () => {
    globalThis.pageAddress = `http://127.0.0.1:${server.address().port}${pathname}${search}${hash}`
  })
}

async function answer({ url }, response) {
  if (url === '/favicon.ico') return void response.writeHead(204).end()
  const answered = await session.defaultSession.fetch(origin + url)
  response.writeHead(answered.status, Object.fromEntries(answered.headers))
  response.end(Buffer.from(await answered.arrayBuffer()))
}

async function take({ type, id, channel, values }, socket) {
  const event = { sender: contents, senderFrame: frame }
  if (type === 'noticed') contents.emit('input-event', {}, ...values)
  else if (type === 'drawn') contents.emit('did-finish-load')
  else if (type === 'send') listeners.get(channel)(event, ...values)
  else socket.send(JSON.stringify({ id, result: await handlers.get(channel)(event, ...values) }))
}
