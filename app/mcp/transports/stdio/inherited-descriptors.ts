/**
 * Descriptors that Parley was started with, or that its own runtime opened without care: what a program is started with gets
 * them as well, unless something else stands in their place. Files and sockets of the person are no business of a server.
 */
import { openSync, readdirSync, readFileSync } from 'node:fs'

/** As Linux marks what a new program doesn't get. */
const closedOnStart = 0o2000000
const most = 1_024
let nothing: number | null = null

/** What `spawn` puts at descriptors from `first` on, in their order. */
export function coverInherited(first: number): ('ignore' | number)[] {
  const open = inherited().filter((descriptor) => descriptor >= first && descriptor < most)
  if (open.length === 0) return []
  nothing ??= openSync('/dev/null', 'r+')
  const cover = nothing
  const length = Math.max(...open) - first + 1
  return Array.from({ length }, (_, index) => (open.includes(first + index) ? cover : 'ignore'))
}

/** Empty where the system doesn't tell. */
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
    return false // it was that of the list itself
  }
}
