// The list of calls and events as a page to find one's way by: name, fields, and the doc comment that stands over
// the name in the contract. What a field may hold is said by the schemas.

const header = `# Calls and events

All that passes between the window and the host. Written by \`npm run docs\` from \`app/contract/bridge/calls.ts\` and
\`app/contract/events.ts\`; the schemas of \`app/contract\` say what each field holds.
`

/** @param {{ title: string, source: string, entries: { name: string, schema: object }[] }[]} parts */
export function describeSurface(parts) {
  return [header, ...parts.map(describePart)].join('\n')
}

function describePart({ title, source, entries }) {
  const comments = readComments(source)
  const rows = entries.map(
    ({ name, schema }) => `| \`${name}\` | ${describeFields(schema)} | ${comments.get(name) ?? ''} |`
  )
  return [`## ${title}`, '', '| Name | Fields | What to know |', '|---|---|---|', ...rows, ''].join('\n')
}

/** Names of the fields; of a list those of its items. */
function describeFields(schema) {
  if (schema.element) return `a list; of each: ${describeFields(schema.element)}`
  if (schema.options) return schema.options.map(describeFields).join('; or ')
  const names = Object.entries(schema.shape).map(([name, field]) => (field.isOptional() ? `${name}?` : name))
  return names.length === 0 ? '–' : names.map((name) => `\`${name}\``).join(', ')
}

/** Doc comments by the quoted name below them, each on one line, fit for a cell of a table. */
export function readComments(source) {
  const found = source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*'([\w-]+\.[\w-]+)':/gu)
  return new Map(
    [...found].map(([, comment, name]) => {
      const words = comment.replace(/^\s*\* ?/gmu, ' ').replace(/\s+/gu, ' ')
      return [name, words.trim().replaceAll('|', '\\|')]
    })
  )
}
