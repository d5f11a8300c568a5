import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createHistory } from './history-client'
import { openDatabase } from './database'
import type { HistoryStore } from './interface'
import { openHistoryFile } from './open-history-file'
import { migrate } from './database-schema'
import { createStore } from './history-store'
import { bundle } from './testing/bundle'
import { createStoredCall, createStoredConversation, createStoredMessage } from './testing/samples'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-history-'))
  file = path.join(folder, 'parley.db')
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

describe('in its worker thread', () => {
  let built: string
  let history: HistoryStore
  let workers: Worker[]
  let olderAfterMs: number

  beforeAll(async () => {
    built = await bundle('app/history/history-worker.ts')
  })
  afterAll(() => rm(path.dirname(built), { recursive: true }))

  beforeEach(() => {
    workers = []
    olderAfterMs = 0
    history = createHistory(() => {
      const worker = new Worker(built, { workerData: { file, olderAfterMs } })
      workers.push(worker)
      return worker
    })
  })
  afterEach(() => history.close())

  test('keeps acknowledged messages', async () => {
    await history.saveConversation(createStoredConversation('c'))
    await Promise.all(
      [1, 2, 3].map((number) => history.saveMessage(createStoredMessage('c', number, 'hello')))
    )
    expect(await history.readMessages('c', null, 2)).toMatchObject({ hasEarlier: true })
    expect(await history.searchConversations('hel', 5)).toMatchObject([{ conversationId: 'c' }])
    expect(await history.notice()).toBeNull()
  })

  test('indexes content from an older version automatically', async () => {
    const old = await openDatabase(file)
    migrate(old, 12)
    const message = { ...createStoredMessage('c', 1, ''), parts: [createStoredCall('k', 'hail')] }
    old.exec(
      "INSERT INTO conversations (id, title, created_at, updated_at, model) VALUES ('c', '', 1, 1, '')"
    )
    old.run("INSERT INTO messages (conversation_id, id, position, json) VALUES ('c', 'm1', 1, ?)", [
      JSON.stringify(message)
    ])
    old.exec("INSERT INTO searchable (conversation_id, message_id, text) VALUES ('c', 'm1', '')")
    old.close()
    await expect.poll(() => history.searchConversations('hail', 5)).toHaveLength(1)
  })

  test('keeps the code and text of failures', async () => {
    const database = await openDatabase(file)
    database.exec('PRAGMA user_version = 99')
    database.close()
    await expect(history.listConversations()).rejects.toMatchObject({
      name: 'HostError',
      code: 'HISTORY_UNAVAILABLE',
      message: expect.stringContaining('newer version') as string
    })
  })

  test('reports a damaged file', async () => {
    await writeFile(file, 'no database '.repeat(500))
    expect(JSON.stringify(await history.notice())).toContain('broken-')
  })

  test('fails the calls of a thread that dies, and starts another for the next call', async () => {
    // Ended in the middle of a query, the database's native part would take the tests with it. So nothing is indexed
    // meanwhile, and the call comes after the end was ordered.
    olderAfterMs = 600_000
    await history.saveConversation(createStoredConversation('c'))
    const dying = workers[0]?.terminate()
    await expect(history.listConversations()).rejects.toMatchObject({ code: 'HISTORY_UNAVAILABLE' })
    await dying
    expect(await history.listConversations()).toEqual([createStoredConversation('c')])
    expect(workers).toHaveLength(2)
  })

  test('ends the thread on close and rejects further calls', async () => {
    await history.listConversations()
    const gone = once(workers[0] as Worker, 'exit')
    await history.close()
    await gone
    await expect(history.listConversations()).rejects.toMatchObject({ code: 'HISTORY_UNAVAILABLE' })
    expect(workers).toHaveLength(1)
  })
})

test('loses no acknowledged message after kill -9 during a write', { timeout: 300_000 }, async () => {
  const writer = await bundle('app/history/testing/endless-writer.ts')
  for (const target of [20, 150, 400]) {
    const acknowledged = await writeUntilKilled(writer, target)
    const store = createStore(await openHistoryFile(file, Date.now))
    expect(store.notice()).toBeNull()
    const ids = store.readAllMessages('c').map(({ id }) => id)
    expect(ids.length).toBeGreaterThanOrEqual(acknowledged)
    expect(ids).toEqual(ids.map((_, index) => `m${index + 1}`))
    store.deleteConversation('c')
    store.close()
  }
  await rm(path.dirname(writer), { recursive: true })
})

/** Returns the last number that the writer had acknowledged when SIGKILL hit it. */
async function writeUntilKilled(writer: string, target: number): Promise<number> {
  const child = spawn(process.execPath, [writer, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(child, 'exit')
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += String(chunk)
    if (output.split('\n').length > target) child.kill('SIGKILL')
  })
  const [, signal] = (await exit) as [number | null, string | null]
  expect(signal).toBe('SIGKILL')
  if (!child.stdout.readableEnded) await once(child.stdout, 'end')
  return output.split('\n').length - 1
}
