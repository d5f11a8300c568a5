/** Starts the utility process that runs all MCP clients, and gives the core its end of the line. */
import { MessageChannelMain, utilityProcess } from 'electron'
import path from 'node:path'
import type { Logger } from '../app/base/logger'
import type { Channel } from '../app/mcp/gateway'

export interface McpProcessOptions {
  /** How Parley names itself to servers. */
  readonly clientInfo: { readonly name: string; readonly version: string }
  readonly log: Logger
}

/** The process gets our own environment: what servers may see of it is chosen there. */
export function spawnMcpProcess({ clientInfo, log }: McpProcessOptions): Channel {
  const child = utilityProcess.fork(path.join(import.meta.dirname, 'mcp-process.js'), [], {
    serviceName: 'Parley servers',
    stdio: ['ignore', 'ignore', 'pipe']
  })
  child.stderr?.on('data', (chunk: Buffer) => log.warn('the process wrote an error', { text: String(chunk) }))
  child.on('exit', (exitCode) => log.info('the process ended', { exitCode }))
  const { port1: here, port2: there } = new MessageChannelMain()
  child.postMessage({ clientInfo }, [there])
  here.start()
  return {
    post: (message) => here.postMessage(message),
    on: (listener) => {
      const unpack = ({ data }: Electron.MessageEvent): void => listener(data)
      here.on('message', unpack)
      return () => void here.off('message', unpack)
    },
    onExit: (listener) => void child.once('exit', () => listener()),
    kill: () => void child.kill()
  }
}
