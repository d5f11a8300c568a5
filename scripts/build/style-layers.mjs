// Makes a cascade layer of every folder of the page that has styles. Parts of the page are loaded when they are first
// shown, so the order of files says nothing: the order of layers, written down once in ui/reset.css, decides.

import fs from 'node:fs'
import path from 'node:path'
import { inProject } from '../process/paths.mjs'

const page = inProject('renderer')

/** The Vite plugin; it refuses the styles of a folder that has no place in the order. */
export const styleLayers = {
  name: 'parley:style-layers',
  enforce: 'pre',
  transform(code, id) {
    const [file] = id.split('?')
    if (!file.endsWith('.module.css')) return null
    const layer = findLayer(path.relative(page, file))
    if (!layersInOrder().includes(layer))
      this.error(`the layer ${layer} has no place in renderer/ui/reset.css`)
    return { code: `@layer ${layer} {\n${code}\n}`, map: null }
  },
  // It isn't defined which file is read first, so each of them declares the order.
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const start = String(bundle['index.html']?.source)
      for (const file of Object.values(bundle))
        if (file.fileName.endsWith('.css') && start.includes(file.fileName))
          file.source = `@layer ${layersInOrder().join()};${String(file.source)}`
    }
  }
}

/** `file`: relative to the page, e.g. ui/controls/button.module.css, which is in the layer ui.controls. */
export function findLayer(file) {
  return path.dirname(file).split(path.sep).join('.')
}

/** The names of all layers. Later ones win. */
export function layersInOrder() {
  const reset = fs.readFileSync(path.join(page, 'ui/reset.css'), 'utf8')
  const [, names = ''] = /@layer([^{;]*);/u.exec(reset) ?? []
  return names.split(',').map((name) => name.trim())
}
