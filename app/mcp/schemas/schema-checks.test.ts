/** Checks against schemas of servers, on real threads as in the product, and on threads that never answer. */
import { EventEmitter } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { renderEnglish } from '../../testing/in-english'
import { createSchemaChecks, ready } from './schema-checks'
import type { CheckThread, SchemaChecks } from './schema-checks'
import type { Fit } from './schema-fit'

let folder: string
let checks: SchemaChecks | null = null

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-checks-'))
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}')
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: path.join(import.meta.dirname, 'schema-worker.ts'),
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'schema-worker.js' } }
    }
  })
}, 300_000)
afterAll(() => rm(folder, { recursive: true }))
afterEach(async () => await checks?.close())

const startReal = () => new Worker(path.join(folder, 'schema-worker.js'), { env: {} })
const fitting: Fit = { value: { a: 1 }, schema: { type: 'object' }, which: 'output' }
const lacking: Fit = { value: {}, schema: { type: 'object', required: ['a'] }, which: 'output' }
/** The pattern tries every way to split the text before it fails, which takes practically forever. */
const hostile: Fit = {
  value: `${'a'.repeat(60)}!`,
  schema: { type: 'string', pattern: '^(a+)+$' },
  which: 'output'
}

describe('a check on a separate thread', () => {
  it('reports what does not fit', async () => {
    checks = createSchemaChecks({ start: startReal })
    expect(await checks.find('a', fitting)).toEqual([])
    expect(renderEnglish(await checks.find('a', lacking))).toEqual([{ path: '/a', message: 'Is missing.' }])
  })

  it('SEC-11-11 delays no message and no check of another server with a hostile output schema', async () => {
    checks = createSchemaChecks({ start: startReal })
    let isOver = false
    const hurt = checks.find('hostile', hostile).finally(() => (isOver = true))
    expect(await checks.find('honest', fitting)).toEqual([])
    expect(isOver).toBe(false)
    // Messages are read in this thread: it gets its turns while the pattern runs.
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(isOver).toBe(false)
    expect(renderEnglish(await hurt)).toEqual([{ path: '', message: expect.stringContaining('too long') }])
  })
})

/** Answers, or doesn't, as the test says. */
class ScriptedThread extends EventEmitter {
  readonly asked: Fit[] = []
  isEnded = false
  readonly startsAtOnce: boolean
  constructor(startsAtOnce: boolean) {
    super()
    this.startsAtOnce = startsAtOnce
  }
  postMessage(fit: Fit): void {
    if (this.startsAtOnce && this.asked.length === 0) this.emit('message', ready)
    this.asked.push(fit)
  }
  async terminate(): Promise<number> {
    this.isEnded = true
    this.emit('exit', 1)
    return 1
  }
  unref(): void {}
  answer(): void {
    this.emit('message', [])
  }
}

function scripted(limitMs = 30, startsAtOnce = true) {
  const threads: ScriptedThread[] = []
  const start = (): CheckThread => {
    const thread = new ScriptedThread(startsAtOnce)
    threads.push(thread)
    return thread as unknown as CheckThread
  }
  checks = createSchemaChecks({ start, limitMs })
  return { threads, find: checks.find.bind(checks) }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a thread', () => {
  it('SEC-11-11 is ended if it does not answer in time, and the check reports a timeout', async () => {
    const { threads, find } = scripted()
    expect(renderEnglish(await find('a', fitting))).toEqual([
      { path: '', message: expect.stringContaining('more than 30 ms') }
    ])
    expect(threads.map(({ isEnded }) => isEnded)).toEqual([true])
  })

  it("does not use its check's time for a slow start, as on a busy computer", async () => {
    vi.useFakeTimers()
    try {
      const { threads, find } = scripted(30, false)
      const first = find('a', fitting)
      await vi.advanceTimersByTimeAsync(20_000)
      threads[0]?.emit('message', ready)
      await vi.advanceTimersByTimeAsync(20)
      threads[0]?.answer()
      expect(await first).toEqual([])
      const second = find('a', hostile)
      await vi.advanceTimersByTimeAsync(30)
      expect(await second).toHaveLength(1)
      const third = find('a', fitting)
      await vi.advanceTimersByTimeAsync(30_000) // for one that never starts
      expect(await third).toHaveLength(1)
    } finally {
      vi.useRealTimers()
    }
  })

  it('fails its check and no later one when it dies', async () => {
    const { threads, find } = scripted(5_000)
    const first = find('a', fitting)
    await settled()
    threads[0]?.emit('error', new Error('out of memory'))
    threads[0]?.emit('exit', 1)
    expect(await first).toHaveLength(1)
    const second = find('a', fitting)
    await settled()
    threads[1]?.answer()
    expect(await second).toEqual([])
  })

  it('is reused after it has answered', async () => {
    const { threads, find } = scripted(5_000)
    for (let time = 1; time <= 3; time++) {
      const found = find('a', fitting)
      await settled()
      threads[0]?.answer()
      expect(await found).toEqual([])
    }
    expect(threads).toHaveLength(1)
    expect(threads[0]?.asked).toHaveLength(3)
  })

  it('runs one check of a server at a time, however many are requested', async () => {
    const { threads, find } = scripted(5_000)
    const hostiles = Array.from({ length: 50 }, () => find('hostile', hostile))
    const honest = find('honest', fitting)
    await settled()
    expect(threads.map(({ asked }) => asked.length)).toEqual([1, 1])
    threads[1]?.answer()
    expect(await honest).toEqual([])
    await checks?.close()
    void hostiles
  })

  it('is one of eight: another server gets the first free one', async () => {
    const { threads, find } = scripted(5_000)
    const all = Array.from({ length: 9 }, (_, at) => find(`server ${at}`, fitting))
    await settled()
    expect(threads).toHaveLength(8)
    threads[3]?.answer()
    expect(await all[3]).toEqual([])
    await settled()
    expect(threads[3]?.asked).toHaveLength(2)
    for (const thread of threads) thread.answer()
    expect((await Promise.all(all)).flat()).toEqual([])
  })
})
