/**
 * Prevents that servers outlive Parley when its process is killed and can't clean up. A small shell in a session of its
 * own reads the ids of the running groups and ends them once its input closes, which the system does when Parley dies.
 * If the system shows the environment of processes (Linux), it also ends processes that left their group: they have the
 * mark of this run. Transports handle normal ends.
 *
 * POSIX only. On Windows this would need native code; there a server notices that its standard input has closed.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { markVariable } from './marked-processes'

export interface ProcessWatchdog {
  /**
   * Must be called before a server starts: processes with the returned mark will not outlive Parley. Each mark is new.
   */
  expect(): string
  /** The group must not outlive Parley. */
  watch(groupId: number): void
  /** The group is gone. The system may soon assign its number to another process. */
  release(groupId: number): void
  /** Ends the watchdog, which ends every group that is still watched. Resolves when its process has ended. */
  close(): Promise<void>
}

/**
 * Only decimal numbers are ever written to it, so no input can become a command. `$1` is the prefix of all marks of
 * this run. Processes that are started meanwhile are found in the next round.
 */
const script = `
mark="$1"
marked() {
  [ -d /proc/self ] && grep -lsF -e "$mark" /proc/[0-9]*/environ 2>/dev/null
}
signal() {
  for group in $groups; do kill -s "$1" -- "-$group" 2>/dev/null; done
  for file in $(marked); do
    id="\${file#/proc/}"
    kill -s "$1" "\${id%/environ}" 2>/dev/null
  done
}
groups=''
while read -r line; do
  id="\${line#?}"
  case "$line" in
    +*) groups="$groups $id" ;;
    -*)
      rest=''
      for group in $groups; do [ "$group" = "$id" ] || rest="$rest $group"; done
      groups="$rest"
      ;;
  esac
done
[ -n "$groups" ] || [ -n "$(marked)" ] || exit 0
signal TERM
sleep 2
for round in 1 2 3; do signal KILL; done
exit 0
`

const noWatchdog: ProcessWatchdog = {
  expect: randomUUID,
  watch: () => {},
  release: () => {},
  close: () => Promise.resolve()
}

/** `onFailure` is called if the watchdog could not start or ended too early. The next use starts another. */
export function createProcessWatchdog(onFailure: (reason: string) => void): ProcessWatchdog {
  if (process.platform === 'win32') return noWatchdog
  const run = randomUUID()
  let count = 0
  const watched = new Set<number>()
  let shell: ChildProcess | null = null
  const start = () => {
    const started = startShell(`${markVariable}=${run}.`, (reason) => {
      if (shell !== started) return
      shell = null
      onFailure(reason)
    })
    shell = started
    for (const groupId of watched) started.stdin?.write(`+${groupId}\n`)
  }
  const write = (line: string) => {
    if (shell === null) start()
    else shell.stdin?.write(line)
  }
  return {
    expect: () => {
      if (shell === null) start()
      count += 1
      return `${run}.${count}.`
    },
    watch: (groupId) => {
      if (!Number.isSafeInteger(groupId) || groupId <= 1) throw new Error(`Not a process group: ${groupId}`)
      watched.add(groupId)
      write(`+${groupId}\n`)
    },
    release: (groupId) => {
      if (watched.delete(groupId)) shell?.stdin?.write(`-${groupId}\n`)
    },
    close: async () => {
      const last = shell
      shell = null
      watched.clear()
      if (last !== null) await endShell(last)
    }
  }
}

function startShell(mark: string, onEnd: (reason: string) => void): ChildProcess {
  const shell = spawn('/bin/sh', ['-c', script, 'watchdog', mark], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' }
  })
  shell.on('error', (error) => onEnd(error.message))
  shell.on('exit', (code, signal) => onEnd(signal ?? `exit code ${code ?? 'unknown'}`))
  shell.stdin.on('error', () => {}) // its exit is reported
  shell.unref() // it must not keep Parley's process alive
  return shell
}

async function endShell(shell: ChildProcess): Promise<void> {
  if (shell.pid === undefined || shell.exitCode !== null || shell.signalCode !== null) return
  const ended = new Promise((resolve) => shell.once('exit', resolve))
  shell.ref()
  shell.stdin?.end()
  await ended
}
