/**
 * Keeps servers from outliving Parley when its process is killed outright and no cleanup can run: one small
 * shell in a session of its own reads the ids of the running groups and ends them once its input closes,
 * which the system does when we die. Ordinary ends are the transports' business.
 *
 * POSIX only. On Windows nothing of the kind is available without native code; there a server notices that
 * its standard input has closed.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'

export interface Guardian {
  /** The group must not outlive us. */
  watch(groupId: number): void
  /** The group is gone; its number may belong to somebody else soon. */
  release(groupId: number): void
  /** Ends the guardian and with it every group still watched. Resolves when its process has ended. */
  close(): Promise<void>
}

/** Only decimal numbers are ever written to it, so no input can become a command. */
const script = `
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
[ -n "$groups" ] || exit 0
for group in $groups; do kill -s TERM -- "-$group" 2>/dev/null; done
sleep 2
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
exit 0
`

const noGuardian: Guardian = { watch: () => {}, release: () => {}, close: () => Promise.resolve() }

/** `onFailure` hears that the guardian could not be started or has ended too early; the next use starts another. */
export function createGuardian(onFailure: (reason: string) => void): Guardian {
  if (process.platform === 'win32') return noGuardian
  const watched = new Set<number>()
  let shell: ChildProcess | null = null
  const write = (line: string) => {
    if (shell !== null) return void shell.stdin?.write(line)
    const started = startShell((reason) => {
      if (shell !== started) return
      shell = null
      onFailure(reason)
    })
    shell = started
    for (const groupId of watched) started.stdin?.write(`+${groupId}\n`)
  }
  return {
    watch: (groupId) => {
      if (!Number.isSafeInteger(groupId) || groupId <= 1) throw new Error(`Not a process group: ${groupId}`)
      watched.add(groupId)
      write(`+${groupId}\n`)
    },
    release: (groupId) => {
      if (watched.delete(groupId)) write(`-${groupId}\n`)
    },
    close: async () => {
      const last = shell
      shell = null
      watched.clear()
      if (last !== null) await endShell(last)
    }
  }
}

function startShell(onEnd: (reason: string) => void): ChildProcess {
  const shell = spawn('/bin/sh', ['-c', script], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' }
  })
  shell.on('error', (error) => onEnd(error.message))
  shell.on('exit', (code, signal) => onEnd(signal ?? `exit code ${code ?? 'unknown'}`))
  shell.stdin.on('error', () => {}) // its exit is reported
  shell.unref() // it must not keep our process alive: outliving us is its task
  return shell
}

async function endShell(shell: ChildProcess): Promise<void> {
  if (shell.pid === undefined || shell.exitCode !== null || shell.signalCode !== null) return
  const ended = new Promise((resolve) => shell.once('exit', resolve))
  shell.ref()
  shell.stdin?.end()
  await ended
}
