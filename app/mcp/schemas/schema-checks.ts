/**
 * Checks values against schemas of servers on separate threads, so that a hostile schema doesn't delay messages. One
 * check runs per server while its others wait. A thread that doesn't answer in time is ended. `schema-fit.ts` does the
 * check.
 */
import type { Worker } from 'node:worker_threads'
import type { ArgumentProblem } from '../../contract/servers'
import { say } from '../../texts/render-localized'
import { isQuick } from './quick-fit'
import { findMisfits } from './schema-fit'
import type { Fit } from './schema-fit'

export interface SchemaChecks {
  /**
   * The errors that `findMisfits` finds. Never rejects. `owner`: the server whose schema it is; null for what a user
   * filled in, one form at a time.
   */
  find(owner: string | null, fit: Fit): Promise<ArgumentProblem[]>
  close(): Promise<void>
}

/** A thread that runs `schema-worker.ts`. */
export type CheckThread = Pick<Worker, 'postMessage' | 'on' | 'off' | 'terminate' | 'unref'>

export interface SchemaChecksOptions {
  readonly start: () => CheckThread
  /** Starts when the thread is ready and has the check. */
  readonly limitMs?: number
}

/** Messages of a thread: first that it is ready, then the result of each check. */
export type SchemaFindings = typeof ready | ArgumentProblem[]
export const ready = 'ready'

/** A check ends sooner by its own limit; this limit is for checks that don't. */
const usualLimitMs = 2_000
/** On a busy computer a thread may take seconds to start, in which no schema is checked. */
const startLimitMs = 30_000
/** The number of servers that can each block a thread before another server has to wait for the limit. */
const mostThreads = 8

/** Checks in the caller's own thread, for tests, and for tools that use only one server. */
export const checksInPlace: SchemaChecks = {
  find: async (_owner, fit) => findMisfits(fit),
  close: async () => {}
}

/** Runs quick checks at once in the calling thread. */
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
    thread.on('error', () => {}) // handled where the result is awaited
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

/** Null if it doesn't answer in time, or ends before. */
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

/** One task of each owner at a time, and at most `mostThreads` in total. */
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
