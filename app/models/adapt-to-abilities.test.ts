import { expect, it } from 'vitest'
import type { ModelAbility } from '../contract/models/model-facts'
import type { ModelMessage } from './model'
import { request } from './testing/providers-under-test'
import { adaptToAbilities } from './adapt-to-abilities'

const png = { type: 'image' as const, mimeType: 'image/png', data: 'iVBORw0KGgo=' }
const tool = { name: 'look', description: '', inputSchema: { type: 'object' } }
const messages: readonly ModelMessage[] = [
  { role: 'user', content: [{ type: 'block', block: png }] },
  { role: 'assistant', content: [{ type: 'tool-call', id: 'a', name: 'look', arguments: { at: 'it' } }] },
  {
    role: 'user',
    content: [
      { type: 'tool-result', id: 'a', isError: false, content: [{ type: 'text', text: 'seen' }, png] }
    ]
  }
]
const asked = request({ messages, tools: [tool], toolChoice: 'auto' })
const within = (abilities?: readonly ModelAbility[]) => adaptToAbilities(asked, abilities)

it('sends tools and images, but no sounds or documents, to a model with unknown abilities', () => {
  expect(within()).toEqual({ ...asked, takesSounds: false, takesDocuments: false })
})

it('sends what a model accepts unchanged', () => {
  const all = within(['images', 'pdf', 'audio', 'tools'])
  expect(all).toEqual({ ...asked, takesSounds: true, takesDocuments: true })
})

it('tells a model without images that there is one, for each image', () => {
  const { messages: sent, tools } = within(['tools'])
  expect(JSON.stringify(sent)).not.toContain(png.data)
  expect(JSON.stringify(sent).match(/image of type image\/png/g)).toHaveLength(2)
  expect(tools).toEqual([tool])
})

it('sends a model without tools no definitions, and earlier calls as text', () => {
  const { messages: sent, tools, toolChoice } = within(['images'])
  expect({ tools, toolChoice }).toEqual({ tools: [], toolChoice: undefined })
  expect(sent.slice(1)).toEqual([
    { role: 'assistant', content: [{ type: 'text', text: '[The tool look was called with {"at":"it"}]' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: '[The result of the call]' },
        { type: 'text', text: 'seen' },
        { type: 'block', block: png }
      ]
    }
  ])
})
