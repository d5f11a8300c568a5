/** The threads of archives, without a thread: for a host on plain Node. */
import { EventEmitter } from 'node:events'
import { layOutMarkdown } from '../archives/write/lay-out'
import type { ArchivesWorkerData } from '../archives/worker-data'
import type { WorkerLike } from '../base/worker-like'

export function createArchivesWorker(_data: ArchivesWorkerData): WorkerLike {
  const news = new EventEmitter()
  return {
    on: (event, listener) => news.on(event, listener),
    postMessage: (markdown) => queueMicrotask(() => news.emit('message', layOutMarkdown(String(markdown)))),
    terminate: async () => news.removeAllListeners()
  }
}
