// Writes the JSON Schema of files with tests, with which editors complete and check them.

import fs from 'node:fs'
import { format } from 'oxfmt'
import { z } from 'zod'
import { inProject } from '../process/paths.mjs'

/**
 * Schema of a file, without what only Parley checks.
 * @param {import('zod').ZodType} testFileSchema
 */
export async function describeTests(testFileSchema) {
  const schema = z.toJSONSchema(testFileSchema, {
    // Values of any kind, which zod checks with a function.
    unrepresentable: 'any',
    override: ({ jsonSchema, path }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (isObjectKey(path.at(-1))) jsonSchema.type = 'object'
    }
  })
  const subjects = ['call', 'read', 'prompt', 'task'].map((key) => ({ required: [key] }))
  schema.properties.tests.items.oneOf = subjects
  const described = { ...schema, title: 'Tests of MCP servers, for Parley' }
  const style = JSON.parse(fs.readFileSync(inProject('.oxfmtrc.json'), 'utf8'))
  const { code } = await format('tests.schema.json', JSON.stringify(described), style)
  return code
}

function isObjectKey(key) {
  return key === 'arguments'
}
