import { expect, it } from 'vitest'
import type { ModelAbility } from '../contract/models/model-facts'
import type { ModelMessage } from './model'
import { request } from './testing/providers-under-test'
import { withinAbilities } from './within-abilities'

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
const within = (abilities?: readonly ModelAbility[]) => withinAbilities(asked, abilities)

it('a model of which nothing is known gets tools and images, and neither sounds nor documents', () => {
  expect(within()).toEqual({ ...asked, takesSounds: false, takesDocuments: false })
})

it('what a model takes goes as it is', () => {
  const all = within(['images', 'pdf', 'audio', 'tools'])
  expect(all).toEqual({ ...asked, takesSounds: true, takesDocuments: true })
})

it('a model without images is told of each that there is one', () => {
  const { messages: sent, tools } = within(['tools'])
  expect(JSON.stringify(sent)).not.toContain(png.data)
  expect(JSON.stringify(sent).match(/image of type image\/png/g)).toHaveLength(2)
  expect(tools).toEqual([tool])
})

it('a model without tools is sent none, and reads as words what was called before', () => {
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
