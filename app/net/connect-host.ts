/**
 * Connects to an approved address step by step: name lookup, connection, encryption. Sends nothing else. Each step
 * throws the network's error.
 */
import net from 'node:net'
import { bareHost } from './address-location'

/** The addresses of the name; a number is its own address. */
export async function lookUpHost(url: URL): Promise<readonly string[]> {
  const host = bareHost(url.hostname)
  if (net.isIP(host) !== 0) return [host]
  // Loaded when needed.
  const { promises: dns } = await import('node:dns')
  return (await dns.lookup(host, { all: true })).map(({ address }) => address)
}

export async function connectToPort(url: URL, signal: AbortSignal): Promise<void> {
  const socket = net.connect({ host: bareHost(url.hostname), port: getPort(url), autoSelectFamily: true })
  await until(socket, 'connect', signal)
}

/** Requires a certificate that is valid for the name. */
export async function connectEncrypted(url: URL, signal: AbortSignal): Promise<void> {
  const host = bareHost(url.hostname)
  const named = net.isIP(host) === 0 ? { servername: host } : {}
  const tls = await import('node:tls')
  await until(tls.connect({ host, port: getPort(url), ...named }), 'secureConnect', signal)
}

function getPort(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
}

async function until(socket: net.Socket, event: string, signal: AbortSignal): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once(event, () => resolve())
      socket.once('error', reject)
      socket.once('close', () => reject(new Error('The connection was closed.')))
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    })
  } finally {
    socket.on('error', () => {}) // the caller no longer listens
    socket.destroy()
  }
}
