import { describe, expect, it } from 'vitest'
import { HostError } from '../base/host-error'
import { quote } from '../texts/render-localized'
import type { ModelPart, ModelRequest } from './model'
import { findRejectedTool, RejectedTools } from './rejected-tools'

const tool = (name: string) => ({ name, description: '', inputSchema: { type: 'object' } })
const tools = ['list', 'a__list', 'a__odd', 'read'].map(tool)
const request: ModelRequest = {
  model: 'm',
  systemPrompt: '',
  messages: [],
  tools,
  maxOutputTokens: 100
}

const refusal = (words: string) => new HostError('MODEL_REFUSED_REQUEST', quote(words))
const said: ModelPart = { type: 'text-delta', text: 'Hello' }

/** A provider that rejects requests with these tools, with its own message. */
function provider(odd: readonly string[], wordsOf: (name: string, index: number) => string) {
  const asked: string[][] = []
  async function* ask({ tools: offered }: ModelRequest): AsyncIterable<ModelPart> {
    asked.push(offered.map(({ name }) => name))
    const index = offered.findIndex(({ name }) => odd.includes(name))
    if (index !== -1) throw refusal(wordsOf(offered[index]?.name ?? '', index))
    yield said
  }
  return { ask, asked }
}

async function collect(parts: AsyncIterable<ModelPart>): Promise<ModelPart[]> {
  const all: ModelPart[] = []
  for await (const part of parts) all.push(part)
  return all
}

describe('a tool that a provider rejects', () => {
  it('is left out and named, and the request continues; the next request omits it from the start', async () => {
    const odd = new RejectedTools()
    const { ask, asked } = provider(['list', 'a__odd'], (name) => `Invalid schema for function '${name}'`)
    const parts = await collect(odd.without('x/m', request, ask))
    expect(parts).toMatchObject([
      { type: 'tool-left-out', name: 'list', reason: quote("Invalid schema for function 'list'") },
      { type: 'tool-left-out', name: 'a__odd' },
      said
    ])
    expect(asked.at(-1)).toEqual(['a__list', 'read'])
    asked.length = 0
    expect((await collect(odd.without('x/m', request, ask))).map(({ type }) => type)).toEqual([
      'tool-left-out',
      'tool-left-out',
      'text-delta'
    ])
    expect(asked).toEqual([['a__list', 'read']])
  })

  it('is offered to another model, and again once its definition has changed', async () => {
    const odd = new RejectedTools()
    const { ask, asked } = provider(['list'], (_name, index) => `tools.${index}.custom.input_schema: no`)
    await collect(odd.without('x/m', request, ask))
    asked.length = 0
    await collect(odd.without('x/other', request, ask))
    const changed = { ...request, tools: [{ ...tool('list'), description: 'New' }] }
    await collect(odd.without('x/m', changed, ask))
    expect(asked.map((names) => names.includes('list'))).toEqual([true, false, true, false])
  })

  it('throws an error with a different reason, or after the answer has begun', async () => {
    const odd = new RejectedTools()
    const refuse = provider(['list'], () => 'prompt is too long')
    await expect(collect(odd.without('x/m', request, refuse.ask))).rejects.toThrow('too long')
    expect(refuse.asked).toHaveLength(1)
    async function* late(): AsyncIterable<ModelPart> {
      yield said
      throw refusal('tools.0: no')
    }
    await expect(collect(odd.without('x/m', request, late))).rejects.toThrow('tools.0')
  })

  it('asks a provider that rejects one tool after the other nine times at most', async () => {
    const many = Array.from({ length: 20 }, (_, index) => tool(`tool-${index}`))
    const { ask, asked } = provider(
      many.map(({ name }) => name),
      (_name, index) => `tools[${index}].function.parameters: no`
    )
    await expect(
      collect(new RejectedTools().without('x/m', { ...request, tools: many }, ask))
    ).rejects.toThrow()
    expect(asked).toHaveLength(9)
  })
})

it.each([
  ['tools.2.custom.input_schema.type: Input should be "object"', 'a__odd'],
  ["Invalid 'tools[3].function.parameters': schema must have type 'object'", 'read'],
  ['GenerateContentRequest.tools[0].function_declarations[1].parameters: bad', 'a__list'],
  ["Invalid schema for function 'a__list': None is not of type 'array'", 'a__list'],
  ['The tool list is odd: a schema is missing', 'list'],
  ['Lists of parameters are too long', null],
  ['tools.9.input_schema: bad', null],
  ['The list of messages is empty', null]
])('finds that %s is about %s', (words, name) => {
  expect(findRejectedTool(refusal(words), tools)?.name ?? null).toBe(name)
})
