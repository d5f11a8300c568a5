/**
 * A model that writes scripts: what it reads about them, what its scripts can call, when the user is asked, and what
 * the model reads of it.
 */
import { describe, expect, it, vi } from 'vitest'
import { silentLogger } from '../../base/logger'
import type { ToolCallDecision } from '../../consent/interface'
import type { ContentBlock } from '../../contract/content-blocks'
import type { Message, ToolCallPart } from '../../contract/conversations'
import { chatMessage as messageSchema } from '../../contract/conversations'
import type { JsonObject, JsonValue } from '../../contract/json'
import type { ModelPart, ModelRequest } from '../../models/model'
import { createProvenance } from '../../provenance/provenance'
import { runSandboxInProcess } from '../../scripts/testing/in-process-sandbox'
import type { CatalogTool, ServerToolCall } from '../../servers/interface'
import { quote } from '../../texts/render-localized'
import { TurnCalls } from '../calls/turn-calls'
import { ReviewedMetadata } from '../context/reviewed-metadata'
import { LiveMessage } from '../messages/live-message'
import { createMessage } from '../messages/stored-messages'
import { isToolCall } from '../messages/transcript'
import { ToolFinder } from '../tools/tool-finder'
import { noScripts } from './testing/run-scripted'
import { Turn } from './turn'
import type { TurnOptions } from './turn-options'
import { soon } from '../../testing/soon'

function tool(serverName: string, name: string, change: Partial<CatalogTool> = {}): CatalogTool {
  return {
    serverName,
    name,
    modelToolName: `${serverName}__${name}`,
    definitionHash: 'hash',
    title: null,
    description: `Does ${name}.`,
    annotations: {},
    icons: [],
    isDisabled: false,
    problem: null,
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    outputSchema: null,
    taskSupport: 'forbidden',
    ...change
  }
}

const catalog = [tool('mail', 'read'), tool('mail', 'send'), tool('files', 'write'), tool('my-notes', 'add')]

type Asked = Parameters<TurnOptions['consent']['decideToolCall']>[0]
type Decide = (request: Asked) => ToolCallDecision | Promise<ToolCallDecision>
type Outcome = Awaited<ReturnType<TurnOptions['servers']['callTool']>>

interface Setting {
  readonly scripts: readonly (string | null)[]
  readonly isCodeMode?: boolean
  readonly catalog?: readonly CatalogTool[]
  readonly earlier?: readonly Message[]
  readonly decide?: Decide
  readonly callTool?: (call: ServerToolCall) => Promise<Outcome>
  readonly check?: TurnOptions['servers']['checkArguments']
  readonly isReviewed?: boolean
  readonly review?: TurnOptions['consent']['ask']['tool-result']
  readonly controller?: AbortController
  readonly search?: JsonObject
}

const secret = 'the harbour code is 4711-violet'
const done = (text: string, structuredContent: JsonValue = null): Outcome => {
  const content: ContentBlock[] = [{ type: 'text', text }]
  return { type: 'completed', content, structuredContent, isError: false, outputProblems: [] }
}
const allowed: Decide = (request) => ({
  type: 'allowed',
  arguments: request.arguments,
  isEdited: false,
  by: 'person'
})

let ids = 0
const newId = () => `id-${(ids += 1)}`
const place = () => ({ id: newId(), conversationId: 'c', parentId: null, createdAt: 0 })
const hello = createMessage({ ...place(), role: 'user', parts: [{ type: 'text', step: 0, text: 'Hello' }] })

