/**
 * Exact limits that the system enforces: a group of processes (cgroup) from the user's own systemd, if there is one.
 * The started program replaces the requesting one, so it keeps its id, its parent and its pipes. Pure.
 */
import { temporaryBytes } from '../system-calls/sandbox-arguments'
import type { ResourceLimits } from './resource-limits'

/** How it finds the session. The started program doesn't get these. */
const ofSession = ['XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS'] as const

/** Arguments before the program. Files in memory count there, but not in the measurements from outside. */
export function scopeArguments({
  memoryBytes,
  processes,
  cpuPercent
}: Omit<ResourceLimits, 'homeBytes'>): string[] {
  const limits = [
    `MemoryMax=${memoryBytes + temporaryBytes}`,
    'MemorySwapMax=0',
    `TasksMax=${(processes + 8) * 8}`,
    ...(cpuPercent === null ? [] : [`CPUQuota=${cpuPercent}%`])
  ]
  return ['--user', '--scope', '--quiet', '--collect', ...limits.flatMap((limit) => ['-p', limit]), '--']
}

export function scopeEnvironment(
  host: Readonly<Record<string, string | undefined>>
): Readonly<Record<string, string>> {
  return Object.fromEntries(ofSession.flatMap((name) => (host[name] ? [[name, host[name]]] : [])))
}

/** For bubblewrap: the values that the server would have had without the scope. */
export function leavesOwnSession(own: Readonly<Record<string, string>>): string[] {
  return ofSession.flatMap((name) =>
    own[name] === undefined ? ['--unsetenv', name] : ['--setenv', name, own[name]]
  )
}
