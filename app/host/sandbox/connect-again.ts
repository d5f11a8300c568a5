/**
 * Connects a server again after the answer to a question that came up while it was connecting. Once for each answer.
 */
import type { ServerState } from '../../contract/servers'
import type { AnswerTime } from '../../server-requests/hosts-in-question'
import type { ServersControl } from '../../servers/registry/server-registry'

export interface ConnectAgainOptions {
  readonly servers: Pick<ServersControl, 'list' | 'onChange' | 'start' | 'restart'>
  /** Whether a call of the server runs. */
  readonly isBusy: (serverName: string) => boolean
  /** To be called when a server isn't wanted any more: it was stopped, switched off, or has to be trusted first. */
  readonly onRest: (serverName: string) => void
  /** Work that nothing waits for. */
  readonly inBackground: (serverName: string, work: Promise<void>) => void
}

export interface ConnectAgain {
  readonly isWanted: (serverName: string) => boolean
  readonly allowed: (serverName: string, time: AnswerTime) => void
  dispose(): void
}

const onTheWay: ReadonlySet<ServerState | undefined> = new Set(['starting', 'installing'])
const wanted: ReadonlySet<ServerState | undefined> = new Set([
  ...onTheWay,
  'restarting',
  'connected',
  'failed'
])

export function createConnectAgain({
  servers,
  isBusy,
  onRest,
  inBackground
}: ConnectAgainOptions): ConnectAgain {
  const due = new Map<string, AnswerTime>()
  const stateOf = (serverName: string) => servers.list().find(({ name }) => name === serverName)?.state
  const look = (name: string, state: ServerState | undefined): void => {
    const time = due.get(name)
    if (time === undefined || onTheWay.has(state)) return
    due.delete(name)
    if (state === 'failed') inBackground(name, servers.start(name))
    // It is connected without what it gave up on. Running calls matter more than that.
    if (state === 'connected' && time === 'missed' && !isBusy(name)) inBackground(name, servers.restart(name))
  }
  const unsubscribe = servers.onChange(({ name, state }) => {
    look(name, state)
    if (!wanted.has(state)) onRest(name)
  })
  return {
    isWanted: (serverName) => wanted.has(stateOf(serverName)),
    allowed: (serverName, time) => {
      const state = stateOf(serverName)
      if (time === 'in-time' && !onTheWay.has(state)) return
      due.set(serverName, time)
      look(serverName, state)
    },
    dispose: unsubscribe
  }
}
