import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { findLocal } from './find-local'
import { readyMadeServices } from './providers'

const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

const serviceAt = (baseUrl: string) => ({
  name: 'ollama',
  title: 'Ollama',
  type: 'openai-compatible',
  baseUrl,
  keyExample: null
})

const models = JSON.stringify({ object: 'list', data: [{ id: 'llama3.3:70b' }, { id: 'qwen3' }] })

describe('model programs on this computer', () => {
  it('are found by a list of models at their address, and hear nothing but that question', async () => {
    const heard: (string | undefined)[] = []
    const baseUrl = await listen((request, response) => {
      heard.push(request.method, request.url, request.headers.authorization)
      response.end(models)
    })
    expect(await findLocal([serviceAt(baseUrl)])).toEqual([
      {
        name: 'ollama',
        title: 'Ollama',
        type: 'openai-compatible',
        baseUrl,
        models: ['llama3.3:70b', 'qwen3']
      }
    ])
    expect(heard).toEqual(['GET', '/v1/models', undefined])
  })

  it.each<[string, RequestListener]>([
    ['another program', (_request, response) => response.end('<h1>My site</h1>')],
    ['an error', (_request, response) => response.writeHead(404).end(models)],
    ['a redirect', (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    ['a list of another type', (_request, response) => response.end('{"data": [{"name": 1}]}')],
    ['an endless list', (_request, response) => response.end(`{"data": [${' '.repeat(1024 * 1024)}]}`)],
    ['no answer', () => {}]
  ])('does not accept %s', async (_what, answer) => {
    expect(await findLocal([serviceAt(await listen(answer))])).toEqual([])
  })

  it('asks no other computer and no service that needs a key', async () => {
    const asked: string[] = []
    const baseUrl = await listen((request, response) => {
      asked.push(request.url ?? '')
      response.end(models)
    })
    const elsewhere = serviceAt('http://192.0.2.1:11434/v1')
    expect(await findLocal([elsewhere, { ...serviceAt(baseUrl), keyExample: 'sk-…' }])).toEqual([])
    expect(asked).toEqual([])
  })
})

describe('the address of Ollama', () => {
  const usual = 'http://127.0.0.1:11434/v1'
  it.each([
    [undefined, usual],
    ['127.0.0.1:9000', 'http://127.0.0.1:9000/v1'],
    [':9000', 'http://127.0.0.1:9000/v1'],
    ['0.0.0.0', usual],
    ['http://localhost:9000', 'http://localhost:9000/v1'],
    ['192.168.1.5:11434', usual],
    ['https://models.example', usual],
    ['no address', usual]
  ])('reads %s as %s, and never as an address of another computer', (told, expected) => {
    const services = readyMadeServices({ OLLAMA_HOST: told })
    expect(services.find(({ name }) => name === 'ollama')?.baseUrl).toBe(expected)
  })
})
