/** Finds processes that a test left running. */
import { readdirSync, readFileSync } from 'node:fs'

/** Ids of processes that were started with this variable, `NAME=VALUE`; empty if the system doesn't report that. */
export function processesWith(variable: string): number[] {
  return listProcesses().filter((id) => read(id, 'environ').split('\0').includes(variable) && isRunning(id))
}

function listProcesses(): number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((id) => Number.isSafeInteger(id))
  } catch {
    return [] // only on Linux
  }
}

/** Zombie processes don't count. */
function isRunning(id: number): boolean {
  const [state] = read(id, 'stat').split(') ').at(-1)?.split(' ') ?? []
  return state !== undefined && !['', 'Z', 'X'].includes(state)
}

function read(id: number, name: string): string {
  try {
    return readFileSync(`/proc/${id}/${name}`, 'latin1')
  } catch {
    return '' // it has ended, or belongs to another user
  }
}
