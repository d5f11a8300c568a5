/**
 * Parley without a window: one command on the core that the window uses, with the user's settings, permissions, policy
 * and ledger. See `docs/command-line.md`.
 */
import { homedir } from 'node:os'
import path from 'node:path'
import { HostError, toFailure } from '../../app/base/host-error'
import type { SingleServerTask } from '../../app/host/areas/single-server-host'
import { failureText, say, toText } from '../../app/texts/render-localized'
import { chooseLanguage, showLanguage } from '../../app/texts/translated'
import { readArguments, wantsJson, type Options, type CommandRequest } from './request/command-request'
import type { CommandLineName } from './request/command-names'
import { callCommand } from './commands/call'
import type { CommandAnswer, CommandLineCommand } from './commands/command'
import { conformanceCommand } from './commands/conformance'
import { diffCommand } from './commands/diff'
import { doctorCommand } from './commands/doctor'
import { logsCommand, verifyLedgerCommand } from './commands/logs'
import { playCommand } from './commands/play'
import { replayCommand, replayProvider } from './commands/replay'
import { selfTestCommand } from './commands/self-test'
import { completeCommand, promptCommand, readCommand } from './commands/offer-commands'
import { serversCommand } from './commands/server-commands'
import { testCommand } from './commands/test'
import { toExitCode, exitCodes } from './request/exit-codes'
import { inspectCommand } from './inspect/inspect-command'
import { openCore, type CommandLineCore } from './core/open-core'
import { defaultDataFolder } from './core/places'
import { isInEnvironment } from './core/secrets'
import type { OpenVault, Places } from './core/command-line-ports'
import { createAsker } from './questions/answer-questions'
import { processTerminal } from './terminal/process-terminal'
import type { QuestionPlace, Terminal } from './terminal/terminal'
import { terminalBlock, terminalJson, terminalText } from './terminal/terminal-text'
import { helpText } from './request/usage'

const commands: Readonly<Record<CommandLineName, CommandLineCommand>> = {
  servers: serversCommand,
  call: callCommand,
  read: readCommand,
  prompt: promptCommand,
  complete: completeCommand,
  inspect: inspectCommand,
  doctor: doctorCommand,
  logs: logsCommand,
  test: testCommand,
  conformance: conformanceCommand,
  'verify-ledger': verifyLedgerCommand,
  play: playCommand,
  replay: replayCommand,
  diff: diffCommand,
  'self-test': selfTestCommand
}

export interface CommandLineEnvironment {
  readonly terminal: Terminal
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The folder of files that ship with Parley. */
  readonly resources: string
  readonly version: string
  /** Whether this is the packaged program. Default: it runs from a checkout. */
  readonly isPackaged?: boolean
  /** Absent: secrets come only from the environment. */
  readonly openVault?: OpenVault
  /** Ends the command early, with everything that it started. */
  readonly signal: AbortSignal
}

/** On the terminal of this process, until a signal ends it; a second interrupt doesn't wait. Returns the exit code. */
export async function runInProcess(
  argv: readonly string[],
  surroundings: Omit<CommandLineEnvironment, 'terminal' | 'signal'>
): Promise<number> {
  const ending = new AbortController()
  let isInterrupted = false
  // These listeners stay: a file that is being written adds a listener that ends the process if it is the only one.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => {
      // At the end of a session several arrive in any order. Only a second interrupt means that the user won't wait.
      if (name === 'SIGINT' && isInterrupted) process.exit(exitCodes.interrupted)
      isInterrupted ||= name === 'SIGINT'
      ending.abort()
    })
  const { signal } = ending
  const status = await runParley(argv, { ...surroundings, terminal: processTerminal(), signal })
  return signal.aborted ? exitCodes.interrupted : status
}

