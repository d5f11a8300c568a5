import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Server } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { mayBeLocal, withLocalFacts } from './local-facts'

const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

/** A program that answers these paths, and 404 to all others. */
async function program(answers: Readonly<Record<string, unknown>>) {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim())
    const answer = answers[request.url ?? '']
    if (answer === undefined) return void response.writeHead(404).end('{}')
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, heard }
}

const model = (id: string) => ({ id: `here/${id}`, name: id, providerName: 'here' })
const told = async (baseUrl: string, ...ids: string[]) =>
  await withLocalFacts(baseUrl, ids.map(model), new AbortController().signal)

it('Ollama: uses the loaded context size of a running model, and the configured or trained size of others', async () => {
  const { baseUrl, heard } = await program({
    '/api/version': { version: '0.13.0' },
    '/api/ps': { models: [{ name: 'qwen3:8b', context_length: 4_096 }] },
    '/api/show': {
      capabilities: ['completion', 'tools', 'thinking', 'vision'],
      parameters: 'stop "<|im_end|>"',
      model_info: { 'qwen3.context_length': 40_960, 'general.architecture': 'qwen3' }
    }
  })
  expect(await told(baseUrl, 'qwen3:8b', 'qwen3:32b')).toEqual([
    { ...model('qwen3:8b'), contextTokens: 4_096, abilities: ['tools', 'thinking', 'images'] },
    { ...model('qwen3:32b'), contextTokens: 40_960, abilities: ['tools', 'thinking', 'images'] }
  ])
  expect(heard.toSorted()).toEqual([
    'GET /api/ps',
    'GET /api/v0/models',
    'GET /api/version',
    'GET /props',
    'POST /api/show',
    'POST /api/show'
  ])
})

it('Ollama: prefers the configured size of a model', async () => {
  const { baseUrl } = await program({
    '/api/version': { version: '0.13.0' },
    '/api/show': { parameters: 'temperature 0.6\nnum_ctx                        16384', model_info: {} }
  })
  expect(await told(baseUrl, 'mine')).toEqual([{ ...model('mine'), contextTokens: 16_384 }])
})

it('llama.cpp reports the one model that it runs', async () => {
  const { baseUrl } = await program({
    '/props': { default_generation_settings: { n_ctx: 8_192 }, modalities: { vision: false, audio: true } }
  })
  expect(await told(baseUrl, 'model.gguf')).toEqual([
    { ...model('model.gguf'), contextTokens: 8_192, abilities: ['audio', 'tools'] }
  ])
})

it('LM Studio: prefers the loaded size to the possible one', async () => {
  const { baseUrl } = await program({
    '/api/v0/models': {
      data: [
        {
          id: 'a',
          type: 'vlm',
          max_context_length: 131_072,
          loaded_context_length: 8_000,
          capabilities: ['tool_use']
        },
        { id: 'b', type: 'llm', max_context_length: 32_768 }
      ]
    }
  })
  expect(await told(baseUrl, 'a', 'b', 'c')).toEqual([
    { ...model('a'), contextTokens: 8_000, abilities: ['images', 'tools'] },
    { ...model('b'), contextTokens: 32_768 },
    model('c')
  ])
})

it.each([
  ['no service', {}],
  ['web pages', { '/props': '<h1>', '/api/version': '<h1>', '/api/v0/models': '<h1>' }],
  ['impossible sizes', { '/props': { default_generation_settings: { n_ctx: -1 } } }]
])('%s: reports nothing', async (_what, answers) => {
  const { baseUrl } = await program(answers)
  expect(await told(baseUrl, 'a')).toEqual([model('a')])
})

it('asks no other computer and no address without such a program', () => {
  expect(mayBeLocal('openai-compatible', 'http://127.0.0.1:11434/v1')).toBe(true)
  expect(mayBeLocal('openai-compatible', 'https://models.example/v1')).toBe(false)
  expect(mayBeLocal('openai-compatible', 'no address')).toBe(false)
  expect(mayBeLocal('anthropic', 'http://127.0.0.1:1')).toBe(false)
})
