/** How much a contained server may take of this computer: what its entry says, and what holds where it says nothing. Pure. */
import type { SandboxChoices } from '../../contract/choices/sandbox-choices'
import { defaultSandboxLimits } from '../../contract/choices/sandbox-limits'

export interface ResourceLimits {
  /** Of all its processes together, without what they share with others. */
  readonly memoryBytes: number
  readonly processes: number
  /** Of one processor; null: all that there is. */
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

/** Threads count there as well. */
const threadsOfProcess = 8
/** Address space that is reserved and hardly used. */
const spare = 2

/**
 * What stands before the program, behind the walls: the system itself refuses what is far beyond, so that nothing gets out of
 * hand between two looks. `prlimit`: null where it is not there.
 */
export function limitArguments(
  prlimit: string | null,
  countsByNamespace: boolean,
  { memoryBytes, processes }: Pick<ResourceLimits, 'memoryBytes' | 'processes'>
): string[] {
  if (prlimit === null) return []
  const tasks = (processes + 8) * threadsOfProcess
  return [
    prlimit,
    `--data=${memoryBytes * spare}:${memoryBytes * spare}`,
    ...(countsByNamespace ? [`--nproc=${tasks}:${tasks}`] : []),
    '--'
  ]
}

/** Since Linux 5.14; before it the person's other programs would count as well. `release`: as the system tells it. */
export function countsByNamespace(release: string): boolean {
  const [, major = '0', minor = '0'] = /^(\d+)\.(\d+)/.exec(release) ?? []
  return Number(major) > 5 || (Number(major) === 5 && Number(minor) >= 14)
}
