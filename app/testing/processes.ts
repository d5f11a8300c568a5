/** Processes of this computer, so that a test can count those that are left running. */
import { readdirSync, readFileSync } from 'node:fs'

/** Ids of those that were started with this variable, `NAME=VALUE`; empty where the system does not tell. */
export function processesWith(variable: string): number[] {
  return listProcesses().filter((id) => read(id, 'environ').split('\0').includes(variable) && isRunning(id))
}

function listProcesses(): number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((id) => Number.isSafeInteger(id))
  } catch {
    return [] // only Linux has it
  }
}

/** One that has ended and waits for its parent does not count. */
function isRunning(id: number): boolean {
  const [state] = read(id, 'stat').split(') ').at(-1)?.split(' ') ?? []
  return state !== undefined && !['', 'Z', 'X'].includes(state)
}

function read(id: number, name: string): string {
  try {
    return readFileSync(`/proc/${id}/${name}`, 'latin1')
  } catch {
    return '' // it ended meanwhile, or is not ours
  }
}
