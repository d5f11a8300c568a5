/** Builds one entry of the history into a file that plain Node runs, as the product's build does. */
import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Returns the path of the built file, in a new folder of its own inside the project, where `libsql` is found. */
export async function bundle(entry: string): Promise<string> {
  const outDir = await mkdtemp(path.join(root, 'node_modules', '.parley-test-'))
  await build({
    configFile: false,
    logLevel: 'warn',
    root,
    publicDir: false,
    ssr: { target: 'node', noExternal: true, external: ['libsql'] },
    build: {
      ssr: path.join(root, entry),
      outDir,
      target: 'node20.18',
      rolldownOptions: { output: { format: 'es', entryFileNames: 'entry.mjs', codeSplitting: false } }
    }
  })
  return path.join(outDir, 'entry.mjs')
}
