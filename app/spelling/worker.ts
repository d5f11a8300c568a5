/** Entry of the thread with the dictionaries; it starts with the first word that is checked. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { SpellerWork } from './messages'
import { serveSpelling } from './serve-spelling'

if (parentPort !== null) {
  // The build puts it beside the thread.
  const wasmBinary = readFileSync(path.join(import.meta.dirname, 'hunspell.wasm'))
  serveSpelling(parentPort, workerData as SpellerWork, wasmBinary)
}