/** Returns the exit code. */
export async function runParley(
  argv: readonly string[],
  surroundings: CommandLineEnvironment
): Promise<number> {
  const { terminal, environment } = surroundings
  const languages = [environment['LC_ALL'], environment['LC_MESSAGES'], environment['LANG']]
    .filter((tag) => tag !== undefined && tag !== '')
    .map((tag) => (tag ?? '').replace('_', '-'))
  await showLanguage(chooseLanguage('system', languages))
  try {
    const request = readArguments(argv)
    if (request === null) return (terminal.out(helpText()), exitCodes.ok)
    const answer = await runRequest(request, surroundings, languages)
    const ok = (answer.exitCode ?? exitCodes.ok) === exitCodes.ok
    terminal.out(request.options.isJson ? `${terminalJson({ ok, ...answer.value })}\n` : answer.text)
    return answer.exitCode ?? exitCodes.ok
  } catch (error) {
    return tellFailure(error, terminal, wantsJson(argv))
  }
}

async function runRequest(
  request: CommandRequest,
  { terminal, signal, ...surroundings }: CommandLineEnvironment,
  languages: readonly string[]
): Promise<CommandAnswer> {
  const { environment, resources, version, isPackaged = false, openVault = null } = surroundings
  const places: Places = { ...foldersOf(request.options, environment), resources, version, isPackaged }
  // These run only their own server or a recording, in a folder of their own, and ask nothing.
  const isOffline =
    request.command === 'self-test' ||
    (request.command === 'replay' &&
      request.options.models.length === 0 &&
      request.options.servers.length === 0)
  const createAskerAt = (place: QuestionPlace) =>
    createAsker(place, {
      ...request.options,
      isYes: isOffline || request.options.isYes,
      ownProvider: request.command === 'replay' ? replayProvider : null,
      isFromVault: (name) => openVault !== null && !isInEnvironment(name, environment)
    })
  const asker = createAskerAt(isOffline ? { ...terminal, error: () => {} } : terminal)
  const open = new Set<CommandLineCore>()
  const close = async () => {
    for (const core of open) await core.close()
  }
  const openWith = async (own: Places, task: SingleServerTask, place?: QuestionPlace) => {
    const openedWith = place === undefined ? asker : createAskerAt(place)
    const opened = await openCore({ ...own, task, environment, languages, asker: openedWith, openVault })
    const core: CommandLineCore = {
      ...opened,
      // A command may close it earlier.
      close: async () => void (open.delete(core) && (await opened.close()))
    }
    open.add(core)
    return core
  }
  const openCoreIn = (dataFolder: string, task: SingleServerTask) =>
    openWith({ ...places, dataFolder, settingsFile: path.join(dataFolder, 'settings.json') }, task)
  try {
    const working = commands[request.command]({
      request,
      places,
      terminal,
      environment,
      signal,
      approve: (text) => asker.approve(text),
      openCore: (task, place) => openWith(places, task, place),
      openCoreIn,
      openVault
    })
    return await Promise.race([working, interrupted(signal)])
  } finally {
    await close()
  }
}

function foldersOf(
  { dataDir, settings }: Options,
  environment: CommandLineEnvironment['environment']
): Pick<Places, 'dataFolder' | 'settingsFile'> {
  const dataFolder =
    dataDir === null
      ? defaultDataFolder({ platform: process.platform, environment, home: homedir() })
      : path.resolve(dataDir)
  return {
    dataFolder,
    settingsFile: settings === null ? path.join(dataFolder, 'settings.json') : path.resolve(settings)
  }
}

async function interrupted(signal: AbortSignal): Promise<never> {
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  throw new HostError('TOOL_CANCELLED', say('cli.interrupted'))
}

function tellFailure(error: unknown, terminal: Terminal, isJson: boolean): number {
  const failure = toFailure(error)
  const { code, message, data = {} } = failure
  if (isJson) terminal.out(`${terminalJson({ ok: false, error: { code, message, ...data } })}\n`)
  terminal.error(`${terminalText(failureText(failure))}\n`)
  const output = (data as { errorOutput?: readonly string[] }).errorOutput ?? []
  if (output.length > 0) terminal.error(`${output.map(terminalBlock).join('\n')}\n`)
  // A bug. Its message may contain a secret, so it is printed only if the user asks for it.
  if (code === 'INTERNAL' && process.env['PARLEY_DEBUG'] === '1')
    terminal.error(`${String((error as Error).stack)}\n`)
  if (code === 'COMMAND_LINE_INVALID') terminal.error(`${toText(say('cli.seeHelp'))}\n`)
  return toExitCode(code)
}
