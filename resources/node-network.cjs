/*
 * Loaded before the code of a sandboxed server that is written for Node. A sandbox has no network but the proxy that
 * HTTPS_PROXY names. So every TCP connection to another computer, whichever library opens it, becomes a tunnel through
 * that proxy: `fetch`, each version of undici and each dispatcher class of it, `http`, `https`, `http2`, web sockets,
 * drivers of databases. The proxy holds a connection while Parley asks the user, and the server's own limits for
 * connecting are paused meanwhile.
 *
 * Only `net.Socket.prototype.connect` and `tls.connect` are replaced. Dispatchers, agents and other globals stay as the
 * server sets them. If something fails in here, the server runs as it would without this file. For Node.js 18 and later.
 */
'use strict'

const net = require('net')
const tls = require('tls')

const headLimit = 65536
const proxy = proxyOf(process.env.HTTPS_PROXY || process.env.HTTP_PROXY)
const mark = Symbol.for('parley.network')
const plainConnect = Reflect.get(net.Socket.prototype, 'connect')
/** Sockets whose tunnel is not open yet. */
const opening = new WeakSet()

/** Null where there is no proxy, or its address is unusable. */
function proxyOf(address) {
  try {
    const { hostname, port, username, password } = new URL(address)
    if (!isPort(port)) return null
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`
    return { hostname, port: Number(port), authorization }
  } catch {
    return null
  }
}

function isPort(port) {
  return /^\d{1,5}$/.test(String(port)) && Number(port) > 0 && Number(port) < 65536
}

const bare = (host) => String(host || 'localhost').replace(/^\[|\]$/g, '')
const isLocal = (host) => host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
/** Anything else in a name could end the head of the request to the proxy early. */
const isHost = (host) => host.length < 256 && /^[^\s/@\\?#\0]+$/.test(host)

/** Where `options` lead, or null if the connection needs no tunnel: a pipe, the proxy itself, or invalid options. */
function targetOf(options) {
  if (options.path || !isPort(options.port)) return null
  const host = bare(options.host)
  const port = Number(options.port)
  if (!isHost(host) || (isLocal(host) && port === proxy.port)) return null
  return { host, port, isLocal: isLocal(host) }
}

function socketTarget(socket, args) {
  // Encrypted sockets are made by `tls.connect`; buffers of the server's own would get the proxy's answer.
  if (socket instanceof tls.TLSSocket || socket._handle || socket._parent || hasOwnBuffer(socket)) return null
  const [options] = Array.isArray(args[0]) ? args[0] : net._normalizeArgs(args)
  return targetOf(options)
}

function hasOwnBuffer(socket) {
  const key = Object.getOwnPropertySymbols(socket).find(({ description }) => description === 'kBuffer')
  return key !== undefined && Boolean(socket[key])
}

function refused({ host, port }, why) {
  const error = new Error(`${host}:${port} was not reached: ${why}`)
  return Object.assign(error, { code: 'ECONNREFUSED', syscall: 'connect', port })
}

/** Overrides methods of one object. Assigning them fails if the server has frozen the prototypes. */
function override(object, methods) {
  const before = Object.keys(methods).map((name) => [name, Object.getOwnPropertyDescriptor(object, name)])
  for (const name of Object.keys(methods))
    Object.defineProperty(object, name, { value: methods[name], configurable: true, writable: true })
  return () => {
    for (const [name, descriptor] of before)
      if (object[name] !== methods[name]) continue
      else if (descriptor) Object.defineProperty(object, name, descriptor)
      else delete object[name]
  }
}

/**
 * Undici stops connecting after ten seconds, which is too short for a user to answer. It marks a socket that survives as gone,
 * unless that socket looks destroyed for the moment.
 */
function survives(socket, error) {
  if (!error || error.code !== 'UND_ERR_CONNECT_TIMEOUT') return false
  Object.defineProperty(socket, 'destroyed', { value: true, configurable: true })
  queueMicrotask(() => delete socket.destroyed)
  return true
}

const failsToConnect =
  /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EACCES|EPERM)$/

/** As for a connection without a proxy: HTTP/2 compares the port with that of the address. */
function showTarget(socket, { host, port }) {
  const version = net.isIP(host)
  socket._peername = version === 0 ? { port } : { address: host, family: `IPv${version}`, port }
}

/** Connects a socket through the proxy; for a local address only where nothing listens beside the server itself. */
function connectThrough(socket, target, args) {
  let step = target.isLocal ? 'beside' : 'proxy'
  let head = Buffer.alloc(0)
  const restore = override(socket, { emit, push, destroy })
  const over = () => {
    step = 'over'
    opening.delete(socket)
    restore()
  }
  const fail = (why) => {
    over()
    socket.destroy(refused(target, why))
  }

  function emit(event, ...rest) {
    if (step === 'proxy' && event === 'connect') return ask()
    if (step === 'asking' && event === 'ready') return true
    if (step !== 'beside' && step !== 'over' && event === 'timeout') return true
    if (event === 'close' || (step === 'beside' && event === 'connect')) over()
    return Object.getPrototypeOf(socket).emit.call(socket, event, ...rest)
  }

  function ask() {
    step = 'asking'
    const { host, port } = target
    const place = `${host.includes(':') ? `[${host}]` : host}:${port}`
    const lines = [
      `CONNECT ${place} HTTP/1.1`,
      `Host: ${place}`,
      `Proxy-Authorization: ${proxy.authorization}`
    ]
    const sent = (error) => error && step === 'asking' && fail('the proxy closed the connection')
    socket._writeGeneric(false, `${lines.join('\r\n')}\r\n\r\n`, 'latin1', sent)
    socket._read(0)
    // What the server writes waits until the tunnel is open.
    socket.connecting = true
    return true
  }

  function push(chunk, ...rest) {
    if (step !== 'asking') return Object.getPrototypeOf(socket).push.call(socket, chunk, ...rest)
    if (chunk === null) fail('the proxy closed the connection')
    else {
      head = Buffer.concat([head, chunk])
      readAnswer()
    }
    return true
  }

  function readAnswer() {
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return head.length > headLimit && fail('the answer of the proxy is too long')
    const body = head.subarray(end + 4)
    const line = head.subarray(0, head.indexOf('\r\n')).toString('latin1')
    if (/^HTTP\/1\.\d 2\d\d/.test(line)) return open(body)
    // The body of the answer is the reason.
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head.toString('latin1'))?.[1] ?? 0)
    if (body.length < Math.min(length, headLimit)) return
    fail(body.toString('utf8').trim() || line.slice(9))
  }

  function open(rest) {
    over()
    socket.connecting = false
    showTarget(socket, target)
    socket.emit('connect')
    socket.emit('ready')
    if (rest.length > 0 && !socket.destroyed) socket.push(rest)
  }

  function destroy(error, ...rest) {
    if (step === 'beside' && error && failsToConnect.test(error.code)) {
      const handle = socket._handle
      socket._handle = null
      if (handle) handle.close()
      step = 'proxy'
      toProxy()
      return socket
    }
    if (survives(socket, error)) return socket
    over()
    return socket.destroy(error, ...rest)
  }

  function toProxy(done) {
    plainConnect.call(socket, { host: proxy.hostname, port: proxy.port }, done)
  }

  opening.add(socket)
  if (target.isLocal) return plainConnect.apply(socket, args)
  const [, done] = Array.isArray(args[0]) ? args[0] : net._normalizeArgs(args)
  toProxy(done || undefined)
  return socket
}

function useForSockets() {
  net.Socket.prototype.connect = function connect(...args) {
    const target = attempt(() => socketTarget(this, args))
    return target ? connectThrough(this, target, args) : plainConnect.apply(this, args)
  }
}

/** Null where it throws: Node itself then says what is wrong with the arguments. */
function attempt(work) {
  try {
    return work()
  } catch {
    return null
  }
}

/** The options of a call of `tls.connect` as one object, as Node reads its forms. */
function tlsCall(args) {
  const [first, done] = net._normalizeArgs(args)
  const more = [args[1], args[2]].find((each) => typeof each === 'object' && each !== null)
  return { options: { ...first, ...more }, done: done || undefined }
}

/**
 * An encrypted socket takes over the handle of a socket that has one, and would read the proxy's answer. Without one
 * it reads what the socket hands out.
 */
function encrypt(plain, socket, { options, done }) {
  const handle = socket._handle
  socket._handle = null
  try {
    return plain.call(tls, { ...options, socket }, done)
  } finally {
    socket._handle = handle
  }
}

function useForTls() {
  const plain = tls.connect
  tls.connect = function connect(...args) {
    const call = attempt(() => tlsCall(args))
    if (!call || call.options.onread) return plain.apply(this, args)
    const { options } = call
    if (options.socket) {
      return opening.has(options.socket) ? encrypt(plain, options.socket, call) : plain.apply(this, args)
    }
    const target = attempt(() => targetOf(options))
    if (!target) return plain.apply(this, args)
    const socket = new net.Socket({ allowHalfOpen: options.allowHalfOpen })
    const secure = encrypt(plain, socket, call)
    joinSockets(secure, socket, options)
    socket.setNoDelay(true)
    socket.connect({ host: target.host, port: target.port, family: options.family, lookup: options.lookup })
    return secure
  }
}

/** From the open tunnel to the end of the TLS handshake, where the server's own limit has passed before. */
const handshakeMs = 10000

/** What the server does with the encrypted socket concerns the one below it as well. */
function joinSockets(secure, socket, { timeout }) {
  const each = (name) => () => {
    socket[name]()
    return secure
  }
  override(secure, { ref: each('ref'), unref: each('unref') })
  let passed = null
  const restore = override(secure, {
    emit(event, ...rest) {
      if (event === 'timeout') return true
      return Object.getPrototypeOf(secure).emit.call(secure, event, ...rest)
    },
    destroy(error, ...rest) {
      if (survives(secure, error)) {
        passed = error
        return secure
      }
      restore()
      return secure.destroy(error, ...rest)
    }
  })
  socket.once('connect', () => {
    secure._peername = socket._peername
    const limit = setTimeout(() => {
      restore()
      if (passed) secure.destroy(passed)
    }, handshakeMs)
    limit.unref()
    const end = () => clearTimeout(limit)
    secure.once('secureConnect', restore).once('secureConnect', end).once('close', end)
  })
  secure.once('close', () => socket.destroy())
  if (timeout) secure.setTimeout(timeout)
}

/*
 * Files: reports blocked and written files to the same proxy, so that the user can see them. This is a hint: no decision
 * depends on it, and a server that removes it gains nothing.
 */
const fs = require('fs')
const path = require('path')
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

/** The sandbox shows empty folders in memory instead of the user's. Libraries also list system folders without a need. */
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
    // The error doesn't say which of the two it was.
    if (error.dest !== undefined) report('write', error.dest)
  } catch {
    // The arguments may be of any kind, and a report must not fail the call.
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
}

if (proxy !== null && !globalThis[mark]) {
  Object.defineProperty(globalThis, mark, { value: true })
  for (const use of [useForSockets, useForTls, watchFiles]) attempt(use)
  attempt(() => require('module').syncBuiltinESMExports())
}
