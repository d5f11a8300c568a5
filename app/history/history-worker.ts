/**
 * Entry of the worker thread that owns the database, so that the disk never blocks the window's process. Opens
 * `workerData.file` and answers `history-client.ts`. Failures are sent as values, because an exception would lose its
 * code.
 */
import { createBirpc } from 'birpc'
import { parentPort, workerData } from 'node:worker_threads'
import { HostError, toFailure } from '../base/host-error'
import type { Result } from '../contract/failure'
import { indexOlder } from './data-index'
import type { Database } from './database'
import { openHistoryFile } from './open-history-file'
import { createStore, type SynchronousStore } from './history-store'

export interface HistoryWorker {
  call<K extends keyof SynchronousStore>(
    method: K,
    args: Parameters<SynchronousStore[K]>
  ): Promise<Result<ReturnType<SynchronousStore[K]>>>
}

export interface HistoryWorkerData {
  readonly file: string
  /** Milliseconds until older messages are indexed; by default, once the start is over. */
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

/** Uses a quarter of the time, so that calls can run in between. */
const pieceMs = 25
const pauseMs = 75

/** Returns a function that stops it. */
function indexOlderLater(database: Database, firstAfterMs: number): () => void {
  let timer: NodeJS.Timeout | undefined
  const after = (ms: number): void => void (timer = setTimeout(readOn, ms).unref())
  const readOn = (): void => {
    try {
      if (indexOlder(database, pieceMs)) after(pauseMs)
    } catch {
      // A full disk or a damaged file: calls report the error. Indexing continues at the next start.
    }
  }
  after(firstAfterMs)
  return () => clearTimeout(timer)
}

function serve(port: NonNullable<typeof parentPort>): void {
  const opening = openStore()
  // Each call waits for the file to open, and rejects if that fails.
  opening.catch(() => {})
  const worker: HistoryWorker = {
    call: async (method, args) => {
      try {
        const store = await opening
        const run = store[method] as (...values: typeof args) => ReturnType<SynchronousStore[typeof method]>
        return { ok: true, value: run(...args) }
      } catch (error) {
        // Bugs pass unchanged, because the host's log needs their stack.
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
