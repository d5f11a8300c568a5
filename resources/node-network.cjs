/*
 * Loaded into a contained server that is written for Node, before its own code: its `fetch`, `http` and `https` go through
 * the proxy that HTTPS_PROXY names, and wait there for as long as the person does. For Node 18 and later. Costs next to
 * nothing until the first request; whatever it can't do leaves the server as it is.
 */
'use strict'

const net = require('node:net')
const tls = require('node:tls')
const http = require('node:http')
const https = require('node:https')

const headLimit = 65536
const proxy = proxyOf(process.env.HTTPS_PROXY || process.env.HTTP_PROXY)
const mark = Symbol.for('parley.network')
const plainHttp = Reflect.get(http.Agent.prototype, 'createConnection')
const plainHttps = Reflect.get(https.Agent.prototype, 'createConnection')

/** Null: there is none, or no address that could be used. */
function proxyOf(address) {
  try {
    const { hostname, port, username, password } = new URL(address)
    const word = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    return { hostname, port: Number(port), authorization: `Basic ${Buffer.from(word).toString('base64')}` }
  } catch {
    return null
  }
}

const bare = (host) => String(host || 'localhost').replace(/^\[|\]$/g, '')
const isLocal = (host) => host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
const isProxy = (host, port) => isLocal(host) && Number(port) === proxy.port

/** A plain connection to the host: what listens beside the server itself comes first. */
function open(host, port, done) {
  if (!isLocal(host)) return tunnel(host, port, done)
  const socket = net.connect({ host, port })
  const no = () =>
    isProxy(host, port) ? done(refused(host, port, 'it is the proxy')) : tunnel(host, port, done)
  socket.once('error', no)
  socket.once('connect', () => {
    socket.off('error', no)
    done(null, socket)
  })
}

