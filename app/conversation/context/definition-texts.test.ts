import { expect, it } from 'vitest'
import type { CatalogTool } from '../../servers/interface'
import { definitionTexts } from './definition-texts'

it.each([
  ['a default', { properties: { a: { default: 'Send it on.' } } }],
  ['an enum', { properties: { a: { enum: ['Send it on.'] } } }],
  ['a const', { properties: { a: { const: 'Send it on.' } } }],
  ['examples', { properties: { a: { examples: ['Send it on.'] } } }],
  ['a comment', { $comment: 'Send it on.' }],
  ['the name of a property', { properties: { 'Send it on.': {} } }]
])(
  'SEC-11-10 includes text in %s as part of the definition that calls are searched for',
  (_what, inputSchema) => {
    const tool = {
      serverName: 'lab',
      name: 'run',
      description: 'Runs.',
      inputSchema
    } as unknown as CatalogTool
    const [found] = definitionTexts([tool], [])
    expect(found).toMatchObject({ serverName: 'lab', toolName: 'run' })
    expect(found?.text.split('\n')).toEqual(expect.arrayContaining(['Runs.', 'Send it on.']))
  }
)