async function run(setting: Setting) {
  const { scripts, decide = allowed, controller = new AbortController(), isReviewed = false } = setting
  const requests: ModelRequest[] = []
  const asked: Asked[] = []
  const called: ServerToolCall[] = []
  async function* stream(request: ModelRequest): AsyncGenerator<ModelPart> {
    const index = requests.push(request) - 1
    const code = scripts[index]
    if (index === 0 && setting.search !== undefined)
      yield { type: 'tool-call-requested', id: newId(), name: 'search_tools', arguments: setting.search }
    else if (code === undefined || code === null) yield { type: 'text-delta', text: 'Done.' }
    else yield { type: 'tool-call-requested', id: newId(), name: 'run_script', arguments: { code } }
    yield { type: 'ended', stopReason: 'end_turn', usage: null }
  }
  const live = new LiveMessage(
    createMessage({ ...place(), role: 'assistant', model: 'p/m', state: 'streaming' }),
    { emit: () => {}, save: async () => {}, onSaveFailed: () => {}, schedule: () => () => {} }
  )
  const turn = new Turn({
    modelId: 'p/m',
    earlier: setting.earlier ?? [hello],
    live,
    signal: controller.signal,
    servers: {
      catalog: () => setting.catalog ?? catalog,
      usableTools: () => setting.catalog ?? catalog,
      freshenTools: async () => {},
      wake: async () => {},
      instructions: () => [],
      readTool: () => expect.fail('nobody picked a tool'),
      checkArguments: setting.check ?? (async () => []),
      callTool: async (call) => {
        called.push(call)
        return (await setting.callTool?.(call)) ?? done(call.toolName === 'read' ? secret : 'ok')
      }
    },
    consent: {
      decideToolCall: async (request) => (asked.push(request), await decide(request)),
      ask: { 'tool-result': setting.review ?? (async () => ({ type: 'passed' })) }
    },
    provenance: createProvenance(),
    isReviewed: () => isReviewed,
    words: new ReviewedMetadata({
      isReviewed: () => false,
      gate: { show: async () => false, tool: () => null, instructions: () => null }
    }),
    finder: new ToolFinder(),
    scripts: noScripts,
    runScript: runSandboxInProcess,
    results: {
      shorten: async (_place, end) => end,
      readForModel: async () => expect.fail('nothing is kept')
    },
    givesWay: () => false,
    resolveModel: () => ({
      provider: { name: 'p', listModels: async () => [], stream },
      model: 'm',
      maxOutputTokens: 1_000,
      contextTokens: 200_000,
      mostTools: 3
    }),
    settings: {
      maxToolSteps: 9,
      systemPrompt: 'Be brief.',
      toolShare: 3,
      resultLimit: 50_000,
      isCodeMode: setting.isCodeMode ?? true
    },
    runningCalls: new TurnCalls(),
    tasks: { opened: () => {}, ended: () => {} },
    changes: { apply: async () => {}, addLateAnswer: async () => {} },
    now: () => 1,
    newId,
    log: { ...silentLogger, error: (text, fields) => expect.fail(`${text}: ${JSON.stringify(fields)}`) }
  })
  await turn.run()
  await live.close()
  const answer = messageSchema.parse(live.read())
  const calls = answer.parts.filter(isToolCall) as ToolCallPart[]
  const [script] = calls
  return {
    requests,
    asked,
    called,
    answer,
    script,
    inner: calls.filter((one) => one.scriptCallId !== undefined)
  }
}

const resultsOf = (request: ModelRequest | undefined) =>
  (request?.messages ?? []).flatMap(({ content }) =>
    content.flatMap((one) =>
      one.type === 'tool-result'
        ? [one.content.map((block) => (block.type === 'text' ? block.text : block.type)).join('|')]
        : []
    )
  )

