/**
 * Holds values against the schemas of servers on threads of their own, so that a schema made to hurt costs nobody's
 * messages any time. Of each server one check runs, its others wait; a thread that does not answer in time is ended.
 * What a check finds is in `schema-fit.ts`.
 */
import type { Worker } from 'node:worker_threads'
import type { ArgumentProblem } from '../../contract/servers'
import { say } from '../../texts/render-localized'
import { isQuick } from './quick-fit'
import { findMisfits } from './schema-fit'
import type { Fit } from './schema-fit'

export interface SchemaChecks {
  /**
   * As `findMisfits` finds them. Never rejects. `owner`: the server whose schema it is; null: what a person filled in,
   * one form at a time.
   */
  find(owner: string | null, fit: Fit): Promise<ArgumentProblem[]>
  close(): Promise<void>
}

/** A thread that runs `schema-worker.ts`. */
export type CheckThread = Pick<Worker, 'postMessage' | 'on' | 'off' | 'terminate' | 'unref'>

export interface SchemaChecksOptions {
  readonly start: () => CheckThread
  /** From when a thread has the check and is ready for it. */
  readonly limitMs?: number
}

/** What a thread says: once that it is ready, then what each check found. */
export type SchemaFindings = typeof ready | ArgumentProblem[]
export const ready = 'ready'

/** A check ends itself before; this one is for what does not. */
const usualLimitMs = 2_000
/** On a busy computer a thread may take seconds to start, which is no fault of any schema. */
const startLimitMs = 30_000
/** As many servers can keep a thread each before another one has to wait for the first of them to reach the limit. */
const mostThreads = 8

/** In the caller's own thread, where there are no others to be held up: tests, and tools that know one server. */
export const checksInPlace: SchemaChecks = {
  find: async (_owner, fit) => findMisfits(fit),
  close: async () => {}
}

/** What takes next to no time is checked at once, where it is asked for. */
export function quickFirst(checks: SchemaChecks): SchemaChecks {
  return {
    ...checks,
    find: async (owner, fit) => (isQuick(fit) ? findMisfits(fit) : await checks.find(owner, fit))
  }
}

export function createSchemaChecks({ start, limitMs = usualLimitMs }: SchemaChecksOptions): SchemaChecks {
  const threads = new Set<CheckThread>()
  const readyOnes = new WeakSet<CheckThread>()
  let spare: CheckThread | null = null
  const inTurn = createTurns()

  const open = (): CheckThread => {
    const thread = start()
    threads.add(thread)
    thread.unref()
    thread.on('error', () => {}) // heard where it is waited for
    thread.on('message', (told: SchemaFindings) => told === ready && readyOnes.add(thread))
    thread.on('exit', () => {
      threads.delete(thread)
      if (spare === thread) spare = null
    })
    return thread
  }
  const check = async (fit: Fit): Promise<ArgumentProblem[]> => {
    const thread = spare ?? open()
    spare = null
    const problems = await ask(thread, fit, { limitMs, isReady: readyOnes.has(thread) })
    const isFree = problems !== null && spare === null
    if (isFree) spare = thread
    else await thread.terminate()
    return problems ?? [{ path: '', message: say('mcp.schemaSlow', { schema: fit.which, limit: limitMs }) }]
  }
  return {
    find: (owner, fit) => inTurn(owner, () => check(fit)),
    close: async () => {
      await Promise.all(Array.from(threads, (thread) => thread.terminate()))
    }
  }
}

interface Wait {
  readonly limitMs: number
  readonly isReady: boolean
}

/** Null where it does not answer in time, or ends before. */
async function ask(thread: CheckThread, fit: Fit, wait: Wait): Promise<ArgumentProblem[] | null> {
  let forget = (): void => {}
  const problems = await new Promise<ArgumentProblem[] | null>((resolve) => {
    const lost = (): void => resolve(null)
    const waitFor = (ms: number) => setTimeout(lost, ms)
    let timer = waitFor(wait.isReady ? wait.limitMs : startLimitMs)
    const begin = (): void => {
      clearTimeout(timer)
      timer = waitFor(wait.limitMs)
    }
    const hear = (told: SchemaFindings): void => (told === ready ? begin() : resolve(told))
    thread.on('message', hear)
    thread.on('exit', lost)
    forget = () => {
      clearTimeout(timer)
      thread.off('message', hear)
      thread.off('exit', lost)
    }
    thread.postMessage(fit)
  })
  forget()
  return problems
}

type InTurn = <T>(owner: string | null, work: () => Promise<T>) => Promise<T>

/** One piece of work of each owner at a time, and no more than `mostThreads` of all. */
function createTurns(): InTurn {
  const last = new Map<string | null, Promise<unknown>>()
  const waiting: (() => void)[] = []
  let running = 0
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running === mostThreads) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
  return (owner, work) => {
    const mine = (last.get(owner) ?? Promise.resolve()).then(() => run(work))
    last.set(owner, mine)
    const forget = (): void => {
      if (last.get(owner) === mine) last.delete(owner)
    }
    mine.then(forget, forget)
    return mine
  }
}
