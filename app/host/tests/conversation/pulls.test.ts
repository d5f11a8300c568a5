/**
 * Models downloaded by a program on this computer, with the real core and an endpoint that behaves as Ollama or LM
 * Studio.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openHost } from '../../../testing/open-host'
import type { OpenTestHost } from '../../../testing/open-host'
import { soon } from '../../../testing/soon'

let folder: string
let host: OpenTestHost
let server: Server
/** The open stream. */
let pulling: ServerResponse | null
let models: readonly string[]
/** What LM Studio was asked to download; null: the program is Ollama. */
let downloads: string[] | null

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-pulls-'))
  pulling = null
  models = []
  downloads = null
  server = createServer((request, response) => {
    if (downloads !== null && request.url === '/api/v0/models') return response.end('{"data":[]}')
    if (downloads !== null && request.url === '/api/v1/models/download') {
      request.setEncoding('utf8').on('data', (data: string) => downloads?.push(data))
      return request.on('end', () => response.end('{"status":"already_downloaded"}'))
    }
    if (downloads === null && request.url === '/api/version') return response.end('{"version":"0.13.0"}')
    // As Ollama answers without a model.
    const data = models.length === 0 ? null : models.map((id) => ({ id, object: 'model' }))
    if (request.url === '/v1/models')
      return response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ object: 'list', data }))
    if (request.url !== '/api/pull') return response.writeHead(404).end()
    pulling = response
    return response.writeHead(200, { 'content-type': 'application/x-ndjson' }).flushHeaders()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const here = { type: 'openai-compatible', baseUrl: `http://127.0.0.1:${port}/v1` }
  const away = { type: 'openai-compatible', baseUrl: 'https://models.example/v1' }
  const settings = { models: { default: 'direct', providers: { here, away } } }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings))
  host = await openHost({ folder })
  await host.start()
  await vi.waitFor(async () => expect((await view()).isLoading).toBe(false), soon)
})

afterEach(async () => {
  await host.dispose()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

const view = async () => (await host.handlers['app.snapshot']({})).models
const tell = (line: object) => pulling?.write(`${JSON.stringify(line)}\n`)

/** Approves the program's address and starts the download. */
async function begin(model: string) {
  const done = Promise.resolve(host.handlers['model.pull']({ providerName: 'here', model }))
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'destination' }), soon)
  expect(pulling).toBeNull()
  const questionId = host.question()?.id ?? ''
  const answer = { type: 'destination', decision: 'trust' } as const
  await host.handlers['consent.answer']({ questionId, answer })
  await vi.waitFor(() => expect(pulling).not.toBeNull(), soon)
  return { done }
}

it('ARCH: downloads a model after an approval of the address, shows progress, and lists it in the models and the ledger', async () => {
  expect(await host.handlers['model.find-program']({ providerName: 'here' })).toBe('ollama')
  const { done } = await begin('qwen3:8b')
  tell({ status: 'pulling a3de', digest: 'sha256:a3de', total: 100, completed: 40 })
  await vi.waitFor(async () => {
    const pull = {
      providerName: 'here',
      model: 'qwen3:8b',
      status: 'pulling a3de',
      completed: 40,
      total: 100
    }
    expect((await view()).pull).toEqual(pull)
  }, soon)
  const second = Promise.resolve(host.handlers['model.pull']({ providerName: 'here', model: 'other' }))
  await expect(second).rejects.toThrow('already being downloaded')
  models = ['qwen3:8b']
  tell({ status: 'success' })
  pulling?.end()
  await done
  expect((await view()).pull).toBeUndefined()
  expect((await view()).models.map(({ id }) => id)).toContain('here/qwen3:8b')
  const all = { recipientType: null, recipient: null, text: '', from: null, to: null, beforePosition: null }
  const { entries } = await host.handlers['ledger.search']({ ...all, limit: 500 })
  expect(entries).toContainEqual(
    expect.objectContaining({
      kind: 'model pull',
      subject: 'qwen3:8b',
      recipient: 'here',
      decidedBy: 'person'
    })
  )
})

it("uses LM Studio's own API after the same approval", async () => {
  downloads = []
  expect(await host.handlers['model.find-program']({ providerName: 'here' })).toBe('lm-studio')
  const done = Promise.resolve(
    host.handlers['model.pull']({ providerName: 'here', model: 'openai/gpt-oss-20b' })
  )
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'destination' }), soon)
  expect(downloads).toEqual([])
  const questionId = host.question()?.id ?? ''
  models = ['openai/gpt-oss-20b']
  await host.handlers['consent.answer']({ questionId, answer: { type: 'destination', decision: 'trust' } })
  await done
  expect(downloads).toEqual(['{"model":"openai/gpt-oss-20b"}'])
  expect(pulling).toBeNull()
  expect((await view()).models.map(({ id }) => id)).toContain('here/openai/gpt-oss-20b')
})

it('ends without an error when the user stops it', async () => {
  const { done } = await begin('qwen3:8b')
  await host.handlers['model.stop-pull']({})
  await done
  expect((await view()).pull).toBeUndefined()
})

it('downloads nothing through an address of another computer', async () => {
  expect(await host.handlers['model.find-program']({ providerName: 'away' })).toBeNull()
  const away = Promise.resolve(host.handlers['model.pull']({ providerName: 'away', model: 'm' }))
  await expect(away).rejects.toThrow('only for programs on this computer')
})
