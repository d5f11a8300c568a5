// A JSON Schema as one readable line, in the manner of a TypeScript type; depth is cut off, because a reference is
// for finding one's way and the schemas themselves say the rest.

const deepest = 2
const longestChoice = 8

export function describeShape(schema, depth = 0) {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return describeChoices(choices, depth)
  if (schema.type === 'array')
    return `(${describeShape(schema.items ?? {}, depth)})[]`.replace(/^\(([\w{…}]+)\)/u, '$1')
  if (schema.type === 'object') return describeObject(schema, depth)
  return [schema.type ?? 'any'].flat().join(' | ')
}

function describeChoices(choices, depth) {
  const shown = choices.slice(0, longestChoice).map((choice) => describeShape(choice, depth))
  return [...new Set(shown), ...(choices.length > longestChoice ? ['…'] : [])].join(' | ')
}

function describeObject({ properties = {}, required = [], additionalProperties }, depth) {
  const names = Object.keys(properties)
  if (names.length === 0) return additionalProperties ? '{ [name]: … }' : '{}'
  if (depth >= deepest) return '{…}'
  const fields = names.map(
    (name) => `${name}${required.includes(name) ? '' : '?'}: ${describeShape(properties[name], depth + 1)}`
  )
  return `{ ${fields.join(', ')} }`
}
