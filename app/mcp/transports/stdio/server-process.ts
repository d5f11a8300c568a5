/**
 * The process of one stdio server, from its start to the end of the last process in its group: arguments without a
 * shell, its own process group, exit code and signal, and an end in steps that leaves no process behind. The transport
 * reads and writes its streams.
 */
import spawn from 'cross-spawn'
import type { ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StartSandboxed, SandboxedStart, PlainStart } from '../../../sandbox/interface'
import { HostError } from '../../../base/host-error'
import type { Program } from './command-resolution'
import { giveFilter } from '../../../sandbox/system-calls/give-filter'
import { maskInheritedDescriptors } from './inherited-descriptors'
import type { ProcessWatchdog } from './process-watchdog'
import type { StdioLaunch } from '../../interface'
import { locateIn } from './remote-path-guard'
import { findMarked, markVariable, signalStrays } from './marked-processes'
import { isGroupAlive, signalGroup } from '../../../base/process-group'
import { isInterpreter, findScripts } from './scripts-in-arguments'
import { say } from '../../../texts/render-localized'

/** Milliseconds that a server gets after its input closed, after SIGTERM, and after SIGKILL. */
const grace = { input: 1_000, terminate: 2_000, kill: 1_000 }
/** A server that exits at once is noticed at once. Checking the processes often costs too much. */
const poll = { firstMs: 10, mostMs: 100 }
/** Time for reading the rest of the pipes after the process has ended. A grandchild may keep them open. */
const drainMs = 250

export interface ProcessEnd {
  readonly exitCode: number | null
  readonly signal: string | null
}

export interface ServerProcess {
  readonly processId: number
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** The private folder of a sandboxed server; null if it has none. */
  readonly privateFolder: string | null
  /** Whether its memory and processes can be measured: it is sandboxed in its own namespace. */
  readonly hasNamespace: boolean
  /** Resolves when the leader has ended and its output was read. */
  readonly ended: Promise<ProcessEnd>
  /**
   * Closes the input, then sends SIGTERM, then SIGKILL to all processes of the server. Resolves when none of them runs.
   */
  end(): Promise<void>
  /** At once, without a warning. `end` still handles the remaining processes. */
  kill(): void
}

export interface ProcessEnvironment {
  readonly environment: Readonly<Record<string, string>>
  readonly watchdog: ProcessWatchdog
  /** Starts a server in a sandbox if its entry has one. */
  readonly contain: StartSandboxed
  /** Additional access for a sandboxed server, beyond its entry. */
  readonly lent?: Pick<PlainStart, 'folders' | 'fetchesFrom' | 'homeOf'>
}

/**
 * @throws HostError SERVER_COMMAND_NOT_FOUND if the system can't start the program; SERVER_NOT_CONTAINED if it was not
 * started, because it would have run without the sandbox that its entry requires
 */
export async function startProcess(
  program: Program,
  launch: StdioLaunch,
  surroundings: ProcessEnvironment
): Promise<ServerProcess> {
  const { containment } = launch
  if (containment === undefined)
    return await spawnServer(plainStart(program, launch, surroundings), surroundings)
  const contained = await surroundings.contain(
    {
      ...plainStart(program, launch, surroundings),
      ...surroundings.lent,
      cwd: launch.cwd,
      ownNames: Object.keys(launch.env),
      scripts: scriptsFor(program, launch)
    },
    containment
  )
  try {
    const server = await spawnServer(contained, surroundings)
    void server.ended.then(contained.close)
    contained.started(server.processId)
    return server
  } catch (error) {
    contained.close()
    throw error
  }
}

type Start = Pick<SandboxedStart, 'file' | 'args' | 'environment'> & {
  readonly cwd: string | null
}

function plainStart(
  { file, args }: Program,
  launch: StdioLaunch,
  { environment }: ProcessEnvironment
): Start {
  return { file, args: [...args, ...launch.args], cwd: launch.cwd, environment }
}

const mostScripts = 200

