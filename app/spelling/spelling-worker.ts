/** Entry of the thread with the dictionaries, which starts with the first checked word. */
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { readShipped } from '../base/shipped-file'
import type { SpellerWork } from './spelling-messages'
import { serveSpelling } from './serve-spelling'

async function serve(port: NonNullable<typeof parentPort>): Promise<void> {
  // The build puts it next to the thread's file.
  const wasmBinary = await readShipped(path.join(import.meta.dirname, 'hunspell.wasm'))
  serveSpelling(port, workerData as SpellerWork, wasmBinary)
}

if (parentPort !== null) void serve(parentPort)
