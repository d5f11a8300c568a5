/** Download status in the form of LM Studio. */
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { downloadModel } from './download-model'
import { soon } from '../../testing/soon'

const open: Server[] = []
beforeEach(
  () =>
    void vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout'],
      shouldAdvanceTime: true,
      advanceTimeDelta: 500
    })
)
afterEach(() => {
  vi.useRealTimers()
  for (const server of open.splice(0)) server.close()
})

/** Gives the answers in order and repeats the last one. */
async function answering(...answers: readonly (object | string)[]) {
  const asked: string[] = []
  let next = 0
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (data: string) => (body += data))
    request.on('end', () => {
      asked.push(`${request.method} ${request.url} ${body}`.trim())
      const answer = answers[Math.min(next++, answers.length - 1)] ?? ''
      const isFailure = typeof answer === 'object' && 'error' in answer
      response
        .writeHead(isFailure ? 400 : 200)
        .end(typeof answer === 'string' ? answer : JSON.stringify(answer))
    })
  })
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { asked, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function collect(origin: string, signal = new AbortController().signal) {
  const steps: unknown[] = []
  for await (const step of downloadModel(origin, 'openai/gpt-oss-20b', signal)) steps.push(step)
  return steps
}

it('ARCH: downloads a model and polls its progress until it is complete', async () => {
  const { asked, origin } = await answering(
    { job_id: 'job_1', status: 'downloading', total_size_bytes: 100 },
    { job_id: 'job_1', status: 'downloading', total_size_bytes: 100, downloaded_bytes: 40 },
    { job_id: 'job_1', status: 'completed', total_size_bytes: 100, downloaded_bytes: 100 }
  )
  expect(await collect(origin)).toEqual([
    { status: 'downloading', completed: 0, total: 100 },
    { status: 'downloading', completed: 40, total: 100 },
    { status: 'completed', completed: 100, total: 100 }
  ])
  expect(asked).toEqual([
    'POST /api/v1/models/download {"model":"openai/gpt-oss-20b"}',
    'GET /api/v1/models/download/status/job_1',
    'GET /api/v1/models/download/status/job_1'
  ])
})

it('does not wait for a model that exists already', async () => {
  const { asked, origin } = await answering({ status: 'already_downloaded' })
  expect(await collect(origin)).toEqual([{ status: 'already_downloaded', completed: 0, total: null }])
  expect(asked).toHaveLength(1)
})

it.each([
  ['an unknown model', [{ error: { message: 'Model not found' } }], 'Model not found'],
  ['a version without this endpoint', ['Unexpected endpoint'], 'no answer in JSON'],
  ['a download that fails', [{ job_id: 'a', status: 'downloading' }, { status: 'failed' }], 'failed'],
  ['an answer without an id', [{ status: 'downloading' }], 'downloading']
])("shows the program's own message for %s", async (_what, answers, words) => {
  const { origin } = await answering(...answers)
  await expect(collect(origin)).rejects.toMatchObject({
    code: 'MODEL_REFUSED_REQUEST',
    message: expect.stringContaining(words) as string
  })
})

it('stops polling when the user stops waiting', async () => {
  const { asked, origin } = await answering({ job_id: 'a', status: 'downloading' })
  const stop = new AbortController()
  const waiting = collect(origin, stop.signal)
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1), soon)
  stop.abort()
  await expect(waiting).rejects.toThrow(/abort/i)
  const { length } = asked
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).toHaveLength(length)
})

it('names a program that stopped running', async () => {
  const { origin } = await answering({})
  await new Promise((resolve) => open.pop()?.close(resolve))
  await expect(collect(origin)).rejects.toMatchObject({ code: 'MODEL_NETWORK' })
})
