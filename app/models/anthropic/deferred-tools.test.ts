import { describe, expect, it } from 'vitest'
import type { ModelContent, ModelMessage, ModelRequest } from '../model'
import { request } from '../testing/providers-under-test'
import { anthropic } from './descriptor'
import { requestFor } from './anthropic-provider'

const vendor = 'https://api.anthropic.com'

const said = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] })
const called = (id: string, name: string): ModelMessage => ({
  role: 'assistant',
  content: [{ type: 'tool-call', id, name, arguments: {} }]
})
const answered = (id: string, found: Partial<ModelContent & { type: 'tool-result' }> = {}): ModelMessage => ({
  role: 'user',
  content: [
    { type: 'tool-result', id, content: [{ type: 'text', text: 'In words.' }], isError: false, ...found }
  ]
})
const search = (id: string, ...foundTools: string[]) => [
  called(id, 'search_tools'),
  answered(id, { foundTools })
]
const tools = (...names: string[]) =>
  names.map((name) => ({ name, description: name, inputSchema: { type: 'object' } }))

function sent(change: Partial<ModelRequest>, baseUrl = vendor) {
  const asked = request({ model: 'claude-sonnet-5-5', tools: tools('search_tools', 'forecast'), ...change })
  const { tools: own = [], messages } = requestFor(baseUrl, asked, anthropic.limits)
  const results = messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : content.flatMap((block) => (block.type === 'tool_result' ? [block.content] : []))
  )
  return { late: own.flatMap((tool) => ('defer_loading' in tool ? [tool.name] : [])), results, own, messages }
}

const messages = [said('Rain?'), ...search('1', 'forecast')]
const words = [[{ type: 'text', text: 'In words.' }]]

describe('a tool that was found by a search', () => {
  it('is sent where it was found, and nothing before it, which the service has cached, changes', () => {
    const before = sent({ messages: messages.slice(0, 1), tools: tools('search_tools') })
    const after = sent({ messages })
    expect(after.results).toEqual([[{ type: 'tool_reference', tool_name: 'forecast' }]])
    expect(after.late).toEqual(['forecast'])
    expect(after.own.filter((tool) => !('defer_loading' in tool))).toEqual(before.own)
    expect(after.messages.slice(0, 1)).toEqual(before.messages)
  })

  it('keeps its place once it was called, and when it is found again', () => {
    const more = [...messages, called('2', 'forecast'), answered('2'), ...search('3', 'forecast')]
    const reference = [{ type: 'tool_reference', tool_name: 'forecast' }]
    expect(sent({ messages: more })).toMatchObject({
      late: ['forecast'],
      results: [reference, words[0], reference]
    })
  })

  it.each<readonly [string, Partial<ModelRequest>]>([
    ['the service rejected it', { tools: tools('search_tools') }],
    [
      'it was called before',
      { messages: [said('Rain?'), called('0', 'forecast'), answered('0'), ...messages.slice(1)] }
    ],
    ['the model is too old', { model: 'claude-3-7-sonnet-latest' }],
    ['the small model is too old', { model: 'claude-haiku-4-0' }],
    ["the model's age is unknown", { model: 'claude-next' }]
  ])('is sent as text where %s', (_why, change) => {
    const { late, results } = sent({ messages, ...change })
    expect(late).toEqual([])
    expect(results.at(-1)).toEqual(words[0])
  })

  it('is sent as text to services that imitate the API', () => {
    const { late, results, own } = sent({ messages }, 'https://gateway.example')
    expect({ late, results, names: own.map((tool) => ('name' in tool ? tool.name : '')) }).toEqual({
      late: [],
      results: words,
      names: ['search_tools', 'forecast']
    })
  })
})
