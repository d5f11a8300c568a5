/** The threads of archives, without a thread: for a host on plain Node. */
import { EventEmitter } from 'node:events'
import { serveReading } from '../archives/thread/serve-reading'
import type { ArchivesWorkerData } from '../archives/worker-data'
import { renderMarkdown } from '../archives/write/render-markdown'
import type { WorkerLike } from '../base/worker-like'

export function createArchivesWorker(data: ArchivesWorkerData): WorkerLike {
  const [inside, outside] = [new EventEmitter(), new EventEmitter()]
  const postMessage = (value: unknown) => void outside.emit('message', value)
  if (data.job === 'read') {
    serveReading({ postMessage, on: (event, listener) => inside.on(event, listener) }, data)
  } else {
    inside.on('message', (markdown: string) => queueMicrotask(() => postMessage(renderMarkdown(markdown))))
  }
  return {
    on: (event, listener) => outside.on(event, listener),
    postMessage: (value) => void inside.emit('message', value),
    terminate: async () => void inside.removeAllListeners()
  }
}
