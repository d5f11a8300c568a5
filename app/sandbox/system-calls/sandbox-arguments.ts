/** The parts of the sandbox that are the same for every server, as arguments of bubblewrap. */

/** For files in a server's own temporary folder, which is in memory. */
export const temporaryBytes = 268_435_456
/** At which bubblewrap reads the filter of system calls. */
export const filterDescriptor = 3

export interface Abilities {
  readonly canLimitMemory: boolean
  readonly canForbidNamespaces: boolean
  /** The filter of refused system calls; null: not on this processor. */
  readonly filter: Buffer | null
}

/** Its temporary folder is removed when it ends, for any reason. */
export function createSandboxArguments({ canLimitMemory, canForbidNamespaces, filter }: Abilities): string[] {
  const limit = canLimitMemory ? ['--size', String(temporaryBytes)] : []
  return [
    ...['--unshare-all', '--unshare-user', ...(canForbidNamespaces ? ['--disable-userns'] : [])],
    ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--hostname', 'contained'],
    ...(filter === null ? [] : ['--seccomp', String(filterDescriptor)]),
    ...['--proc', '/proc', '--ro-bind-try', '/proc/sys', '/proc/sys'],
    ...['--dev', '/dev', ...limit, '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
    ...[...limit, '--tmpfs', '/tmp']
  ]
}
