/**
 * Entry of the worker threads for untrusted content that may take long, so that the window doesn't freeze. A thread
 * does one job, and ends with it or at a time limit.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { ArchivesWorkerData } from '../worker-data'
import { renderMarkdown } from '../write/render-markdown'
import { serveReading } from './serve-reading'

if (parentPort !== null) serve(parentPort, workerData as ArchivesWorkerData)

function serve(port: NonNullable<typeof parentPort>, data: ArchivesWorkerData): void {
  if (data.job === 'read') serveReading(port, data)
  // Text in, HTML out, in order.
  else port.on('message', (markdown: string) => port.postMessage(renderMarkdown(markdown)))
}