describe('code mode', () => {
  it('gives the model functions instead of tools, and all of them, however few tools its provider accepts', async () => {
    const { requests } = await run({ scripts: [null] })
    expect(requests[0]?.tools.map(({ name }) => name)).toEqual(['run_script'])
    expect(requests[0]?.systemPrompt).toMatch(/^Be brief\.\n\n# Tools in scripts\n/)
    expect(requests[0]?.systemPrompt).toContain(
      '  /** "my-notes": Does add. */\n  my_notes__add(args?: { text?: string }): Promise<string>\n'
    )
  })

  it('attributes the functions to the servers of their tools', async () => {
    const { requests } = await run({ scripts: [null] })
    const letters = requests[0]?.serverLetters
    expect([...(letters?.keys() ?? [])]).toEqual(['mail', 'files', 'my-notes'])
    const [mail = 0, files = 0] = [...(letters?.values() ?? [])]
    expect(mail / files).toBeCloseTo(2, 0)
  })

  it('is off by default: the model does not know of it, and a script is not run', async () => {
    const { requests, script, asked } = await run({
      isCodeMode: false,
      catalog: catalog.slice(0, 2),
      scripts: ['return tools.mail__read()']
    })
    expect(requests[0]?.tools.map(({ name }) => name)).toEqual(['mail__read', 'mail__send'])
    expect(requests[0]?.systemPrompt).toBe('Be brief.')
    expect(script).toMatchObject({ state: 'failed', failure: { said: { text: 'conversation.scriptsOff' } } })
    expect(asked).toEqual([])
  })

  it('shows the model only what the script returns and prints, and nothing else of its calls', async () => {
    const { requests, script, inner, called } = await run({
      scripts: [
        `const mail = await tools.mail__read({ text: 'inbox' })
         console.log('mail has', mail.length)
         await tools.my_notes__add({ text: 'seen' })
         return { letters: mail.length }`
      ]
    })
    expect(called.map(({ serverName, toolName, arguments: args }) => [serverName, toolName, args])).toEqual([
      ['mail', 'read', { text: 'inbox' }],
      ['my-notes', 'add', { text: 'seen' }]
    ])
    expect(resultsOf(requests[1])).toEqual([
      `{"letters":${secret.length}}|[The script printed:]\nmail has ${secret.length}`
    ])
    expect(JSON.stringify(requests[1])).not.toContain(secret)
    expect(script).toMatchObject({ serverName: null, state: 'done', isError: false })
    expect(inner.map(({ state, scriptCallId }) => [state, scriptCallId])).toEqual([
      ['done', script?.callId],
      ['done', script?.callId]
    ])
  })

  it('SEC-17: removes invisible text in server values that a script returns, prints, or throws', async () => {
    const hidden = `seen\u{E0041}\u{E0042}`
    const typed = tool('mail', 'read', { outputSchema: { type: 'object' } })
    for (const end of ['console.log(said); return 1', 'return said', 'throw new Error(said)']) {
      const { requests } = await run({
        catalog: [typed],
        scripts: [`const { said } = await tools.mail__read(); ${end}`],
        callTool: async () => done('x', { said: hidden })
      })
      expect(resultsOf(requests[1])[0]).toContain('seen')
      expect(resultsOf(requests[1])[0]).not.toMatch(/[\u{E0000}-\u{E007F}]/u)
    }
  })

  it('asks about each call, names the script, and throws in the script after a denial', async () => {
    const code = `await tools.mail__read(); await tools.files__write({ text: 'a' })
      try { await tools.mail__send({ text: 'b' }) } catch (error) { return error.name + ': ' + error.message }`
    const { asked, called, requests, inner } = await run({
      scripts: [code],
      decide: (request) => (request.toolName === 'send' ? { type: 'denied' } : allowed(request))
    })
    expect(asked.map(({ toolName, script }) => [toolName, script])).toEqual([
      ['read', code],
      ['write', code],
      ['send', code]
    ])
    expect(called.map(({ toolName }) => toolName)).toEqual(['read', 'write'])
    expect(resultsOf(requests[1])).toEqual(['CallDenied: The user denied this call.'])
    expect(inner.map(({ state }) => state)).toEqual(['done', 'done', 'denied'])
  })

  it('keeps the view of a tool that a script calls', async () => {
    const ui = { resourceUri: 'ui://maps/map', isForModel: true, isForView: true }
    const { inner } = await run({
      scripts: ["await tools.maps__show({ text: 'x' })"],
      catalog: [tool('maps', 'show', { ui }), tool('maps', 'hide')]
    })
    expect(inner).toMatchObject([{ toolName: 'show', viewUri: ui.resourceUri }])
  })

  it('does not make a call beyond the limit of its tool, and throws a failure that says so', async () => {
    let calls = 0
    const { called, requests, inner } = await run({
      scripts: [
        `await tools.mail__read({ text: 'a' })
         try { await tools.mail__read({ text: 'b' }) } catch (error) { return error.name + ': ' + error.message }`
      ],
      decide: (request) =>
        (calls += 1) > 1 ? { type: 'used-up', period: 'perTurn', most: 1 } : allowed(request)
    })
    expect(called).toHaveLength(1)
    expect(resultsOf(requests[1])[0]).toMatch(
      /^CallFailed: .*tool “read” of mail wasn't called, because it reached its limit of one call in one answer/
    )
    expect(inner.map(({ failure }) => failure?.code)).toEqual([undefined, 'TOOL_USED_UP'])
  })

  it('ends the script after an uncaught denied call, and the model reads why', async () => {
    const { requests, script } = await run({
      scripts: ['await tools.mail__send({})\nawait tools.files__write({})'],
      decide: () => ({ type: 'denied' })
    })
    expect(resultsOf(requests[1])[0]).toContain('CallDenied: The user denied this call.')
    expect(script).toMatchObject({ state: 'done', isError: true })
  })

  it('checks arguments before asking the user', async () => {
    const { requests, asked } = await run({
      scripts: ['return await tools.mail__send({ text: 7 }).catch((error) => error.name + error.message)'],
      check: async () => [{ path: '/text', message: quote('is no text') }]
    })
    expect(asked).toEqual([])
    expect(resultsOf(requests[1])[0]).toMatch(/^CallFailed.*\/text/)
  })

  it('gives typed values to the script when the tool has an output schema', async () => {
    const typed = tool('mail', 'count', {
      outputSchema: { type: 'object', properties: { unread: { type: 'number' } } }
    })
    const { requests } = await run({
      catalog: [typed],
      scripts: ['const { unread } = await tools.mail__count(); return unread + 1'],
      callTool: async () => done('41 unread', { unread: 41 })
    })
    expect(requests[0]?.systemPrompt).toContain('Promise<{ unread?: number }>')
    expect(resultsOf(requests[1])).toEqual(['42'])
  })

  it('throws what a tool reports as an error, and other failures', async () => {
    const { requests } = await run({
      scripts: ['return await tools.mail__read().catch((error) => error.name + ": " + error.message)'],
      callTool: async () => ({ ...(done('no such box') as object), isError: true }) as Outcome
    })
    expect(resultsOf(requests[1])).toEqual(['ToolError: no such box'])
  })

  it('asks when the same call is repeated, as outside scripts', async () => {
    const { asked } = await run({ scripts: ['for (let i = 0; i < 5; i++) await tools.mail__read()'] })
    expect(asked.map(({ repeats }) => repeats)).toEqual([undefined, undefined, undefined, 3, 4])
  })

  it('finds functions by search when there are too many, and says how they are called', async () => {
    const many = Array.from({ length: 300 }, (_, index) =>
      tool(`s${index % 10}`, `job_${index}`, { description: `Job ${index}. ${'Words. '.repeat(30)}` })
    )
    const { requests, called } = await run({
      catalog: [...many, tool('mail', 'read'), tool('mail', 'pin', { isAlwaysSent: true })],
      search: { query: 'read', limit: 1 },
      scripts: [null, 'return await tools.mail__read()']
    })
    expect(requests[0]?.tools.map(({ name }) => name)).toEqual(['search_tools', 'run_script'])
    expect(requests[0]?.systemPrompt).toContain('mail__pin(')
    expect(requests[0]?.systemPrompt).not.toContain('mail__read(')
    expect(resultsOf(requests[1])[0]).toContain('mail__read(args?: { text?: string }): Promise<string>')
    // What was sent before stays unchanged.
    expect(requests[1]?.systemPrompt).toBe(requests[0]?.systemPrompt)
    expect(called).toHaveLength(1)
  })
})

describe('data sharing in scripts', () => {
  it('SEC-12-8 counts what a script has read as read for its later calls, in any form', async () => {
    const { asked } = await run({
      scripts: [
        `const mail = await tools.mail__read()
         await tools.files__write({ text: [...mail].reverse().join('') })
         await tools.mail__send({ text: mail })`
      ]
    })
    expect(asked.map(({ toolName, readFrom }) => [toolName, readFrom])).toEqual([
      ['read', []],
      ['write', ['mail']],
      ['send', ['files']]
    ])
  })

  it("SEC-12-8 shows a passage that a script copies, and treats text in its code as the model's", async () => {
    const { asked } = await run({
      scripts: [
        `const mail = await tools.mail__read()
         await tools.files__write({ text: 'From the mail: ' + mail })
         await tools.files__write({ text: 'written by the model itself' })`
      ]
    })
    expect(asked[1]?.flows).toMatchObject([
      { excerpt: expect.stringContaining('4711-violet'), origin: { serverName: 'mail' } }
    ])
    expect(asked[2]?.flows).toBeUndefined()
  })

  it('SEC-12-8 counts what a script returned as text of every server that it read, also in the next turn', async () => {
    const first = await run({
      scripts: ['await tools.my_notes__add({}); return (await tools.mail__read()).length', 'return 1']
    })
    const { asked } = await run({
      earlier: [hello, first.answer, hello],
      scripts: ['await tools.files__write({ text: "31" })']
    })
    expect(asked[0]?.readFrom).toEqual(['my-notes', 'mail'])
  })

  it('SEC-12-8 keeps results separate between scripts of one step, and counts nothing for a denied call', async () => {
    const { asked } = await run({
      scripts: ['await tools.mail__read().catch(() => {}); await tools.files__write({})'],
      decide: (request) => (request.toolName === 'read' ? { type: 'denied' } : allowed(request))
    })
    expect(asked[1]?.readFrom).toEqual([])
  })

  it('SEC-12-8 gives the script no result that the user keeps back or changes', async () => {
    const code = 'return await tools.mail__read().catch((error) => error.message)'
    const refused = await run({
      scripts: [code],
      isReviewed: true,
      review: async () => ({ type: 'refused' })
    })
    expect(resultsOf(refused.requests[1])).toEqual(['The user withheld the result of this call.'])
    const changed = await run({
      scripts: [code],
      isReviewed: true,
      review: async () => ({ type: 'changed', content: [{ type: 'text', text: 'a letter' }] })
    })
    expect(resultsOf(changed.requests[1])).toEqual(['a letter'])
  })
})

describe('the end of a script', () => {
  it('ends its calls, waiting and running, when it is stopped', async () => {
    const controller = new AbortController()
    const signals: AbortSignal[] = []
    const ended = run({
      controller,
      scripts: ['await Promise.all([tools.mail__read(), tools.files__write({})])'],
      decide: (request) => (request.toolName === 'read' ? allowed(request) : new Promise(() => {})),
      callTool: (call) => {
        signals.push(call.signal)
        return new Promise((resolve) =>
          call.signal.addEventListener('abort', () => resolve({ type: 'cancelled' }))
        )
      }
    })
    await vi.waitFor(() => expect(signals).toHaveLength(1), soon)
    controller.abort()
    const { script, inner, answer } = await ended
    expect(signals[0]?.aborted).toBe(true)
    expect([script?.state, ...inner.map(({ state }) => state)]).toEqual([
      'cancelled',
      'cancelled',
      'cancelled'
    ])
    expect(answer.state).toBe('stopped')
  })

  it('ends calls that it did not wait for', async () => {
    const { inner, script, requests } = await run({
      scripts: ['tools.mail__read(); return "away"'],
      callTool: (call) =>
        new Promise((resolve) => call.signal.addEventListener('abort', () => resolve({ type: 'cancelled' })))
    })
    expect(inner.map(({ state }) => state)).toEqual(['cancelled'])
    expect(script?.state).toBe('done')
    expect(resultsOf(requests[1])).toEqual(['away'])
  })

  it('limits its calls, and asks about a few at a time', async () => {
    let waiting = 0
    let most = 0
    const { requests, script } = await run({
      scripts: [
        'await Promise.all(Array.from({ length: 150 }, (_, i) => tools.mail__read({ text: `${i}` })))'
      ],
      decide: async (request) => {
        most = Math.max(most, (waiting += 1))
        await Promise.resolve()
        waiting -= 1
        return allowed(request)
      }
    })
    expect(most).toBeLessThanOrEqual(8)
    expect(script).toMatchObject({ state: 'failed', failure: { code: 'SCRIPT_LIMIT' } })
    expect(resultsOf(requests[1])[0]).toContain('it can make at most 100 calls')
  })

  it('ends it at the memory limit, and tells the model the limit', async () => {
    const { requests, script } = await run({
      scripts: ['const all = []; for (;;) all.push("x".repeat(1_000_000))']
    })
    expect(script).toMatchObject({ state: 'failed', failure: { code: 'SCRIPT_LIMIT' } })
    expect(resultsOf(requests[1])[0]).toContain('it needs more than 64 MB of memory')
  })

  it('is reported when there is no script to run', async () => {
    const { requests } = await run({ scripts: ['  '] })
    expect(resultsOf(requests[1])[0]).toContain('A script needs "code"')
  })
})
