/** Lines as Ollama sends them. */
import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { localProgramAt } from './local-program'
import { pullModel } from './pull-model'
import type { PullStep } from './pull-step'

const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const ndjson = { 'content-type': 'application/x-ndjson' }
const answering = (lines: readonly (object | string)[]) =>
  listen((_request, response) => {
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
    response.writeHead(200, ndjson).end(text)
  })

async function pull(origin: string, signal = new AbortController().signal) {
  const steps: PullStep[] = []
  try {
    for await (const step of pullModel(origin, 'qwen3:8b', signal)) steps.push(step)
  } catch (error) {
    return { steps, error: error as Error }
  }
  return { steps, error: null }
}

const [one, two] = ['sha256:a3de86cd1c13', 'sha256:cff3f395ef37']

it('ARCH: downloads a model and adds up its layers', async () => {
  const heard: unknown[] = []
  const origin = await listen((request, response) => {
    request.setEncoding('utf8').on('data', (data: string) => heard.push(request.url, JSON.parse(data)))
    request.on('end', () => {
      response.writeHead(200, ndjson)
      const lines = [
        { status: 'pulling manifest' },
        { status: `pulling ${one}`, digest: one, total: 100 },
        { status: `pulling ${one}`, digest: one, total: 100, completed: 40 },
        { status: `pulling ${two}`, digest: two, total: 20, completed: 20 },
        { status: 'verifying sha256 digest' },
        { status: 'success' }
      ]
      // A line may arrive in two pieces, and some are invalid.
      const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\nno json\n`
      response.write(text.slice(0, 90))
      setImmediate(() => response.end(text.slice(90)))
    })
  })
  const { steps, error } = await pull(origin)
  expect(error).toBeNull()
  expect(heard).toEqual(['/api/pull', { model: 'qwen3:8b', stream: true }])
  expect(steps.map(({ completed, total }) => [completed, total])).toEqual([
    [0, null],
    [0, 100],
    [40, 100],
    [60, 120],
    [60, 120],
    [60, 120]
  ])
})

it("shows Ollama's own message when it fails, also in the middle of a download", async () => {
  const error = 'pull model manifest: file does not exist'
  const { steps, error: thrown } = await pull(await answering([{ status: 'pulling manifest' }, { error }]))
  expect(steps).toHaveLength(1)
  expect(thrown).toMatchObject({ code: 'MODEL_REFUSED_REQUEST', message: expect.stringContaining(error) })
})

it.each<[string, RequestListener]>([
  ['ends too early', (_request, response) => response.writeHead(200, ndjson).end('{"status":"pulling"}')],
  [
    'closes the connection',
    (_request, response) => {
      response.writeHead(200, ndjson).write('{"status":"pulling"}\n', () => response.destroy())
    }
  ]
])('reports a failure when the program %s', async (_, answer) => {
  expect((await pull(await listen(answer))).error).toMatchObject({ code: 'MODEL_NETWORK' })
})

it('rejects another program, and stops reading an endless line', async () => {
  const other = await pull(await listen((_request, response) => response.writeHead(404).end('<h1>no</h1>')))
  expect(other.error).toMatchObject({ code: 'MODEL_REFUSED_REQUEST' })
  const endless = await pull(await answering(['x'.repeat(200_000)]))
  expect(endless.error).toMatchObject({ code: 'MODEL_REFUSED_REQUEST' })
})

it('closes the connection when the user stops, which stops Ollama too', async () => {
  let closed = () => {}
  const isClosed = new Promise<void>((resolve) => (closed = resolve))
  const stop = new AbortController()
  const origin = await listen((_request, response) => {
    response.on('close', closed)
    response.writeHead(200, ndjson).write('{"status":"pulling manifest"}\n')
  })
  const stopAtFirst = async () => {
    for await (const _step of pullModel(origin, 'm', stop.signal)) stop.abort()
  }
  await expect(stopAtFirst()).rejects.toThrow('aborted')
  await isClosed
})

it.each([
  ['ollama', '/api/version', { version: '0.13.0' }],
  ['lm-studio', '/api/v0/models', { data: [] }],
  ['llama.cpp', '/props', { default_generation_settings: { n_ctx: 1 } }],
  [null, '/', {}]
])('recognizes %s by its answer at %s', async (program, path, answer) => {
  const origin = await listen((request, response) =>
    request.url === path ? response.end(JSON.stringify(answer)) : response.writeHead(404).end()
  )
  expect(await localProgramAt(`${origin}/v1`)).toBe(program)
})
