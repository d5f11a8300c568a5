// Bundles a program of ours, written in TypeScript, that a script runs with plain Node.

import path from 'node:path'
import { build } from 'vite'
import { ensureTexts } from '../setup/texts.mjs'
import { cacheFolder, root } from './paths.mjs'

/**
 * @param {string} name of its folder under `.cache`
 * @param {string} entry its path, in the project if it is relative
 * @param {import('vite').Plugin[]} plugins
 * @returns {Promise<string>} the file to run
 */
export async function bundle(name, entry, plugins = []) {
  await ensureTexts()
  const outDir = path.join(cacheFolder, name)
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins,
    // libsql holds a native library, which is found by its place in node_modules; write-file-atomic asks for its own path.
    ssr: { target: 'node', noExternal: true, external: ['libsql', 'write-file-atomic'] },
    build: {
      ssr: path.resolve(root, entry),
      outDir,
      emptyOutDir: true,
      target: 'node20.18',
      rolldownOptions: { output: { format: 'es', entryFileNames: 'driver.js', codeSplitting: false } }
    }
  })
  return path.join(outDir, 'driver.js')
}