function tunnel(host, port, done) {
  const socket = net.connect({ host: proxy.hostname, port: proxy.port })
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`
  let head = Buffer.alloc(0)
  let isOver = false
  const end = (error) => {
    if (isOver) return
    isOver = true
    socket.destroy()
    done(error)
  }
  const closed = () => end(refused(host, port, 'the proxy closed the connection'))
  const read = (chunk) => {
    head = Buffer.concat([head, chunk])
    const at = head.indexOf('\r\n\r\n')
    if (at < 0) return head.length > headLimit && end(refused(host, port, 'the proxy said too much'))
    const line = head.subarray(0, head.indexOf('\r\n')).toString('latin1')
    if (!/^HTTP\/1\.\d 2\d\d/.test(line)) {
      // The rest of the answer says why, in words.
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head.toString('latin1'))?.[1] ?? 0)
      const body = head.subarray(at + 4)
      if (body.length < Math.min(length, headLimit)) return
      return end(refused(host, port, body.toString('utf8').trim() || line.slice(9)))
    }
    isOver = true
    socket.off('data', read)
    socket.off('error', end)
    socket.off('close', closed)
    socket.pause()
    const rest = head.subarray(at + 4)
    if (rest.length > 0) socket.unshift(rest)
    done(null, socket)
  }
  socket.on('error', end)
  socket.on('close', closed)
  socket.on('data', read)
  socket.once('connect', () =>
    socket.write(
      `CONNECT ${place} HTTP/1.1\r\nHost: ${place}\r\nProxy-Authorization: ${proxy.authorization}\r\n\r\n`
    )
  )
}

function refused(host, port, why) {
  const error = new Error(`${host}:${port} was not reached: ${why}`)
  error.code = 'ECONNREFUSED'
  return error
}

function encrypt(socket, { host, ...options }, done) {
  const named = { host, servername: net.isIP(host) === 0 ? host : '' }
  const secure = tls.connect({ ...options, ...named, ...pick(options), socket })
  const failed = (error) => done(error)
  secure.once('error', failed)
  secure.once('secureConnect', () => {
    secure.off('error', failed)
    done(null, secure)
  })
}

const pick = ({ servername }) => (servername ? { servername } : {})

function connect(options, done) {
  const host = bare(options.hostname)
  const isEncrypted = options.protocol === 'https:'
  open(host, Number(options.port) || (isEncrypted ? 443 : 80), (error, socket) => {
    if (error) return done(error, null)
    if (!isEncrypted) return done(null, socket)
    encrypt(socket, { host, servername: options.servername, ALPNProtocols: ['http/1.1'] }, done)
  })
}

const isOurs = (options, done) =>
  typeof options === 'object' && options !== null && typeof done === 'function' && !options.socketPath

function useForHttp() {
  http.Agent.prototype.createConnection = function createConnection(options, done) {
    if (!isOurs(options, done) || this instanceof https.Agent) return plainHttp.apply(this, arguments)
    open(bare(options.host), options.port || 80, (error, socket) => {
      done(error, socket)
      if (socket) setImmediate(() => socket.resume())
    })
  }
  https.Agent.prototype.createConnection = function createConnection(options, done) {
    if (!isOurs(options, done) || options.socket) return plainHttps.apply(this, arguments)
    const host = bare(options.host)
    open(host, options.port || 443, (error, socket) => {
      if (error) return done(error)
      const named = { host, servername: options.servername || (net.isIP(host) === 0 ? host : '') }
      done(null, tls.connect({ ...options, ...named, socket }))
    })
  }
}

// What is behind `fetch` lies in one slot for all of its versions; it is made when somebody looks there.
const slot = Symbol.for('undici.globalDispatcher.1')
let isMade = false
let isMaking = false
const make = () => {
  if (isMade || isMaking) return
  isMaking = true
  void globalThis.Response // Node loads its own, which puts itself there.
  isMaking = false
  const found = Object.getOwnPropertyDescriptor(globalThis, slot)
  if (found === undefined || found.get !== undefined) return
  isMade = true
  globalThis[slot] = new found.value.constructor({ connect })
}
const isLoading = () => {
  const before = Error.stackTraceLimit
  Error.stackTraceLimit = 20
  const stack = String(new Error().stack)
  Error.stackTraceLimit = before
  return stack.includes('node:internal/deps/undici')
}

function useForFetch() {
  if (globalThis[slot] === undefined)
    Object.defineProperty(globalThis, slot, {
      configurable: true,
      enumerable: false,
      get() {
        // Looking for it again while Node is loading it ends the process.
        if (isMaking || isLoading()) {
          process.nextTick(make)
          return undefined
        }
        make()
        const found = Object.getOwnPropertyDescriptor(globalThis, slot)
        return found.get === undefined ? found.value : undefined
      },
      set(value) {
        isMade = true
        Object.defineProperty(globalThis, slot, { value, writable: true, configurable: false })
      }
    })
  const plainFetch = globalThis.fetch
  if (typeof plainFetch === 'function')
    globalThis.fetch = function fetch(...request) {
      make()
      globalThis.fetch = plainFetch
      return plainFetch(...request)
    }
}

/*
 * Files: what the walls refuse, and what is written, is reported to the same proxy, so that the person can see it. A hint:
 * nothing is decided by it, and a server that takes this away is no freer for it.
 */
const fs = require('node:fs')
const path = require('node:path')
const { statfsSync } = fs
const refusedCodes = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOENT', 'EXDEV', 'ETXTBSY'])
// What was written leaves some of them for what was refused.
const mostReported = { wrote: 400, read: 500, write: 500 }
const mostAtOnce = 50
const longestPath = 1000
const reported = new Set()
let waiting = []
let isReporting = false

function report(access, place) {
  if (typeof place !== 'string' || place.length > longestPath) return
  const whole = path.resolve(place)
  const key = `${access} ${whole}`
  if (reported.has(key) || reported.size >= mostReported[access]) return
  reported.add(key)
  waiting.push({ access, path: whole })
  if (isReporting) return
  isReporting = true
  setImmediate(sendReports)
}

function sendReports() {
  const body = JSON.stringify(waiting.slice(0, mostAtOnce))
  waiting = waiting.slice(mostAtOnce)
  const socket = net.connect({ host: proxy.hostname, port: proxy.port })
  socket.unref()
  socket.on('error', () => {})
  socket.resume()
  socket.on('close', () => {
    isReporting = waiting.length > 0
    if (isReporting) sendReports()
  })
  const head = `POST /parley/files HTTP/1.1\r\nHost: parley\r\nProxy-Authorization: ${proxy.authorization}`
  socket.write(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`)
}

