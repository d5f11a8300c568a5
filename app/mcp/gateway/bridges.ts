/** The open bridges, by the id of their launch. */
import type { Transport } from '@modelcontextprotocol/client'
import { AuthChallenges } from '../connection/auth-challenges'
import type {
  AccessToken,
  McpClients,
  McpEvents,
  RemoteLaunch,
  ServerLaunch,
  StdioLaunch
} from '../interface'
import { bridgeAddress } from './bridged-address'
import { bridgeProgram } from './bridged-program'
import { openServerBridge, type ServerBridge } from './server-bridge'

export interface BridgesOptions {
  /** Creates the transport to a new process of the server. */
  readonly createTransport: (launch: ServerLaunch & StdioLaunch) => Transport
  readonly events: Pick<McpEvents, 'challenged'>
  readonly messageLimitBytes: number
  readonly now: () => number
}

interface OpenBridge extends ServerBridge {
  readonly challenges: AuthChallenges
}

export function createBridges({ createTransport, events, ...options }: BridgesOptions) {
  const bridges = new Map<string, OpenBridge>()
  const close = async (bridgeId: string): Promise<void> => {
    const bridge = bridges.get(bridgeId)
    bridges.delete(bridgeId)
    bridge?.challenges.close()
    await bridge?.close()
  }
  return {
    ofClients: {
      openBridge: async (launch) => {
        const challenges = createChallenges(launch, events)
        const server =
          launch.transport === 'stdio'
            ? bridgeProgram(() => createTransport(launch))
            : bridgeAddress(launch, { ...options, renew: renewFor(launch, challenges) })
        const bridge = await openServerBridge(server)
        bridges.set(launch.connectionId, { ...bridge, challenges })
        return { url: bridge.url }
      },
      closeBridge: close
    } satisfies Partial<McpClients>,
    answerChallenge: (challengeId: string, access: AccessToken | null): boolean =>
      [...bridges.values()].some(({ challenges }) => challenges.answer(challengeId, access)),
    closeAll: async (): Promise<void> => {
      await Promise.allSettled([...bridges.keys()].map(close))
    }
  }
}

/** In the background: nothing here waits for the user to sign in. Parley's own connection has used the first token. */
function renewFor({ access }: RemoteLaunch, { renew }: AuthChallenges): AuthChallenges['renew'] {
  return ({ usedToken, wasAccepted, ...request }) =>
    renew({ ...request, usedToken, wasAccepted: wasAccepted || usedToken === access?.token, method: null })
}

function createChallenges(
  { serverName, connectionId }: ServerLaunch,
  events: BridgesOptions['events']
): AuthChallenges {
  const isOpening = (): boolean => false
  return new AuthChallenges({ serverName, connectionId, events, isOpening, holdCalls: () => () => {} })
}
