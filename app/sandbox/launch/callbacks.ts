/**
 * The way back to a contained server: it listens at a loopback of its own, which no browser reaches. At the ports that the person
 * opened, this computer listens in its place and passes calls on, for as long as it runs.
 */
import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import net from 'node:net'
import { listChildProcesses } from '../limits/process-tree'
import { callSocket } from './relay'

export interface ListenOptions {
  readonly ports: readonly number[]
  /** The process that holds the walls. */
  readonly processId: number
  readonly note: (text: string) => void
}

/** Linux: the file itself, whatever it is. */
const forPath = 0o10000000
/** Of this computer alone, as browsers reach it. */
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
 * Through the folder of a process behind the walls. The server may put anything under that name, so it has to be a socket, which
 * only what is inside can have made; a link is not followed, and what was looked at is what is joined.
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

/** Null: it is not there. */
function openSocket(processId: number, port: number): number | null {
  const [first] = listChildProcesses(processId)
  if (first === undefined) return null
  try {
    const descriptor = openSync(`/proc/${first}/root${callSocket(port)}`, forPath | constants.O_NOFOLLOW)
    if (fstatSync(descriptor).isSocket()) return descriptor
    closeSync(descriptor)
  } catch {
    // it has ended, or took it away
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