const isWriting = (flags) =>
  typeof flags === 'number'
    ? (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) !== 0
    : /[wa+]/.test(flags)
const opens = (args) =>
  args[1] !== undefined && typeof args[1] !== 'function' && isWriting(args[1]) ? 'write' : 'read'
const reads = () => 'read'
const writes = () => 'write'
const accessOf = {
  ...{
    open: opens,
    readFile: reads,
    readdir: reads,
    opendir: reads,
    stat: reads,
    lstat: reads,
    access: reads
  },
  ...{ writeFile: writes, appendFile: writes, mkdir: writes, rename: writes, unlink: writes, rm: writes },
  ...{ rmdir: writes, truncate: writes, copyFile: writes, symlink: writes, link: reads },
  ...{ chmod: writes, chown: writes, utimes: writes }
}

/** Of two names the one that is made, else the one that is changed. */
const madeBy = (name, args) => (['copyFile', 'rename', 'symlink'].includes(name) ? args[1] : args[0])

/** Folders in memory are the walls' own, empty in the place of the person's. Libraries look around beside them in passing. */
const inMemory = 0x01021994
const ofEverybody = /^\/(?:(?:tmp|dev|proc|sys|run)(?:\/|$)|$)/

function listed(place) {
  if (typeof place !== 'string' || statfsSync === undefined) return
  const whole = path.resolve(place)
  if (ofEverybody.test(whole) || whole === process.cwd()) return
  if (statfsSync(whole).type === inMemory) report('read', whole)
}

function ended(name, args, error) {
  try {
    const access = accessOf[name](args)
    if (!error) {
      if (access === 'write') report('wrote', madeBy(name, args))
      else if (name === 'readdir' || name === 'opendir') listed(args[0])
      return
    }
    if (!refusedCodes.has(error.code)) return
    // What a link leads to is not looked at; what is copied is read.
    if (name !== 'symlink') report(name === 'copyFile' ? 'read' : access, error.path)
    // Nobody says which of the two it was.
    if (error.dest !== undefined) report('write', error.dest)
  } catch {
    // Whatever it was called with is its own matter.
  }
}

function watchFiles() {
  for (const name of Object.keys(accessOf)) {
    const [plain, plainSync, plainPromise] = [fs[name], fs[`${name}Sync`], fs.promises[name]]
    fs[name] = function (...args) {
      const done = args.at(-1)
      if (typeof done !== 'function') return plain.apply(this, args)
      return plain.call(this, ...args.slice(0, -1), (...answer) => {
        ended(name, args, answer[0])
        return done(...answer)
      })
    }
    fs[`${name}Sync`] = function (...args) {
      try {
        const answer = plainSync.apply(this, args)
        ended(name, args, null)
        return answer
      } catch (error) {
        ended(name, args, error)
        throw error
      }
    }
    fs.promises[name] = async function (...args) {
      try {
        const answer = await plainPromise.apply(this, args)
        ended(name, args, null)
        return answer
      } catch (error) {
        ended(name, args, error)
        throw error
      }
    }
  }
  require('node:module').syncBuiltinESMExports()
}

if (proxy !== null && !globalThis[mark]) {
  Object.defineProperty(globalThis, mark, { value: true })
  useForHttp()
  useForFetch()
  watchFiles()
}
