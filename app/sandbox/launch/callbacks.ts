/**
 * Incoming connections to a sandboxed server: it listens on its own loopback, which no browser can reach. This computer
 * listens on the ports that the user opened and forwards connections while the server runs.
 */
import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import net from 'node:net'
import { listChildProcesses } from '../limits/process-tree'
import { callSocket } from './relay'

export interface ListenOptions {
  readonly ports: readonly number[]
  /** The process of the sandbox. */
  readonly processId: number
  readonly note: (text: string) => void
}

/** Linux: the file itself, of any kind. */
const forPath = 0o10000000
/** Only this computer's own addresses, as browsers use them. */
const addresses = ['127.0.0.1', '::1']
const mostConnections = 32

export function listenAt({ ports, processId, note }: ListenOptions): { close(): void } {
  const open = new Set<net.Socket>()
  const servers = ports.flatMap((port) =>
    addresses.map((address) => {
      const server = net.createServer({ allowHalfOpen: true }, (socket) => {
        open.add(socket)
        socket.on('close', () => open.delete(socket))
        socket.on('error', () => socket.destroy())
        if (open.size > mostConnections) return void socket.destroy()
        passOn(socket, processId, port)
      })
      // A computer without IPv6 has no such address.
      server.on('error', ({ code, message }: NodeJS.ErrnoException) => {
        if (address === '127.0.0.1')
          note(
            `Nothing from this computer reaches the server at port ${port}: ${code === 'EADDRINUSE' ? 'another program uses it' : message}`
          )
      })
      return server.listen(port, address)
    })
  )
  return {
    close: () => {
      for (const server of servers) server.close()
      for (const socket of open) socket.destroy()
    }
  }
}

/**
 * Through the folder of a process in the sandbox. The server may put anything under that name, so it must be a socket,
 * which only a process inside can have created. A link isn't followed, and the checked file is the one that is
 * connected.
 */
function passOn(caller: net.Socket, processId: number, port: number): void {
  const descriptor = openSocket(processId, port)
  if (descriptor === null) return void caller.destroy()
  const inside = net.connect({ path: `/proc/self/fd/${descriptor}`, allowHalfOpen: true })
  const release = once(() => closeSync(descriptor))
  inside.once('connect', release)
  inside.once('close', release)
  inside.on('error', () => caller.destroy())
  inside.on('close', () => caller.destroy())
  caller.on('close', () => inside.destroy())
  caller.pipe(inside)
  inside.pipe(caller)
}

/** Null: it doesn't exist. */
function openSocket(processId: number, port: number): number | null {
  const [first] = listChildProcesses(processId)
  if (first === undefined) return null
  try {
    const descriptor = openSync(`/proc/${first}/root${callSocket(port)}`, forPath | constants.O_NOFOLLOW)
    if (fstatSync(descriptor).isSocket()) return descriptor
    closeSync(descriptor)
  } catch {
    // It has ended, or removed the socket.
  }
  return null
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
