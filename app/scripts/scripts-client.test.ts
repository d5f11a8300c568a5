/** Scripts on real threads: what they can do, what they can't access, and that each one ends. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { JsonObject } from '../contract/json'
import { defaultScriptLimits } from './interface'
import type { ScriptAnswer, ScriptLimits } from './interface'
import { createSandbox } from './scripts-client'
import type { ScriptThread } from './scripts-client'
import { openRealSandbox } from './testing/real-sandbox'
import type { RealSandbox } from './testing/real-sandbox'

let sandbox: RealSandbox
beforeAll(async () => {
  // Each script has a thread of its own, which loads a machine: a busy computer takes its time.
  vi.setConfig({ testTimeout: 60_000 })
  sandbox = await openRealSandbox()
}, 300_000)
afterAll(async () => {
  vi.resetConfig()
  await sandbox.close()
})

interface Setting {
  readonly limits?: Partial<ScriptLimits>
  readonly answer?: (name: string, args: JsonObject) => Promise<ScriptAnswer>
  readonly signal?: AbortSignal
  readonly functions?: readonly string[]
}

async function run(code: string, { limits, answer, signal, functions = ['a__get', 'b__put'] }: Setting = {}) {
  const calls: { name: string; args: JsonObject }[] = []
  const printed: string[] = []
  const end = await sandbox.run(
    {
      code,
      functions,
      signal: signal ?? new AbortController().signal,
      onOutput: (text) => printed.push(text),
      call: async (name, args) => {
        calls.push({ name, args })
        return answer === undefined ? { type: 'value', value: `${name} done` } : answer(name, args)
      }
    },
    { ...defaultScriptLimits, ...limits }
  )
  return { end, calls, printed }
}

const returned = (text: string | null) => ({ type: 'returned', text })

describe('a script', () => {
  it('calls functions, one after another and in parallel, and returns a value made from their results', async () => {
    const { end, calls } = await run(
      `const first = await tools.a__get({ id: 1 })
       const both = await Promise.all([tools.a__get({ id: 2 }), tools.b__put({ text: first })])
       return { first, count: both.length }`
    )
    expect(end).toEqual(returned('{"first":"a__get done","count":2}'))
    expect(calls).toEqual([
      { name: 'a__get', args: { id: 1 } },
      { name: 'a__get', args: { id: 2 } },
      { name: 'b__put', args: { text: 'a__get done' } }
    ])
  })

  it('gets values unchanged, and errors that it can catch and distinguish', async () => {
    const answers: ScriptAnswer[] = [
      { type: 'value', value: { list: [1, null, 'ö'] } },
      { type: 'thrown', name: 'CallDenied', message: 'The user denied this call.' }
    ]
    const { end } = await run(
      `const { list } = await tools.a__get()
       try { await tools.b__put({}) } catch (error) {
         return [list, error instanceof Error, error.name, error.message]
       }`,
      { answer: async () => answers.shift()! }
    )
    expect(end).toEqual(returned('[[1,null,"ö"],true,"CallDenied","The user denied this call."]'))
  })

  it('fails with the error that it throws and its line', async () => {
    expect((await run('const a = 1\nnull.x')).end).toMatchObject({
      type: 'threw',
      message: expect.stringMatching(/^TypeError: .*\(line 2\)$/)
    })
    expect((await run('return (')).end).toMatchObject({ message: expect.stringContaining('SyntaxError') })
    expect((await run('throw "words"')).end).toMatchObject({ message: 'Thrown: "words"' })
    expect((await run('throw null')).end).toMatchObject({ type: 'threw' })
    const denied = async (): Promise<ScriptAnswer> => ({ type: 'thrown', name: 'CallDenied', message: 'No.' })
    expect((await run('await tools.a__get({})', { answer: denied })).end).toMatchObject({
      message: expect.stringContaining('CallDenied: No.')
    })
  })

  it('prints up to a limit, and returns null without a result', async () => {
    const { end, printed } = await run('console.log("a", { b: 1 }, new Error("c")); console.error(undefined)')
    expect(end).toEqual(returned(null))
    expect(printed).toEqual(['a {"b":1} Error: c', 'undefined'])
    const many = await run('for (let i = 0; i < 5000; i++) console.log("x".repeat(100))', {
      limits: { output: 250 }
    })
    expect(many.printed.join('').length).toBeLessThan(400)
    expect(many.printed.at(-1)).toContain('[more was printed]')
    expect((await run('for (let i = 0; i < 5000; i++) console.log("")')).printed.length).toBe(2_000)
  })

  it('gets an error and continues when the arguments of its calls are more than a conversation can store', async () => {
    const { end, calls } = await run(
      `const put = (size) => tools.b__put({ text: 'z'.repeat(size) }).catch((error) => error.name)
       return [await put(800), await put(400), await put(100)]`,
      { limits: { arguments: 1_000 } }
    )
    expect(end).toEqual(returned('["b__put done","RangeError","b__put done"]'))
    expect(calls).toHaveLength(2)
  })

  it('returns a result up to its limit', async () => {
    const { end } = await run('return "y".repeat(1000)', { limits: { result: 10 } })
    expect(end).toEqual(returned('yyyyyyyyyy\n[cut here: 990 more characters]'))
    expect((await run('const a = {}; a.a = a; return a')).end).toMatchObject({ type: 'threw' })
    expect((await run('return 10n')).end).toMatchObject({ type: 'threw' })
  })

  it('gets the expected type in the error when it passes a different one', async () => {
    const { end, calls } = await run(
      `const said = []
       for (const wrong of ['text', 7, [1], null]) await tools.a__get(wrong).catch((e) => said.push(e.name))
       return said.join()`
    )
    expect(end).toEqual(returned('TypeError,TypeError,TypeError,TypeError'))
    expect(calls).toEqual([])
  })
})

describe('SEC-12-8 a hostile script', () => {
  const none = [
    'fetch',
    'require',
    'process',
    'Deno',
    'XMLHttpRequest',
    'WebSocket',
    'setTimeout',
    'setInterval',
    'setImmediate',
    'queueMicrotask',
    'Buffer',
    'Worker',
    'WebAssembly',
    'std',
    'os',
    'scriptArgs',
    'navigator',
    'window',
    'self',
    'global'
  ]
  it('finds no network, no files, no timers and no program', async () => {
    const { end } = await run(`return ${JSON.stringify(none)}.filter((name) => name in globalThis)`)
    expect(end).toEqual(returned('[]'))
  })

  it('imports nothing', async () => {
    const names = ['node:fs', 'fs', 'std', 'os', './worker.js', 'data:text/javascript,1']
    const { end } = await run(
      `const found = []
       for (const name of ${JSON.stringify(names)}) await import(name).then(() => found.push(name), () => {})
       return found`
    )
    expect(end).toEqual(returned('[]'))
  })

  it('cannot leave its own globals by constructors, prototypes and stacks', async () => {
    const { end } = await run(
      `const found = []
       const roots = [tools.a__get, console.log, tools, console, Error, (async () => {})(), globalThis]
       for (const one of roots) {
         const make = one?.constructor?.constructor ?? (() => {}).constructor
         found.push(make('return typeof process + typeof require + typeof fetch')())
       }
       Error.prepareStackTrace = (_error, sites) => sites
       const sites = new Error('x').stack
       found.push(typeof (Array.isArray(sites) ? sites[0]?.getThis?.()?.process : undefined))
       return [...new Set(found)]`
    )
    expect(end).toEqual(returned('["undefinedundefinedundefined","undefined"]'))
  })

  it('cannot change the exits or the stored result by changing the language', async () => {
    const { end, calls } = await run(
      `JSON.stringify = () => '{"stolen":true}'
       JSON.parse = () => ({ type: 'value', value: 'made up' })
       Object.prototype.type = 'value'
       Object.prototype.toJSON = undefined
       try { tools.a__get = async () => 'other' } catch {}
       try { globalThis.tools = { a__get: async () => 'other' } } catch {}
       return await tools.a__get({ id: 1 })`
    )
    expect(calls).toEqual([{ name: 'a__get', args: { id: 1 } }])
    expect(end).toEqual(returned('a__get done'))
  })

  it('can call only its functions', async () => {
    const names = ['constructor', '__proto__', 'toString', 'then', 'other__tool']
    const { end, calls } = await run(
      `return ${JSON.stringify(names)}.filter((name) => tools[name] !== undefined)`
    )
    expect(end).toEqual(returned('[]'))
    expect(calls).toEqual([])
  })

  it.each([
    ['loops over promises', 'for (;;) await null'],
    ['catches everything', 'for (;;) { try { for (;;) {} } catch {} }'],
    ['has an endless regular expression', 'return /^(a+)+$/.test("a".repeat(60) + "!")'],
    ['computes with very large numbers', 'let n = 3n; for (;;) n = n * n % (2n ** 400000n)']
  ])('that %s is ended, and the thread with it', async (_what, code) => {
    const began = performance.now()
    const { end } = await run(code, { limits: { timeMs: 300 } })
    expect(end.type === 'beyond' || end.type === 'threw').toBe(true)
    if (end.type === 'beyond') expect(end.limit).toBe('time')
    expect(performance.now() - began).toBeLessThan(30_000)
  })

  it.each([
    ['in pieces', 'for (;;) { all.push(new Uint8Array(1_000_000)); console.log("more") }'],
    ['with long texts', 'for (;;) { all.push("x".repeat(1_000_000)); console.log("more") }'],
    ['with what is too small to fail by itself', 'for (;;) all.push({})'],
    ['in a chain that nothing can be added to', 'for (;;) all = [all]'],
    ['at once', 'return "x".repeat(2 ** 29)']
  ])('that fills its memory %s is ended there', async (_how, code) => {
    const memoryBytes = 20 * 1_048_576
    const { end, printed } = await run(`let all = []; ${code}`, { limits: { memoryBytes } })
    expect(end).toEqual({ type: 'beyond', limit: 'memory' })
    expect(printed.length).toBeLessThan(20)
  })

  it('may continue after it was denied memory', async () => {
    const code =
      'try { "x".repeat(2 ** 29) } catch { console.log("refused") } throw new Error("something else")'
    const { end, printed } = await run(code)
    expect(printed).toEqual(['refused'])
    expect(end).toEqual({ type: 'threw', message: 'Error: something else (line 1)' })
  })

  it("overflows its own stack and not the thread's", async () => {
    expect((await run('const f = () => f() + 1; return f()')).end).toMatchObject({ type: 'threw' })
    const deep = 'let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a'
    expect((await run(deep, { limits: { timeMs: 1_000 } })).end.type).toMatch(/^(threw|broken|beyond)$/)
  })

  it('that makes 100,000 calls is stopped at its limit, and cannot catch that', async () => {
    for (const code of [
      'for (let i = 0; i < 100000; i++) { try { await tools.a__get({ i }) } catch {} }',
      'await Promise.allSettled(Array.from({ length: 100000 }, (_, i) => tools.a__get({ i })))'
    ]) {
      const { end, calls } = await run(code, { limits: { calls: 20 } })
      expect(end).toEqual({ type: 'beyond', limit: 'calls' })
      expect(calls.length).toBeLessThanOrEqual(20)
    }
  })

  it('gets an error when it waits for something that never happens', async () => {
    expect((await run('await new Promise(() => {})')).end).toMatchObject({
      message: 'The script waits for something that never happens.'
    })
  })
})

describe('the clock of a script', () => {
  it('pauses its clock while it waits for a call, and continues after it', async () => {
    const answer = () =>
      new Promise<ScriptAnswer>((resolve) => {
        setTimeout(() => resolve({ type: 'value', value: 'late' }), 3_000)
      })
    const patient = await run('return await tools.a__get({})', { answer, limits: { timeMs: 2_500 } })
    expect(patient.end).toEqual(returned('late'))
    const busy = await run('await tools.a__get({}); for (;;) {}', { answer, limits: { timeMs: 600 } })
    expect(busy.end).toEqual({
      type: 'beyond',
      limit: 'time'
    })
  })

  it('ends at once when it is stopped, busy or waiting', async () => {
    for (const code of ['console.log("on"); for (;;) {}', 'console.log("on"); await tools.a__get({})']) {
      const controller = new AbortController()
      const running = sandbox.run({
        code,
        functions: ['a__get'],
        signal: controller.signal,
        onOutput: () => controller.abort(),
        call: () => new Promise(() => {})
      })
      expect(await running).toEqual({ type: 'stopped' })
    }
    const before = sandbox.started()
    expect((await run('return 1', { signal: AbortSignal.abort() })).end).toEqual({ type: 'stopped' })
    expect(sandbox.started()).toBe(before)
  })
})

describe('a thread that ends unexpectedly', () => {
  it.each(['error', 'exit'] as const)('is reported as broken (%s)', async (event) => {
    const terminate = vi.fn(async () => {})
    const thread: ScriptThread = {
      postMessage: () => {},
      terminate,
      on: (name: string, listener: (news: never) => void) =>
        void (name === event && queueMicrotask(() => listener(undefined as never)))
    }
    const end = await createSandbox(() => thread)({
      code: '',
      functions: [],
      signal: new AbortController().signal,
      onOutput: () => {},
      call: async () => ({ type: 'value', value: null })
    })
    expect(end).toEqual({ type: 'broken' })
    expect(terminate).toHaveBeenCalledOnce()
  })
})
