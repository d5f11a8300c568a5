/**
 * File descriptors that Parley was started with, or that its own runtime opened without close-on-exec. A program that
 * Parley starts inherits them unless `spawn` replaces them. Servers must not get the user's files and sockets.
 */
import { openSync, readdirSync, readFileSync } from 'node:fs'

/** The close-on-exec flag of Linux. */
const closedOnStart = 0o2000000
const most = 1_024
let nothing: number | null = null

/** The `stdio` entries that `spawn` needs for descriptors from `first` on, in order. */
export function maskInheritedDescriptors(first: number): ('ignore' | number)[] {
  const open = inherited().filter((descriptor) => descriptor >= first && descriptor < most)
  if (open.length === 0) return []
  nothing ??= openSync('/dev/null', 'r+')
  const cover = nothing
  const length = Math.max(...open) - first + 1
  return Array.from({ length }, (_, index) => (open.includes(first + index) ? cover : 'ignore'))
}

/** Empty if the system doesn't list them. */
function inherited(): readonly number[] {
  if (process.platform !== 'linux') return []
  try {
    return readdirSync('/proc/self/fd').map(Number).filter(isPassedOn)
  } catch {
    return []
  }
}

function isPassedOn(descriptor: number): boolean {
  try {
    const [, flags = '0'] =
      /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1')) ?? []
    return (Number.parseInt(flags, 8) & closedOnStart) === 0
  } catch {
    return false // used for the listing itself
  }
}
