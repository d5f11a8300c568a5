/** Writes the filter of system calls to the descriptor from which bubblewrap reads it. */
import type { ChildProcess } from 'node:child_process'
import type { Writable } from 'node:stream'
import { filterDescriptor } from './sandbox-arguments'

export function giveFilter({ stdio }: ChildProcess, filter: Buffer | null): void {
  const way = filter === null ? null : (stdio[filterDescriptor] as Writable | null | undefined)
  if (way === null || way === undefined) return
  way.on('error', () => {}) // it has ended, which reports the same
  way.end(filter)
}
