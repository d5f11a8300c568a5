// The build runs the app once on an empty folder and keeps what V8 compiled until the window could be used, next to the
// bundles. compile.mjs runs this in the runtime that will run the bundles, because V8 rejects code of other versions.
'use strict'
const { app } = require('electron')
const fs = require('node:fs')
const path = require('node:path')
const zlib = require('node:zlib')

const root = path.resolve(__dirname, '../../..')
const folder = path.join(root, 'out/main')
/** Bundles of threads. They are kept right after compiling. */
const others = ['history-entry.js', 'schemas-entry.js']
const limitMs = 60_000
/** Bundles that the start loads while the window can already be used. */
const settleMs = 1_500

app.setAppPath(root)
const code = require(path.join(folder, 'load-code.js'))
const scripts = new Map()
code.onScript = (script, file) => scripts.set(file, script)
code.load('main-entry.js')
// Not the handlers of the app, which continue after such errors.
process.removeAllListeners('uncaughtException')
setTimeout(() => fail(new Error('the window could not be used in time')), limitMs)
process.once('uncaughtException', fail)
// The window must not flash up during a build.
app.on('browser-window-created', (_event, window) => (window.show = () => {}))
app.once('web-contents-created', (_event, contents) =>
  contents.once('did-finish-load', () => void settle(contents).catch(fail))
)

async function settle(contents) {
  await contents.executeJavaScript(`new Promise((resolve) => {
    const look = () => document.querySelector('textarea')?.disabled === false ? resolve() : setTimeout(look, 20)
    look()
  })`)
  setTimeout(keepAll, settleMs)
}

function keepAll() {
  // The program for servers waits for a message that never comes.
  process.parentPort = { once() {} }
  code.load('mcp-entry.js')
  for (const name of others) {
    const file = path.join(folder, name)
    scripts.set(file, code.compile(file))
  }
  for (const [file, script] of scripts) {
    const mark = code.read(file).subarray(0, code.markLength)
    keep(`${file}.cache`, Buffer.concat([mark, script.createCachedData()]), !fs.existsSync(file))
  }
  app.exit(0)
}

/** As its bundle is: packed, where that is. At its best Brotli would take some seconds of each build, for four per cent. */
function keep(file, bytes, isPacked) {
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 9 }
  if (isPacked) fs.writeFileSync(`${file}.br`, zlib.brotliCompressSync(bytes, { params }))
  else fs.writeFileSync(file, bytes)
}

function fail(error) {
  process.stderr.write(`${error.stack}\n`)
  app.exit(1)
}