/** Files of its own program that its arguments may name. */
function scriptsFor({ file, args }: Program, launch: StdioLaunch): string[] {
  const { platform } = process
  const folder = locateIn(process.cwd(), launch.cwd ?? '', platform)
  const run = { folder, platform, isInterpreter: isInterpreter(file, launch.command) }
  return [...new Set(findScripts([...args, ...launch.args], run))].slice(0, mostScripts)
}

async function spawnServer(
  { file, args, cwd, environment, ...start }: Start | SandboxedStart,
  { watchdog }: ProcessEnvironment
): Promise<ServerProcess> {
  const { filter, privateFolder, hasNamespace } = 'filter' in start ? start : unsandboxed
  const mark = watchdog.expect()
  const child = spawn(file, [...args], {
    cwd: cwd ?? undefined,
    env: { ...environment, [markVariable]: mark },
    stdio: ['pipe', 'pipe', 'pipe', ...further(filter)],
    shell: false,
    detached: process.platform !== 'win32',
    windowsHide: true
  })
  // No await in between: Parley may be killed at any moment.
  if (child.pid !== undefined) watchdog.watch(child.pid)
  const exit = exitOf(child)
  giveFilter(child, filter)
  await spawned(child, file)
  const { pid, stdin, stdout, stderr } = child
  if (pid === undefined || stdin === null || stdout === null || stderr === null) {
    throw new Error('A started process has an id and three pipes')
  }
  return {
    processId: pid,
    privateFolder,
    hasNamespace,
    stdin,
    stdout,
    stderr,
    ended: exit.then((end) => drained(child).then(() => end)),
    kill: () => signalGroup(pid, 'SIGKILL'),
    end: once(async () => {
      stdin.end()
      await endGroup({ groupId: pid, mark, hasNamespace }, exit)
      watchdog.release(pid)
      // A grandchild that can't be ended may keep them open, so reading stops.
      stdout.destroy()
      stderr.destroy()
    })
  }
}

const unsandboxed = { filter: null, privateFolder: null, hasNamespace: false }

/** Descriptors after the three standard ones. */
function further(filter: Buffer | null): ('ignore' | 'pipe' | number)[] {
  return filter === null ? maskInheritedDescriptors(3) : ['pipe', ...maskInheritedDescriptors(4)]
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  return () => (running ??= work())
}

function exitOf(child: ChildProcess): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }))
  })
}

function spawned(child: ChildProcess, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve)
    child.on('error', (error) =>
      reject(
        new HostError(
          'SERVER_COMMAND_NOT_FOUND',
          say('mcp.commandNotStarted', { command: file, words: error.message }),
          { cause: error }
        )
      )
    )
  })
}

async function drained(child: ChildProcess): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    if (child.stdout?.closed === true && child.stderr?.closed === true) resolve()
    else child.once('close', () => resolve())
  })
  await Promise.race([closed, sleep(drainMs, undefined, { ref: false })])
}

/** Including processes that left the group. */
async function endGroup(
  own: { readonly groupId: number; readonly mark: string; readonly hasNamespace: boolean },
  exit: Promise<unknown>
): Promise<void> {
  const { groupId, mark } = own
  let hasExited = false
  void exit.then(() => {
    hasExited = true
  })
  const isGone = () => hasExited && !isGroupAlive(groupId) && findMarked(mark).length === 0
  const signal = (name: 'SIGTERM' | 'SIGKILL') => {
    // Before the group, because afterwards its members could no longer be identified.
    signalStrays(own, name)
    // SIGTERM would end the sandbox, and everything inside, at once. The processes inside have got their signal.
    if (name === 'SIGKILL' || !own.hasNamespace) signalGroup(groupId, name)
  }
  if (await becomes(isGone, grace.input)) return
  signal('SIGTERM')
  if (await becomes(isGone, grace.terminate)) return
  signal('SIGKILL')
  await becomes(isGone, grace.kill)
}

/** Measured by the clock, because on a busy computer both checking and sleeping take longer. */
async function becomes(condition: () => boolean, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs
  for (let waitMs = poll.firstMs; performance.now() < deadline; waitMs = Math.min(waitMs * 2, poll.mostMs)) {
    if (condition()) return true
    await sleep(waitMs)
  }
  return condition()
}
