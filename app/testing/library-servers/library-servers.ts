/** The servers of the official libraries in other languages. `scripts/setup` builds them. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createConnection, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** `reference`: the reference servers in Python; the name of a module follows its `args`. */
export type ProgrammingLanguage = 'python' | 'java' | 'go' | 'rust' | 'reference'

export interface LibraryServer {
  readonly language: ProgrammingLanguage
  /** Started with `args`, followed by `stdio`, or by `http` and a port. */
  readonly command: string
  readonly args: readonly string[]
}

/** `reason`: an English clause that names what is missing. */
export type MaybeServer = LibraryServer | { readonly language: ProgrammingLanguage; readonly reason: string }

export interface RunningServer extends AsyncDisposable {
  readonly url: string
  /** Standard error output so far. */
  readonly written: () => string
}

type Ensure = (options: {
  readonly names?: readonly ProgrammingLanguage[]
}) => Promise<Record<ProgrammingLanguage, MaybeServer>>

/** Builds missing ones, which takes minutes once per user. */
export async function ensureLibraryServers(
  names: readonly ProgrammingLanguage[] = ['python', 'java', 'go', 'rust']
): Promise<readonly MaybeServer[]> {
  const script = new URL('../../../scripts/setup/library-servers.mjs', import.meta.url).href
  const { ensureLibraryServers: ensure } = (await import(script)) as { readonly ensureLibraryServers: Ensure }
  const servers = await ensure({ names })
  return names.map((name) => servers[name])
}

/** Ends what hangs: a busy computer starts Java in half a minute. */
const startLimitMs = 120_000

/** Until the caller disposes of it. */
export async function serveOverHttp({ command, args }: LibraryServer): Promise<RunningServer> {
  const port = await freePort()
  const child = spawn(command, [...args, 'http', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] })
  let written = ''
  child.stderr.on('data', (chunk: Buffer) => (written += chunk.toString()))
  await untilListening(child, port, () => written).catch(async (error: unknown) => {
    await end(child)
    throw error
  })
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    written: () => written,
    [Symbol.asyncDispose]: () => end(child)
  }
}

async function untilListening(child: ChildProcess, port: number, written: () => string): Promise<void> {
  const until = Date.now() + startLimitMs
  while (!(await canConnect(port))) {
    if (Date.now() > until) throw new Error(`The server does not listen: ${written()}`)
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The server ended before it listened: ${written()}`)
    }
    await delay(50)
  }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1')
    const answer = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => answer(true)).once('error', () => answer(false))
  })
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
