// Compiles the catalogue of texts into TypeScript: a module an area with English in it, and two modules for every other
// language, which are loaded when it is chosen: what the first frame shows, and the rest. Nothing is parsed while Parley runs.

import MessageFormat from '@messageformat/core'
import compileModule from '@messageformat/core/compile-module.js'
import fs from 'node:fs'
import path from 'node:path'
import { baseLanguage, readCatalogue } from './catalogue.mjs'

const head =
  '// Made from app/texts by scripts/texts/compile.mjs. Do not edit: the next run makes it again.\n'

/**
 * Writes `app/texts/compiled`; files that stay the same are not touched.
 * @param {string} folder `app/texts`
 * @returns {string[]} what is wrong with the catalogue; nothing is written then
 */
export function compileTexts(folder) {
  const { languages, problems } = readCatalogue(folder)
  if (problems.length > 0) return problems
  const files = new Map()
  const base = languages[baseLanguage]
  for (const area of base.filter(({ part }) => part === 'window'))
    files.set(`window/${area.name}.ts`, windowModule(area))
  files.set('core.ts', coreModule(base.filter(({ part }) => part === 'core')))
  for (const [language, areas] of Object.entries(languages))
    if (language !== baseLanguage)
      for (const [name, isPart] of Object.entries({ [`${language}-frame`]: isOfFrame, [language]: isLate }))
        files.set(`${name}.ts`, languageModule(language, areas.filter(isPart)))
  write(path.join(folder, 'compiled'), files)
  return []
}

/** The build draws the first frame with these texts only, and refuses to if it needs others. */
const frameAreas = ['bridge', 'choices', 'composer', 'list', 'notShown', 'shell', 'shortcuts', 'ui']
const isOfFrame = ({ part, name }) => part === 'window' && frameAreas.includes(name)
const isLate = (area) => !isOfFrame(area)

function windowModule({ name, messages }) {
  const type = typeName(name)
  const { imports, body } = compileMessages(baseLanguage, toObject(messages))
  return `${head}${imports}import { translated, type Value } from '../../translated'

export interface ${type} {
${messages.map(signature).join('\n')}
}

const english: ${type} = ${body}

export const ${name} = translated(${JSON.stringify(name)}, english)
`
}

function coreModule(areas) {
  const messages = areas.flatMap((area) =>
    area.messages.map((message) => ({ ...message, key: `${area.name}.${message.key}` }))
  )
  const { imports, body } = compileMessages(baseLanguage, toObject(messages))
  return `${head}${imports}import type { Value } from '../translated'

/** Every text that the core makes for users, with the values that it takes. */
export interface CoreTexts {
${messages.map(signature).join('\n')}
}

export const english: CoreTexts = ${body}
`
}

function languageModule(language, areas) {
  const hasCore = areas.some(({ part }) => part === 'core')
  const tree = hasCore ? { core: {} } : {}
  for (const { part, name, messages } of areas) {
    if (part === 'window') tree[name] = toObject(messages)
    else for (const { key, text } of messages) tree.core[`${name}.${key}`] = text
  }
  const { imports, body } = compileMessages(language, tree)
  const windows = areas.filter(({ part }) => part === 'window').map(({ name }) => name)
  const types = windows.map((name) => `import type { ${typeName(name)} } from './window/${name}'\n`)
  const fields = windows.map((name) => `${name}: ${typeName(name)}`)
  return `${head}${imports}import type { Translation } from '../translated'
${hasCore ? "import type { CoreTexts } from './core'\n" : ''}${types.join('')}
const texts: { ${[...(hasCore ? ['core: CoreTexts'] : []), ...fields].join('; ')} } = ${body}

export const translation = texts as unknown as Translation
`
}

function compileMessages(language, messages) {
  const source = compileModule(new MessageFormat(language), messages)
  const at = source.indexOf('export default ')
  return {
    imports: source.slice(0, at),
    // The size of a date, written as an expression that TypeScript can't see through.
    // A text that is only a value, or a choice by one, would return a value that may not be text.
    body: source
      .slice(at + 'export default '.length)
      .trim()
      .replace(/;$/u, '')
      .replaceAll(/\("\s*(\w+)"\)\.trim\(\)/gu, '"$1"')
      .replaceAll(/=> (d\.\w+|(?:plural|select|number|date|time)\(.*\))(?=,?\n)/gu, '=> String($1)')
  }
}

const typeName = (area) => `${area[0].toUpperCase()}${area.slice(1)}Texts`

const toObject = (messages) => Object.fromEntries(messages.map(({ key, text }) => [key, text]))

function signature({ key, text, values }) {
  const fields = Object.entries(values).map(([name, type]) => `readonly ${name}: ${type}`)
  const parameter = fields.length > 0 ? `values: { ${fields.join('; ')} }` : ''
  return `  /** ${text.replaceAll('*/', '* /').replaceAll(/\s+/gu, ' ')} */\n  readonly ${JSON.stringify(key)}: (${parameter}) => string`
}

function write(folder, files) {
  fs.mkdirSync(path.join(folder, 'window'), { recursive: true })
  const isMade = (name) => files.has(name.split(path.sep).join('/'))
  for (const name of fs.readdirSync(folder, { recursive: true }))
    if (name.endsWith('.ts') && !isMade(name)) fs.rmSync(path.join(folder, name))
  for (const [name, content] of files) {
    const file = path.join(folder, name)
    if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== content) fs.writeFileSync(file, content)
  }
}
