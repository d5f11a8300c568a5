/** The open bridges, by the id of their launch. */
import type { Transport } from '@modelcontextprotocol/client'
import type { McpClients, ServerLaunch, StdioLaunch } from '../interface'
import { bridgeAddress } from './bridged-address'
import { bridgeProgram } from './bridged-program'
import { openServerBridge, type ServerBridge } from './server-bridge'

export interface BridgesOptions {
  /** Creates the transport to a new process of the server. */
  readonly createTransport: (launch: ServerLaunch & StdioLaunch) => Transport
  readonly messageLimitBytes: number
  readonly now: () => number
}

export function createBridges({ createTransport, ...options }: BridgesOptions) {
  const bridges = new Map<string, ServerBridge>()
  const close = async (bridgeId: string): Promise<void> => {
    const bridge = bridges.get(bridgeId)
    bridges.delete(bridgeId)
    await bridge?.close()
  }
  return {
    ofClients: {
      openBridge: async (launch) => {
        const server =
          launch.transport === 'stdio'
            ? bridgeProgram(() => createTransport(launch))
            : bridgeAddress(launch, options)
        const bridge = await openServerBridge(server)
        bridges.set(launch.connectionId, bridge)
        return { url: bridge.url }
      },
      closeBridge: close
    } satisfies Partial<McpClients>,
    closeAll: async (): Promise<void> => {
      await Promise.allSettled([...bridges.keys()].map(close))
    }
  }
}
