/** Starts the utility process that runs all MCP clients, and gives the core its end of the channel. */
import { MessageChannelMain, utilityProcess } from 'electron'
import path from 'node:path'
import type { Logger } from '../app/base/logger'
import type { Channel } from '../app/mcp/gateway/gateway'
import { environment } from './environment'

export interface McpProcessOptions {
  /** Parley's name and version for servers. */
  readonly clientInfo: { readonly name: string; readonly version: string }
  /** Folders that no sandboxed server gets, no matter what is open for it. */
  readonly closedFolders: readonly string[]
  /** The folder of packages of sandboxed servers. */
  readonly packagesFolder: string
  /** The folder of private folders of sandboxed servers. */
  readonly homesFolder: string
  /** The folder with a copy of Electron's program that runs as Node. */
  readonly ownNodeFolder: string
  /** Where the self-test writes that the sandbox of macOS works on this computer. */
  readonly sandboxProofFile: string
  readonly log: Logger
}

/** The process gets Parley's own environment. It chooses what servers may see of it. */
export function spawnMcpProcess({ log, ...start }: McpProcessOptions): Channel {
  const child = utilityProcess.fork(path.join(import.meta.dirname, 'mcp-process.js'), [], {
    serviceName: 'Parley servers',
    env: { ...environment },
    stdio: ['ignore', 'ignore', 'pipe']
  })
  child.stderr?.on('data', (chunk: Buffer) => log.warn('the process wrote an error', { text: String(chunk) }))
  const killOutright = (): void => {
    // Not Electron's own `kill`: a process that hangs ignores it. The watchdog of its servers ends them.
    if (child.pid !== undefined) endNow(child.pid)
  }
  // The end of Parley doesn't wait for a process that hangs, which would then run forever, servers included.
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
