/** Starts the utility process that runs all MCP clients, and gives the core its end of the line. */
import { MessageChannelMain, utilityProcess } from 'electron'
import path from 'node:path'
import type { Logger } from '../app/base/logger'
import type { Channel } from '../app/mcp/gateway/gateway'
import { environment } from './environment'

export interface McpProcessOptions {
  /** How Parley names itself to servers. */
  readonly clientInfo: { readonly name: string; readonly version: string }
  /** What no contained server gets, whatever is open for it. */
  readonly closedFolders: readonly string[]
  /** Where the packages of contained servers are kept. */
  readonly packagesFolder: string
  /** Where the private folders of sandboxed servers are kept. */
  readonly homesFolder: string
  /** Where a copy of Electron's program lies that runs as Node. */
  readonly ownNodeFolder: string
  readonly log: Logger
}

/** The process gets our own environment: what servers may see of it is chosen there. */
export function spawnMcpProcess({ log, ...start }: McpProcessOptions): Channel {
  const child = utilityProcess.fork(path.join(import.meta.dirname, 'mcp-process.js'), [], {
    serviceName: 'Parley servers',
    env: { ...environment },
    stdio: ['ignore', 'ignore', 'pipe']
  })
  child.stderr?.on('data', (chunk: Buffer) => log.warn('the process wrote an error', { text: String(chunk) }))
  const killOutright = (): void => {
    // Not Electron's own `kill`: one that hangs does not hear a kind request. Its servers have a guardian.
    if (child.pid !== undefined) endNow(child.pid)
  }
  // The end of the program does not wait for one that hangs, which would then go on for ever, servers included.
  process.once('exit', killOutright)
  child.on('exit', (exitCode) => {
    process.off('exit', killOutright)
    log.info('the process ended', { exitCode })
  })
  const { port1: here, port2: there } = new MessageChannelMain()
  child.postMessage({ ...start, extraAuthorities: environment['NODE_EXTRA_CA_CERTS'] }, [there])
  here.start()
  return {
    post: (message) => here.postMessage(message),
    on: (listener) => {
      const unpack = ({ data }: Electron.MessageEvent): void => listener(data)
      here.on('message', unpack)
      return () => void here.off('message', unpack)
    },
    onExit: (listener) => void child.once('exit', () => listener()),
    kill: killOutright
  }
}

function endNow(processId: number): void {
  try {
    process.kill(processId, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
