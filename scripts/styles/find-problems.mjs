// Finds problems in the styles of the page: values outside of the tokens, and classes and tokens that only one side knows.
// Pure: files come in as text.

import path from 'node:path'
import colourNames from 'color-name'
import postcss from 'postcss'

/**
 * @typedef {{ file: string, text: string }} Source
 * @param {{ tokens: string, sheets: readonly Source[], scripts: readonly Source[] }} page `tokens`: the file that may hold
 *   raw values; `sheets` has it, too
 * @returns {string[]} one line each, with file and line
 */
export function findStyleProblems({ tokens, sheets, scripts }) {
  const parsed = sheets.map(({ file, text }) => ({ file, root: postcss.parse(text, { from: file }) }))
  return [
    ...parsed.filter(({ file }) => file !== tokens).flatMap(rawValues),
    ...wrongTokens(parsed, tokens),
    ...wrongClasses(parsed, scripts)
  ]
}

const lengths = /(?<![\w-])-?(?:\d*\.)?\d+(?:px|rem|pt|pc|cm|mm|in|q)\b/giu
const durations = /(?<![\w-])(?:\d*\.)?\d+m?s\b/giu
const colours = /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark)\(/giu
const namedColour = new RegExp(`(?<![\\w-])(?:${Object.keys(colourNames).join('|')})(?![\\w-])`, 'giu')

function rawValues({ file, root }) {
  const problems = []
  root.walkDecls((declaration) => {
    // Quoted parts are text.
    const value = declaration.value.replace(/'[^']*'|"[^"]*"/gu, '')
    const found = [lengths, durations, colours, namedColour].flatMap((kind) => value.match(kind) ?? [])
    if (declaration.prop === 'z-index' && !/^(?:auto|var\(--layer-[\w-]+\))$/u.test(value)) found.push(value)
    for (const raw of found) problems.push(`${at(file, declaration)}: ${raw} belongs in the tokens`)
  })
  return problems
}

/** Properties that Base UI sets where they are used. */
const setElsewhere = new Set(['--anchor-width', '--available-height'])

function wrongTokens(parsed, tokens) {
  const defined = new Set(setElsewhere)
  const used = new Set()
  const uses = []
  const ours = []
  for (const { file, root } of parsed)
    root.walkDecls((declaration) => {
      if (declaration.prop.startsWith('--')) defined.add(declaration.prop)
      if (declaration.prop.startsWith('--') && file === tokens) ours.push(declaration)
      for (const [, name] of declaration.value.matchAll(/var\(\s*(--[\w-]+)/gu)) {
        used.add(name)
        uses.push({ place: at(file, declaration), name })
      }
    })
  return [
    ...uses
      .filter(({ name }) => !defined.has(name))
      .map(({ place, name }) => `${place}: there is no ${name}`),
    ...ours
      .filter(({ prop }) => !used.has(prop))
      .map((token) => `${at(tokens, token)}: ${token.prop} is unused`)
  ]
}

function wrongClasses(parsed, scripts) {
  const modules = new Map(
    parsed
      .filter(({ file }) => file.endsWith('.module.css'))
      .map(({ file, root }) => [file, { classes: classesOf(root), used: new Set(), isImported: false }])
  )
  const problems = scripts.flatMap((script) => useClasses(script, modules))
  for (const [file, { classes, used, isImported }] of modules) {
    if (!isImported) problems.push(`${file}: no file imports it`)
    else for (const name of classes) if (!used.has(name)) problems.push(`${file}: .${name} is unused`)
  }
  return problems
}

function classesOf(root) {
  const classes = new Set()
  root.walkRules(({ selector }) => {
    const own = selector.replace(/:global\([^)]*\)|\[[^\]]*\]/gu, '')
    for (const [, name] of own.matchAll(/\.([a-z_][\w-]*)/giu)) classes.add(name)
  })
  return classes
}

/** Notes in `modules` what a script uses, and reports classes that don't exist. */
function useClasses({ file, text }, modules) {
  const problems = []
  for (const [, name, source] of text.matchAll(/^import (\w+) from '(\.[^']*\.module\.css)'$/gmu)) {
    const sheet = path.posix.join(path.posix.dirname(file), source)
    const known = modules.get(sheet)
    if (known === undefined) {
      problems.push(`${file}: there is no ${sheet}`)
      continue
    }
    known.isImported = true
    // styles[variant]: any of them may be meant.
    if (new RegExp(`\\b${name}\\[`, 'u').test(text)) known.used = new Set([...known.used, ...known.classes])
    for (const [, used] of text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'gu'))) {
      known.used.add(used)
      if (!known.classes.has(used)) problems.push(`${file}: ${sheet} has no .${used}`)
    }
  }
  for (const [literal] of text.matchAll(/className="[^"]*"/gu))
    problems.push(`${file}: ${literal} is no class of a module`)
  return problems
}

function at(file, node) {
  return `${file}:${node.source.start.line}`
}
