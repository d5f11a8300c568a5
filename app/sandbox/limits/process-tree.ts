/** A process and its descendants, read from Linux in one pass, so that it is one moment. Little is read of each. */
import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessTree {
  /** The process itself first. */
  readonly ids: readonly number[]
  /** There are more, which weren't read. */
  readonly isCut: boolean
}

let hasChildLists: boolean | undefined

/** `most`: more are cut off. Empty: it has ended. */
export function readTree(processId: number, most: number): ProcessTree {
  hasChildLists ??= readChildren(process.pid) !== null
  const childrenIn = hasChildLists ? (id: number) => readChildren(id) ?? [] : childrenByTable()
  const ids = [processId]
  for (let index = 0; index < ids.length && ids.length <= most; index += 1) {
    const id = ids[index]
    if (id !== undefined) ids.push(...childrenIn(id))
  }
  return { ids, isCut: ids.length > most }
}

/**
 * Returns a function that reads the tree, again only after the system has started a process or thread: no tree has grown
 * before, and reading takes most of the time of a look at a server.
 */
export function followTree(
  processId: number,
  most: number,
  read = { newestId: readNewestId, tree: readTree }
): () => ProcessTree {
  let known: { readonly newestId: string | null; readonly tree: ProcessTree } | null = null
  return () => {
    const newestId = read.newestId()
    if (known === null || newestId === null || newestId !== known.newestId)
      known = { newestId, tree: read.tree(processId, most) }
    return known.tree
  }
}

/** The id that the system gave last to a process or thread; null: unknown. */
function readNewestId(): string | null {
  const load = orNothing(() => readFileSync('/proc/loadavg', 'latin1'))
  return load?.trimEnd().split(' ').at(-1) ?? null
}

/** Its own child processes that run. */
export function listChildProcesses(processId: number): readonly number[] {
  return readChildren(processId) ?? childrenByTable()(processId)
}

/** Null: this system has no such list. Each thread has its own. */
function readChildren(id: number): readonly number[] | null {
  const threads = orNothing(() => readdirSync(`/proc/${id}/task`)) ?? []
  const lists = threads.map((thread) =>
    orNothing(() => readFileSync(`/proc/${id}/task/${thread}/children`, 'latin1'))
  )
  if (lists.every((list) => list === null)) return null
  return lists.flatMap((list) =>
    (list ?? '')
      .split(' ')
      .filter((word) => word !== '')
      .map(Number)
  )
}

function childrenByTable(): (id: number) => readonly number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? Number(getStat(Number(name))?.[1] ?? 0) : 0
    if (parent > 0) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  return (id) => children.get(id) ?? []
}

const pageBytes = 4_096

/** Bytes of its own, without the code and the files that it shares with others. */
export function readProcessMemory(id: number): number {
  const [, resident = '0', shared = '0'] = (
    orNothing(() => readFileSync(`/proc/${id}/statm`, 'latin1')) ?? ''
  ).split(' ')
  return Math.max(0, Number(resident) - Number(shared)) * pageBytes
}

/** The kernel reports 100 ticks a second to user programs. */
const tickMs = 10

/** Milliseconds of all processors, including ended children. */
export function readProcessorMs(id: number): number {
  const times = getStat(id)?.slice(11, 15) ?? []
  return times.reduce((sum, ticks) => sum + Number(ticks), 0) * tickMs
}

/** From the state on: the name before it may contain anything. */
function getStat(id: number): readonly string[] | null {
  const stat = orNothing(() => readFileSync(`/proc/${id}/stat`, 'latin1'))
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** It may end meanwhile. */
function orNothing<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
