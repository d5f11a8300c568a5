/** The core for one command. Nothing else runs in it, and closing it leaves nothing behind. */
import { mkdirSync } from 'node:fs'
import { HostError } from '../../../app/base/host-error'
import type { Handlers } from '../../../app/contract/bridge/calls'
import type { ServerView } from '../../../app/contract/servers'
import type { SettingsView } from '../../../app/contract/settings'
import { createHost, type Host } from '../../../app/host/host'
import { say } from '../../../app/texts/render-localized'
import { openLogging } from '../../log/logging'
import { createTraceWriter } from '../../log/trace-file'
import { lockFolder, isWindowOpen } from './folder-use'
import { createPlainPorts, type PortsInput } from './command-line-ports'
import { answerQuestions, type TerminalAsker } from '../questions/answer-questions'

export interface CommandLineCore {
  readonly handlers: Handlers
  readonly onEvent: Host['onEvent']
  /** Resolves with the next change that a condition may depend on. */
  readonly changed: () => Promise<void>
  /** Resolves when the server is connected. @throws HostError with the reason why it won't be */
  readonly connected: (serverName: string) => Promise<void>
  /** Why the last question was denied, once; null: it wasn't. */
  readonly takeRefusal: () => HostError | null
  close(): Promise<void>
}

type CoreInput = Omit<PortsInput, 'logging'> & { readonly asker: TerminalAsker }

/** @throws HostError FOLDER_IN_USE */
export async function openCore({ asker, ...input }: CoreInput): Promise<CommandLineCore> {
  const { dataFolder } = input
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const release = lockFolder(dataFolder)
  if (release === null) throw inUse(dataFolder)
  const logging = openLogging(dataFolder)
  try {
    const ports = await createPlainPorts({ ...input, logging })
    const traceFile = input.isPackaged ? undefined : input.environment['PARLEY_TRACE']
    const onTraced = traceFile === undefined ? undefined : createTraceWriter(traceFile)
    const host = createHost({ ...ports, onTraced })
    const listeners = new Set<() => void>()
    host.onEvent(() => {
      for (const tell of [...listeners]) tell()
    })
    const changed = () =>
      new Promise<void>((resolve) => {
        const tell = () => (listeners.delete(tell), resolve())
        listeners.add(tell)
      })
    answerQuestions(host, asker)
    await host.start()
    return {
      handlers: host.handlers,
      onEvent: (listener) => host.onEvent(listener),
      changed,
      connected: (serverName) => untilConnected({ handlers: host.handlers, changed, asker }, serverName),
      takeRefusal: () => asker.takeFailure(),
      close: async () => {
        // No settings name its server, so the user couldn't clear or remove it later.
        if (input.task.type === 'entry') await ports.mcp.clients.removeHome(input.task.serverName)
        await host.dispose()
        await logging.files.close()
        release()
      }
    }
  } catch (error) {
    release()
    throw error
  }
}

function inUse(folder: string): HostError {
  return new HostError(
    'FOLDER_IN_USE',
    say(isWindowOpen(folder) ? 'cli.windowOpen' : 'cli.commandRuns', { folder })
  )
}

async function untilConnected(
  {
    handlers,
    changed,
    asker
  }: Pick<CommandLineCore, 'handlers' | 'changed'> & { readonly asker: TerminalAsker },
  serverName: string
): Promise<void> {
  for (;;) {
    const next = changed()
    const { servers, settings } = await handlers['app.snapshot']({})
    const server = servers.find(({ name }) => name === serverName)
    if (server === undefined) throw unknownServer(serverName, settings)
    if (server.state === 'connected') return
    const failure = asker.takeFailure() ?? failureOf(server, settings)
    if (failure !== null) throw failure
    await next
  }
}

/** A file that can't be read explains why it is unknown. */
function unknownServer(server: string, { problems, isLastGoodInUse }: SettingsView): HostError {
  const problem = isLastGoodInUse ? problems.find(({ severity }) => severity === 'error') : undefined
  if (problem !== undefined) return new HostError('SETTINGS_INVALID', problem.message)
  return new HostError('SERVER_UNKNOWN', say('cli.unknownServer', { server }))
}

/** Null while it is connecting. */
function failureOf(server: ServerView, { problems }: SettingsView): HostError | null {
  const { state, name, reason, startable, recentErrorOutput: errorOutput } = server
  if (state === 'starting' || state === 'installing' || state === 'waiting-for-trust') return null
  if (reason === null) return null
  if (state === 'needs-sign-in')
    return new HostError('SERVER_NEEDS_SIGN_IN', say('cli.needsSignIn', { reason }))
  const isBroken = problems.some(({ serverName, severity }) => serverName === name && severity === 'error')
  if (isBroken) return new HostError('SETTINGS_INVALID', reason)
  if (!startable) return new HostError('SERVER_NOT_ALLOWED', reason)
  return new HostError('SERVER_NOT_CONNECTED', reason, { data: { errorOutput } })
}
