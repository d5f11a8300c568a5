/**
 * Entry of the utility process that runs all MCP clients. Its parent sends one message, `{ clientInfo: { name, version
 * }, closedFolders, packagesFolder, homesFolder, ownNodeFolder, sandboxProofFile, extraAuthorities }`, with a port; everything
 * else uses that port. Exits, with all servers, when the port closes.
 */
import { homedir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { unpackedFile } from '../../base/unpacked-file'
import { createMcpClients } from './clients'
import type { McpEvents } from '../interface'
import { serveClients } from './rpc'
import type { Port } from './rpc'
import { findProgramFolders } from '../transports/stdio/program-folders'
import { createSchemaChecks } from '../schemas/schema-checks'

/** The part of Electron's `process.parentPort` and its ports that is used: the core doesn't depend on Electron. */
interface ParentPort {
  once(event: 'message', listener: (event: StartMessage) => void): void
}

interface StartMessage {
  readonly data: {
    readonly clientInfo: { readonly name: string; readonly version: string }
    readonly closedFolders: readonly string[]
    readonly packagesFolder: string
    readonly homesFolder: string
    readonly ownNodeFolder: string
    readonly sandboxProofFile: string
    /** The value of `NODE_EXTRA_CA_CERTS`, which Electron removes from the environment; undefined if it was not set. */
    readonly extraAuthorities: string | undefined
  }
  readonly ports: readonly [TransferredPort]
}

interface TransferredPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void
  off(event: 'message', listener: (event: { readonly data: unknown }) => void): void
  on(event: 'close', listener: () => void): void
  start(): void
}

// Before version 37, Electron ended the process here. It may be in any state now, and its parent starts another one.
process.on('unhandledRejection', (error) => {
  reportToParent(error)
  process.exit(1)
})

const { parentPort } = process as unknown as { readonly parentPort: ParentPort }

parentPort.once('message', ({ data, ports: [port] }) => {
  const create = (events: McpEvents) =>
    createMcpClients({
      events,
      clientInfo: data.clientInfo,
      closedFolders: data.closedFolders,
      packagesFolder: data.packagesFolder,
      homesFolder: data.homesFolder,
      ownNodeFolder: data.ownNodeFolder,
      sandboxProofFile: data.sandboxProofFile,
      hostEnvironment: { ...process.env, NODE_EXTRA_CA_CERTS: data.extraAuthorities },
      nodePreload,
      pythonFolder,
      findProgramFolders: () =>
        findProgramFolders({ platform: process.platform, home: homedir(), environment: process.env }),
      checks: createSchemaChecks({ start: startSchemaWorker }),
      now: Date.now
    })
  const { clients } = serveClients(toPort(port), create, reportToParent)
  const end = () => void clients.shutdown().finally(() => process.exit())
  port.on('close', end)
  process.once('SIGTERM', end)
  process.once('disconnect', end)
  port.start()
})

const nodePreload = unpackedFile(path.join(import.meta.dirname, '../../resources/node-network.cjs'))
const pythonFolder = unpackedFile(path.join(import.meta.dirname, '../../resources/python'))

function startSchemaWorker(): Worker {
  return new Worker(path.join(import.meta.dirname, 'schema-worker.js'), {
    name: 'schemas',
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 256 }
  })
}

/** The parent writes this process's standard error to the host's log. */
function reportToParent(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
}

function toPort(port: TransferredPort): Port {
  return {
    post: (message) => port.postMessage(message),
    on: (listener) => {
      const unpack = (event: { readonly data: unknown }) => listener(event.data)
      port.on('message', unpack)
      return () => port.off('message', unpack)
    }
  }
}
