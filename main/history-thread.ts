/** Starts the worker thread that owns the database. */
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { createHistory } from '../app/history/client'
import type { HistoryStore } from '../app/history/interface'

/** The thread starts with the first use. */
export function openHistory(folder: string): HistoryStore {
  const file = path.join(folder, 'parley.db')
  return createHistory(
    () =>
      new Worker(path.join(import.meta.dirname, 'history-worker.js'), {
        workerData: { file },
        name: 'history'
      })
  )
}
