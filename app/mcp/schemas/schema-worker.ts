/** Entry of a thread that checks values against schemas for `schema-checks.ts`, one at a time. */
import { parentPort } from 'node:worker_threads'
import { ready } from './schema-checks'
import { findMisfits } from './schema-fit'
import type { Fit } from './schema-fit'

parentPort?.on('message', (fit: Fit) => parentPort?.postMessage(findMisfits(fit)))
parentPort?.postMessage(ready)
