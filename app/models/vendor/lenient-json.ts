/** JSON as programs write it that don't keep to the standard: Python's `NaN`, and line ends inside of a text. */

const textsAndNumbers = /"(?:\\[\s\S]|[^"\\])*"|-?\b(?:NaN|Infinity)\b/g
// eslint-disable-next-line no-control-regex -- the pattern searches for control characters
const controls = /[\u0000-\u001f]/g

/** Undefined: it can't be understood. */
export function parseLenientJson(text: string): unknown {
  const strict = parse(text)
  if (strict !== undefined) return strict
  return parse(text.replace(textsAndNumbers, (found) => (found.startsWith('"') ? escaped(found) : 'null')))
}

/** Strings with unescaped line ends. Their meaning is never in doubt. */
export function withEscapedControls(text: string): string {
  return text.replace(textsAndNumbers, (found) => (found.startsWith('"') ? escaped(found) : found))
}

function escaped(text: string): string {
  return text.replace(controls, (found) => JSON.stringify(found).slice(1, -1))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
