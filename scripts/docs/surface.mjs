// Writes docs/reference.md: each call and event with its fields and the doc comment above it in the contract.

import { tableLines } from './pages.mjs'

const header = `# Calls and events

The calls and events between the window and the host. \`npm run docs\` writes this page from \`app/contract/bridge/calls.ts\` and
\`app/contract/bridge/events.ts\`. The schemas in \`app/contract\` describe each field.
`

/** @param {{ title: string, source: string, entries: { name: string, schema: object }[] }[]} parts */
export function describeSurface(parts) {
  return [header, ...parts.map(describePart)].join('\n')
}

function describePart({ title, source, entries }) {
  const comments = readComments(source)
  const rows = entries.map(({ name, schema }) => [
    `\`${name}\``,
    describeFields(schema),
    comments.get(name) ?? ''
  ])
  return [`## ${title}`, '', ...tableLines(['Name', 'Fields', 'Notes'], rows), ''].join('\n')
}

/** Field names. For a list, the field names of its items. */
function describeFields(schema) {
  if (schema.element) return `a list of: ${describeFields(schema.element)}`
  if (schema.options) return schema.options.map(describeFields).join('; or ')
  const names = Object.entries(schema.shape).map(([name, field]) => (field.isOptional() ? `${name}?` : name))
  return names.length === 0 ? '–' : names.map((name) => `\`${name}\``).join(', ')
}

/** Doc comments by the quoted name below them, each on one line, for a table cell. */
export function readComments(source) {
  const found = source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*'([\w-]+\.[\w-]+)':/gu)
  return new Map(
    [...found].map(([, comment, name]) => {
      const words = comment.replace(/^\s*\* ?/gmu, ' ').replace(/\s+/gu, ' ')
      return [name, words.trim().replaceAll('|', '\\|')]
    })
  )
}
