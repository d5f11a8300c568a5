// What pdf.js reads while it draws, as files of the page under /pdf/: the fonts that every reader of PDFs has and two
// decoders of pictures as scripts, by their names, and tables of Asian encodings in one file.

import fs from 'node:fs'
import path from 'node:path'
import { inProject } from '../process/paths.mjs'

const packageFolder = inProject('node_modules/pdfjs-dist')
/** Folder → which of its files. Licences go along. */
const wanted = { cmaps: /^LICENSE/u, standard_fonts: /./u, wasm: /_nowasm_fallback\.js$|^LICENSE/u }
const tablesFile = 'cmaps.bin'

/** A plugin for the page's build and for its development server. */
export const pdfFiles = {
  name: 'parley:pdf-files',
  generateBundle() {
    for (const name of listFiles())
      this.emitFile({ type: 'asset', fileName: `pdf/${name}`, source: readPdfFile(name) })
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
      response.end(readPdfFile(name))
    })
  }
}

function readPdfFile(name) {
  return name === tablesFile ? joinTables() : fs.readFileSync(path.join(packageFolder, name))
}

/**
 * Tables of one script are much alike: packed together they take 0.4 MB, packed separately 0.9 MB. The file has the length
 * of a list, the list of where each table begins and ends, and the tables.
 */
function joinTables() {
  const names = fs.readdirSync(path.join(packageFolder, 'cmaps')).filter((name) => name.endsWith('.bcmap'))
  const tables = names.map((name) => fs.readFileSync(path.join(packageFolder, 'cmaps', name)))
  let at = 0
  const places = names.map((name, index) => [name, [at, (at += tables[index].length)]])
  const list = Buffer.from(JSON.stringify(Object.fromEntries(places)))
  const length = Buffer.alloc(Uint32Array.BYTES_PER_ELEMENT)
  length.writeUInt32BE(list.length)
  return Buffer.concat([length, list, ...tables])
}

function listFiles() {
  const named = Object.entries(wanted).flatMap(([folder, pattern]) =>
    fs
      .readdirSync(path.join(packageFolder, folder))
      .filter((name) => pattern.test(name))
      .map((name) => `${folder}/${name}`)
  )
  return [tablesFile, ...named]
}
