/**
 * Entry of the worker thread that owns the database, so that no disk stalls the window's process. Opens
 * the file named by `workerData.file` and answers `history-client.ts`. A failure travels as a value: an exception
 * would lose its code on the way.
 */
import { createBirpc } from 'birpc'
import { parentPort, workerData } from 'node:worker_threads'
import { HostError, toFailure } from '../base/host-error'
import type { Result } from '../contract/failure'
import { indexOlder } from './data-index'
import type { Database } from './database'
import { openHistoryFile } from './open'
import { createStore, type SynchronousStore } from './history-store'

/** All methods of the worker. */
export interface HistoryWorker {
  call<K extends keyof SynchronousStore>(
    method: K,
    args: Parameters<SynchronousStore[K]>
  ): Promise<Result<ReturnType<SynchronousStore[K]>>>
}

export interface HistoryWorkerData {
  readonly file: string
  /** Milliseconds until older messages are read into the index of data; default: until a start is over. */
  readonly olderAfterMs?: number
}

async function openStore(): Promise<SynchronousStore> {
  const { file, olderAfterMs = 3_000 } = workerData as HistoryWorkerData
  const opened = await openHistoryFile(file, Date.now)
  const store = createStore(opened)
  const stop = indexOlderLater(opened.database, olderAfterMs)
  const close = (): void => {
    stop()
    store.close()
  }
  return { ...store, close }
}

/** A quarter of the time: calls come in between. */
const pieceMs = 25
const pauseMs = 75

/** Returns what ends it. */
function indexOlderLater(database: Database, firstAfterMs: number): () => void {
  let timer: NodeJS.Timeout | undefined
  const after = (ms: number): void => void (timer = setTimeout(readOn, ms).unref())
  const readOn = (): void => {
    try {
      if (indexOlder(database, pieceMs)) after(pauseMs)
    } catch {
      // A full disk or a damaged file: callers of the history see the error. Indexing continues at the next start.
    }
  }
  after(firstAfterMs)
  return () => clearTimeout(timer)
}

function serve(port: NonNullable<typeof parentPort>): void {
  const opening = openStore()
  // Each call waits for the opening and rejects with its failure; no other code needs to handle it.
  opening.catch(() => {})
  const worker: HistoryWorker = {
    call: async (method, args) => {
      try {
        const store = await opening
        const run = store[method] as (...values: typeof args) => ReturnType<SynchronousStore[typeof method]>
        return { ok: true, value: run(...args) }
      } catch (error) {
        // Bugs pass unchanged: the host's log needs their stack.
        if (!(error instanceof HostError)) throw error
        return { ok: false, error: toFailure(error) }
      }
    }
  }
  createBirpc<Record<string, never>, HistoryWorker>(worker, {
    post: (data: unknown) => port.postMessage(data),
    on: (listener) => void port.on('message', listener)
  })
}

if (parentPort !== null) serve(parentPort)
