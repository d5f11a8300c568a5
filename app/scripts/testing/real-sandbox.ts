/** The sandbox on real threads, built as the product builds it, for tests and the bench. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { build } from 'vite'
import type { RunScript } from '../interface'
import { createSandbox } from '../scripts-client'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export interface RealSandbox {
  readonly run: RunScript
  /** Threads that were started so far. */
  readonly started: () => number
  close(): Promise<void>
}

export async function openRealSandbox(): Promise<RealSandbox> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-scripts-'))
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}')
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    publicDir: false,
    ssr: { target: 'node', noExternal: true },
    build: {
      ssr: path.join(root, 'app/scripts/script-worker.ts'),
      outDir: folder,
      emptyOutDir: false,
      target: 'node20.18',
      rolldownOptions: { output: { format: 'es', entryFileNames: 'worker.js' } }
    }
  })
  let count = 0
  const run = createSandbox((workerData) => {
    count += 1
    return new Worker(path.join(folder, 'worker.js'), { workerData, env: {} })
  })
  return { run, started: () => count, close: () => rm(folder, { recursive: true }) }
}
