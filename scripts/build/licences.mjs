// Collects the licences of all packages that the bundler really put into a bundle, as a file beside the bundles that the
// app can show. A package without a text fails the build, because shipping it would silently break its licence.

import fs from 'node:fs'
import path from 'node:path'
import { inProject } from '../process/paths.mjs'
import { packFile } from './pack-late.mjs'

/** A file with the terms; a notice goes along where there is one, as Apache asks for. */
const licenceFile = /^(?:licen[cs]e|copying|notice)(?:[-.].*)?$/iu

/** Packages that name a licence and carry no text of it: who wrote them, for the text below. */
const withoutFile = {
  '@cfworker/json-schema': { licence: 'MIT', holder: 'Jeremy Danyow' },
  // One for each system: its compiled half.
  '@libsql': { licence: 'MIT', holder: 'the libSQL authors' },
  'lazy-val': { licence: 'MIT', holder: 'Vladimir Krivosheev' },
  standardwebhooks: { licence: 'MIT', holder: 'the Standard Webhooks authors' }
}

const mit = (holder) => `MIT License (the package names it and carries no text of its own)

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

/** Shipped as they are, beside the bundles of a target: see electron-builder.yml and spelling-files.mjs. */
const besideBundles = {
  main: ['libsql', '@neon-rs/load', 'detect-libc', ...nativeLibraries()],
  spelling: ['dictionary-en']
}

/** The one for this system; a package is made on the system that it is for. */
function nativeLibraries() {
  const folder = inProject('node_modules/@libsql')
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : []
  return names.filter((name) => !name.endsWith('-musl')).map((name) => `@libsql/${name}`)
}

/**
 * A plugin that writes `out/licences/<target>.json`. One for the page and its workers each, as they are bundled apart.
 * @param {string} target
 * @param {{ production: boolean, found?: Map<string, object> }} options `found` is shared by the plugins of one target
 */
export function listLicences(target, { production, found = new Map() }) {
  return {
    name: 'parley:licences',
    async generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((chunk) => Object.keys(chunk.modules ?? {}))
      const beside = (besideBundles[target] ?? []).map((name) =>
        inProject('node_modules', name, 'package.json')
      )
      for (const module of [...modules, ...beside]) {
        const folder = packageFolder(module)
        if (folder !== null && !found.has(folder)) found.set(folder, readLicence(folder))
      }
      const missing = [...found.values()].filter(({ text }) => text === '').map(({ name }) => name)
      if (missing.length > 0)
        this.error(`no text of a licence: ${missing.join(', ')}; name one in scripts/build/licences.mjs`)
      const file = inProject('out/licences', `${target}.json`)
      fs.mkdirSync(path.dirname(file), { recursive: true })
      fs.writeFileSync(file, JSON.stringify([...found.values()].sort(byName)))
      if (production) await packFile(file)
    }
  }
}

const byName = (one, other) =>
  one.name.localeCompare(other.name, 'en') || one.version.localeCompare(other.version, 'en')

/** Of the package that a module belongs to; null for the project's own and the bundler's. */
export function packageFolder(module) {
  const file = module.replace(/^\0/u, '').split('?')[0].replaceAll('\\', '/')
  const at = file.lastIndexOf('/node_modules/')
  if (at < 0 || !path.isAbsolute(file)) return null
  const [scope, name] = file.slice(at + '/node_modules/'.length).split('/')
  return `${file.slice(0, at)}/node_modules/${scope.startsWith('@') ? `${scope}/${name}` : scope}`
}

/** @returns {{ name: string, version: string, licence: string, text: string }} `text` is empty where there is none */
export function readLicence(folder) {
  const { name, version, license } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const texts = fs
    .readdirSync(folder, { withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && licenceFile.test(entry.name) && !/\.(?:js|ts|json)$/u.test(entry.name)
    )
    .map((entry) => fs.readFileSync(path.join(folder, entry.name), 'utf8').trim())
  return {
    name,
    version,
    licence: String(license ?? 'see text'),
    text: texts.join('\n\n') || textFor(name, license)
  }
}

/** Only while the package names the very licence that was read here. */
function textFor(name, license) {
  const key = name.startsWith('@libsql/') ? '@libsql' : name
  const known = Object.hasOwn(withoutFile, key) ? withoutFile[key] : undefined
  return known !== undefined && known.licence === license ? mit(known.holder) : ''
}
