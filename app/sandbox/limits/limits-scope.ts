/**
 * Limits that the system itself holds exactly: a group of processes (cgroup) made by the person's own systemd, where there is
 * one. What is started by it takes the place of the program that asked, so it keeps its id, its parent and its pipes. Pure.
 */
import { temporaryBytes } from '../system-calls/sandbox-arguments'
import type { ResourceLimits } from './resource-limits'

/** How it finds the session; nothing of it is for what is started. */
const ofSession = ['XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS'] as const

/** Before the program with its arguments. Files in memory count there, which the looks from outside leave out. */
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

/** For bubblewrap: what the server would have had of them without the scope. */
export function leavesOwnSession(own: Readonly<Record<string, string>>): string[] {
  return ofSession.flatMap((name) =>
    own[name] === undefined ? ['--unsetenv', name] : ['--setenv', name, own[name]]
  )
}
