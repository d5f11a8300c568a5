/** Limits for a sandboxed server's use of this computer, from its entry and defaults. Pure. */
import type { SandboxChoices } from '../../contract/consent/sandbox-choices'
import { defaultSandboxLimits } from '../../contract/consent/sandbox-limits'

export interface ResourceLimits {
  /** Of all its processes together, without what they share with others. */
  readonly memoryBytes: number
  readonly processes: number
  /** Of one processor; null: unlimited. */
  readonly cpuPercent: number | null
  /** Of its private folder. */
  readonly homeBytes: number
}

export function resolveResourceLimits({
  memoryMb,
  processes,
  cpuPercent,
  homeMb
}: SandboxChoices): ResourceLimits {
  return {
    memoryBytes: (memoryMb ?? defaultSandboxLimits.memoryMb) * 1_048_576,
    processes: processes ?? defaultSandboxLimits.processes,
    cpuPercent: cpuPercent ?? null,
    homeBytes: (homeMb ?? defaultSandboxLimits.homeMb) * 1_048_576
  }
}

/** Threads also count there. */
const threadsOfProcess = 8
/** Address space that is reserved and hardly used. */
const spare = 2
/** Node.js 24 reserves so much for compiled code when it starts, and doesn't start without it. */
const reservedBytes = 536_870_912

/**
 * Arguments before the program, inside the sandbox: the system itself denies far more than the limit, so that nothing
 * grows out of control between two measurements. `prlimit`: null if it isn't installed.
 */
export function limitArguments(
  prlimit: string | null,
  countsByNamespace: boolean,
  { memoryBytes, processes }: Pick<ResourceLimits, 'memoryBytes' | 'processes'>
): string[] {
  if (prlimit === null) return []
  const tasks = (processes + 8) * threadsOfProcess
  const bytes = memoryBytes * spare + reservedBytes
  return [
    prlimit,
    `--data=${bytes}:${bytes}`,
    ...(countsByNamespace ? [`--nproc=${tasks}:${tasks}`] : []),
    '--'
  ]
}

/** Since Linux 5.14; before it, the user's other programs would count as well. `release`: as the system reports it. */
export function countsByNamespace(release: string): boolean {
  const [, major = '0', minor = '0'] = /^(\d+)\.(\d+)/.exec(release) ?? []
  return Number(major) > 5 || (Number(major) === 5 && Number(minor) >= 14)
}
