// What a program or thread starts from: it has its bundle run with what was compiled of it before.

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { parseAst } from 'vite'
import { inProject } from '../../process/paths.mjs'

/** As a plugin. @param {Record<string, string>} starters by entry, the name of the file that is started */
export function compiledEntry(starters) {
  return {
    name: 'parley:compiled-entry',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
        for (const chunk of chunks) chunk.code = withMark(importByLoader(chunk.code))
        const emit = (fileName, source) => this.emitFile({ type: 'asset', fileName, source })
        for (const { name, fileName } of chunks.filter(({ isEntry }) => isEntry))
          emit(starters[name], `'use strict'\nrequire('./load-code.js').load('${fileName}')\n`)
        emit('load-code.js', fs.readFileSync(inProject('scripts/build/code-cache/load-code.cjs'), 'utf8'))
        // The product's own says that its files are modules.
        emit('package.json', '{ "type": "commonjs" }\n')
      }
    }
  }
}

/** Puts the digest of the text in front of it. load-code.cjs compares it with the digest of the compiled code. */
export function withMark(code) {
  return `/*${createHash('sha256').update(code).digest('hex')}*/${code}`
}

/**
 * A script that isn't a module can't import anything. It gets the remaining imports, of Node.js modules and of packages next
 * to the bundles, from load-code.cjs.
 * @param {string} code
 */
export function importByLoader(code) {
  if (!code.includes('import(')) return code
  const starts = []
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return
    if (node.type === 'ImportExpression') starts.push(node.start)
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseAst(code))
  let changed = code
  for (const start of starts.sort((one, other) => other - one))
    changed = `${changed.slice(0, start)}__import${changed.slice(start + 'import'.length)}`
  return changed
}
