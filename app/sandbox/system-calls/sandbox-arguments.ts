/** The walls that are the same for every server, in bubblewrap's words. */

/** For what a server writes into its own folder for temporary files, which is memory. */
export const temporaryBytes = 268_435_456
/** At which bubblewrap reads the filter of system calls. */
export const filterDescriptor = 3

export interface Abilities {
  readonly canLimitMemory: boolean
  readonly canForbidNamespaces: boolean
  /** System calls that are refused; null: not on this processor. */
  readonly filter: Buffer | null
}

/** Its folder for temporary files lives as long as it does, whoever ends it how. */
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
