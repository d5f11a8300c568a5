/**
 * Entry of the worker threads for what others wrote and what may take long: it must not hold up the window. A thread is
 * for one job, and is ended when that is done or takes too long.
 */
import { parentPort } from 'node:worker_threads'
import { layOutMarkdown } from '../write/lay-out'

/** Text in, HTML out, in order. */
parentPort?.on('message', (markdown: string) => parentPort?.postMessage(layOutMarkdown(markdown)))
