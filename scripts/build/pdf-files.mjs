// What pdf.js reads while it draws, as files of the page under /pdf/: the fonts that every reader of PDFs has, tables
// of Asian encodings, and two decoders of pictures as scripts. It asks for them by name, so they keep their names.

import fs from 'node:fs'
import path from 'node:path'
import { inProject } from '../process/paths.mjs'

const packageFolder = inProject('node_modules/pdfjs-dist')
/** Folder → which of its files. Licences go along. */
const wanted = { cmaps: /./u, standard_fonts: /./u, wasm: /_nowasm_fallback\.js$|^LICENSE/u }

/** A plugin for the page's build and for its development server. */
export const pdfFiles = {
  name: 'parley:pdf-files',
  generateBundle() {
    for (const name of listFiles())
      this.emitFile({
        type: 'asset',
        fileName: `pdf/${name}`,
        source: fs.readFileSync(path.join(packageFolder, name))
      })
  },
  configureServer({ middlewares }) {
    const names = new Set(listFiles())
    middlewares.use('/pdf', (request, response, next) => {
      const name = (request.url ?? '').slice(1).split('?')[0]
      if (!names.has(name)) return next()
      response.setHeader(
        'content-type',
        name.endsWith('.js') ? 'text/javascript' : 'application/octet-stream'
      )
      response.end(fs.readFileSync(path.join(packageFolder, name)))
    })
  }
}

function listFiles() {
  return Object.entries(wanted).flatMap(([folder, pattern]) =>
    fs
      .readdirSync(path.join(packageFolder, folder))
      .filter((name) => pattern.test(name))
      .map((name) => `${folder}/${name}`)
  )
}
