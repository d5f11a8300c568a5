/**
 * Reads the search path of the user's login shell: apps that a desktop starts lack the folders that it adds, such as
 * folders of nvm and Homebrew. Only this variable is read, so that nothing else of its environment reaches Parley.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { serverEnvironment } from './server-environment'
import type { HostEnvironment } from './server-environment'
import { signalGroup } from '../../../base/process-group'

/** Variables with which a shell finds its own files, in addition to those that servers inherit. */
const ofShells = ['ZDOTDIR', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME']
/** Shells that accept `-ilc` and separate commands with a semicolon. */
const known = new Set(['bash', 'zsh', 'sh', 'dash', 'ksh', 'fish'])
const longest = 1_048_576
/** Time for reading the rest of its pipe after it has ended. */
const drainMs = 100
const usualLimitMs = 5_000

/**
 * Null if there is none, it takes too long, or the shell isn't supported. Never rejects, and leaves no process running.
 */
export async function readShellPath(
  environment: HostEnvironment,
  platform: NodeJS.Platform,
  limitMs = usualLimitMs
): Promise<string | null> {
  const shell = environment['SHELL'] ?? (platform === 'darwin' ? '/bin/zsh' : '')
  if (platform === 'win32' || !path.posix.isAbsolute(shell) || !known.has(path.posix.basename(shell)))
    return null
  const mark = randomUUID()
  const output = await outputOf(shell, `echo ${mark}; /usr/bin/printenv PATH; echo ${mark}`, {
    environment: shellEnvironment(environment),
    isWhole: (text) => text.split(mark).length > 2,
    limitMs
  })
  // The user's own files may print text around it.
  const [, found = ''] = output.split(mark)
  return found.trim() === '' ? null : found.trim()
}

/** Without secrets, and without variables that make some frameworks ask questions in a terminal. */
function shellEnvironment(environment: HostEnvironment): Record<string, string> {
  const own = ofShells.flatMap((name) => {
    const value = environment[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    ...serverEnvironment(environment, Object.fromEntries(own)),
    TERM: 'dumb',
    DISABLE_AUTO_UPDATE: 'true'
  }
}

interface Asking {
  readonly environment: Record<string, string>
  readonly isWhole: (output: string) => boolean
  readonly limitMs: number
}

/** The output until it is complete, the shell ended or the time is up; '' if it doesn't start. */
async function outputOf(
  shell: string,
  command: string,
  { environment, isWhole, limitMs }: Asking
): Promise<string> {
  const child = spawn(shell, ['-ilc', command], {
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true
  })
  const over = new AbortController()
  const end = () => over.abort()
  const timer = setTimeout(end, limitMs)
  let output = ''
  child.once('error', end)
  child.once('exit', () => setTimeout(end, drainMs))
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8')
    if (output.length > longest || isWhole(output)) end()
  })
  await once(over.signal, 'abort')
  clearTimeout(timer)
  // With all processes of its files: a shell that hangs usually waits for one of them.
  if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL')
  child.stdout.destroy()
  return output
}
