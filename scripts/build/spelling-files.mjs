// What the check of spelling reads: Hunspell beside its thread, and the English dictionary in a folder of its own.

import fs from 'node:fs'
import path from 'node:path'
import { inProject } from '../process/paths.mjs'

/** File of the build, in out/main → where it comes from. */
const files = {
  'hunspell.wasm': 'node_modules/hunspell-wasm/wasm/hunspell.wasm',
  'dictionaries/en.aff': 'node_modules/dictionary-en/index.aff',
  'dictionaries/en.dic': 'node_modules/dictionary-en/index.dic'
}

/** A plugin for the build of the thread. */
export const spellingFiles = {
  name: 'parley:spelling-files',
  generateBundle() {
    for (const [fileName, source] of Object.entries(files))
      this.emitFile({ type: 'asset', fileName, source: fs.readFileSync(path.join(inProject(source))) })
  }
}
