// Reads the catalogue of texts and says what is wrong with it: one folder a language below app/texts, in it one JSON
// file an area, in it keys with ICU MessageFormat. The other languages are compared with English.

import { parse } from '@messageformat/parser'
import fs from 'node:fs'
import path from 'node:path'

export const baseLanguage = 'en'
/** `window`: shown where they are used. `core`: made in the core and shown by the window, so they travel as key and values. */
export const parts = ['window', 'core']

/**
 * @typedef {{ key: string, text: string, values: Record<string, string> }} Message values: name → TypeScript type
 * @typedef {{ part: string, name: string, messages: Message[] }} Area
 * @param {string} folder `app/texts`
 * @returns {{ languages: Record<string, Area[]>, problems: string[] }}
 */
export function readCatalogue(folder) {
  const problems = []
  const names = fs.readdirSync(folder).filter((name) => /^[a-z]{2}$/u.test(name))
  const languages = Object.fromEntries(
    names.map((language) => [language, readLanguage(path.join(folder, language), problems)])
  )
  for (const [language, areas] of Object.entries(languages))
    if (language !== baseLanguage) compare({ language, areas, base: languages[baseLanguage], problems })
  return { languages, problems }
}

function readLanguage(folder, problems) {
  return parts.flatMap((part) =>
    fs
      .readdirSync(path.join(folder, part))
      .filter((file) => file.endsWith('.json'))
      .sort()
      .map((file) => readArea({ file: path.join(folder, part, file), part, problems }))
  )
}

function readArea({ file, part, problems }) {
  const name = path.basename(file, '.json')
  const messages = Object.entries(JSON.parse(fs.readFileSync(file, 'utf8'))).map(([key, text]) => {
    if (!/^[a-z][A-Za-z0-9]*$/u.test(key)) problems.push(`${file}: ${key} isn't camelCase`)
    return { key, text, values: readValues({ text, place: `${file}: ${key}`, problems }) }
  })
  return { part, name, messages }
}

function readValues({ text, place, problems }) {
  try {
    const values = {}
    collectValues(parse(text, { strict: true }), values)
    return values
  } catch (error) {
    problems.push(`${place}: ${error.message}`)
    return {}
  }
}

const typeOf = { number: 'number', date: 'number', time: 'number' }

/** A value that decides a plural is a number everywhere in the text. */
function collectValues(tokens, values) {
  for (const token of tokens) {
    if (token.type === 'argument') values[token.arg] ??= 'Value'
    else if (token.type === 'function') values[token.arg] = typeOf[token.key] ?? 'Value'
    else if (token.type === 'plural' || token.type === 'selectordinal') values[token.arg] = 'number'
    else if (token.type === 'select') values[token.arg] = selectType(token)
    for (const { tokens: inner } of token.cases ?? []) collectValues(inner, values)
  }
}

/** Codes are named in full; what is none of them is `other`. */
const selectType = ({ cases }) =>
  [...cases.filter(({ key }) => key !== 'other').map(({ key }) => JSON.stringify(key)), '(string & {})'].join(
    ' | '
  )

function compare({ language, areas, base, problems }) {
  for (const { part, name, messages } of base) {
    const other = areas.find((area) => area.part === part && area.name === name)
    const place = `${language}/${part}/${name}.json`
    if (!other) {
      problems.push(`${place} is missing`)
      continue
    }
    const wanted = new Map(messages.map((message) => [message.key, message]))
    const found = new Map(other.messages.map((message) => [message.key, message]))
    for (const key of found.keys())
      if (!wanted.has(key)) problems.push(`${place}: ${key} isn't in ${baseLanguage}`)
    for (const [key, { values }] of wanted) {
      const translation = found.get(key)
      if (!translation) problems.push(`${place}: ${key} is missing`)
      else if (nameValues(translation.values) !== nameValues(values))
        problems.push(
          `${place}: ${key} uses ${nameValues(translation.values) || 'nothing'} and should use ${nameValues(values) || 'nothing'}`
        )
    }
  }
  for (const { part, name } of areas)
    if (!base.some((area) => area.part === part && area.name === name))
      problems.push(`${language}/${part}/${name}.json isn't in ${baseLanguage}`)
}

const nameValues = (values) => Object.keys(values).sort().join(', ')
