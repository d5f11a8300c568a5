/**
 * The search path that the person's login shell makes: programs that a desktop starts don't have what is set there, nvm,
 * Homebrew and the like. The shell is asked for this one variable, so that nothing else of its environment is ever here.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { serverEnvironment } from './server-environment'
import type { HostEnvironment } from './server-environment'
import { signalGroup } from './process-group'

/** Where a shell finds its own files, beside what servers inherit. */
const ofShells = ['ZDOTDIR', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME']
/** Shells that take `-ilc` and set commands apart by a semicolon. */
const known = new Set(['bash', 'zsh', 'sh', 'dash', 'ksh', 'fish'])
const longest = 1_048_576
/** What its pipe still holds when it has ended. */
const drainMs = 100
const usualLimitMs = 5_000

/** null: it has none, takes too long, or isn't one that can be asked. Never rejects, leaves nothing running. */
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
  // What the person's own files print stands around it.
  const [, found = ''] = output.split(mark)
  return found.trim() === '' ? null : found.trim()
}

/** No keys; and none of the questions that some frameworks ask in a terminal. */
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

/** What came until it was whole, the shell ended or the time was up; '' where it doesn't start. */
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
  // With all that its files have started: a shell that hangs mostly waits for one of those.
  if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL')
  child.stdout.destroy()
  return output
}
