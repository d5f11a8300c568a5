import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHold, createScriptedModel } from '../testing/scripted-model/scripted-model'
import type {
  ScriptedMessage,
  ScriptedModel,
  ScriptedModelOptions,
  ScriptedReply
} from '../testing/scripted-model/scripted-model'
import { HostError } from '../base/host-error'
import { silentLogger } from '../base/logger'
import type { ToolCallDecision } from '../consent/interface'
import { events } from '../contract/bridge/events'
import { chatMessage as messageSchema } from '../contract/conversations'
import type { Message, ToolCallPart } from '../contract/conversations'
import type { JsonObject } from '../contract/json'
import type { HistoryStore, StoredConversation } from '../history/interface'
import type { ToolCallOutcome } from '../mcp/interface'
import { Models } from '../models/routing/router'
import { createProvenance } from '../provenance/provenance'
import type { CatalogTool, Servers } from '../servers/interface'
import { findMessagePath } from '../testing/message-path'
import type { ConversationEvent } from './messages/conversation-event'
import { Conversations } from './conversations'
import type { ConversationsOptions } from './conversations'
import { TurnCalls } from './calls/turn-calls'
import type { TurnSettings } from './context/turn-settings'
import { isToolCall } from './messages/transcript'
import { quote } from '../texts/render-localized'
import { soon } from '../testing/soon'

/** A history in memory that behaves like a database: it stores copies, in order of arrival. */
function createHistory() {
  const conversations = new Map<string, StoredConversation>()
  const messages = new Map<string, Message>()
  const facts = new Map<string, string>()
  const log: string[] = []
  const of = (id: string) => [...messages.values()].filter((one) => one.conversationId === id)
  const history = {
    /** Awaited after a page was read. */
    slowRead: Promise.resolve(),
    /** Matches the names of the writes that fail. */
    broken: /$^/,
    listDrafts: () => Promise.resolve([]),
    saveDraft: () => Promise.resolve(),
    listConversations: () => Promise.resolve([...conversations.values()]),
    saveConversation: async (conversation: StoredConversation, message?: Message) => {
      await write(`conversation ${conversation.title}`, () =>
        conversations.set(conversation.id, conversation)
      )
      if (message !== undefined) await history.saveMessage(message)
    },
    deleteConversation: (id: string) =>
      write('delete conversation', () => {
        conversations.delete(id)
        for (const one of of(id)) messages.delete(one.id)
      }),
    searchConversations: (query: string) =>
      Promise.resolve(
        [...conversations.values()]
          .filter((one) => one.title.includes(query))
          .map(({ id }) => ({ conversationId: id, hit: null }))
      ),
    saveMessage: (one: Message) =>
      write(`${one.role} ${one.state}`, () =>
        messages.set(one.id, structuredClone(messageSchema.parse(one)))
      ),
    addToMessage: () => Promise.resolve(false),
    deleteMessage: (_id: string, messageId: string) =>
      write('delete message', () => messages.delete(messageId)),
    showBranch: () => Promise.resolve(),
    readMessage: async (_id: string, messageId: string) => messages.get(messageId) ?? null,
    readMessages: async (conversationId: string, lastId: string | null, limit: number) => {
      const all = findMessagePath(of(conversationId), lastId)
      await history.slowRead
      return { conversationId, messages: all.slice(-limit), hasEarlier: all.length > limit }
    },
    readAllMessages: (id: string) => Promise.resolve(findMessagePath(of(id), null)),
    readFact: async (name: string) => facts.get(name) ?? null,
    writeFact: async (name: string, json: string) => void facts.set(name, json)
  }
  async function write(name: string, work: () => unknown): Promise<void> {
    await Promise.resolve()
    if (history.broken.test(name)) throw new HostError('HISTORY_UNAVAILABLE', quote('The disk is full.'))
    log.push(name)
    work()
  }
  return { history, messages, conversations, log }
}

type Run = (
  args: JsonObject,
  signal: AbortSignal,
  onProgress: (progress: number) => void
) => Promise<ToolCallOutcome>

const textResult = (text: string): ToolCallOutcome => ({
  type: 'completed',
  content: [{ type: 'text', text }],
  structuredContent: null,
  isError: false,
  outputProblems: []
})

function catalogTool(serverName: string, name: string, modelToolName = name): CatalogTool {
  return {
    serverName,
    name,
    modelToolName,
    title: null,
    description: `Does ${name}`,
    annotations: {},
    problem: null,
    inputSchema: { type: 'object' },
    outputSchema: null,
    taskSupport: 'forbidden',
    icons: [],
    isDisabled: false,
    definitionHash: `hash of ${name}`
  }
}

/** A server with notes: each URI has a text, and changes are announced to subscribers. */
function createOffers() {
  const texts = new Map([
    ['note:///1', 'Buy milk'],
    ['note:///2', 'Call Ada']
  ])
  /** Awaited when a URI is read. */
  const slow = new Map<string, Promise<void>>()
  const watching: { readonly uri: string; readonly onUpdate: () => void }[] = []
  const servers: Pick<Servers, 'readResource' | 'watchResource' | 'getPrompt'> = {
    readResource: async (_serverName, uri) => {
      await slow.get(uri)
      const text = texts.get(uri)
      if (text === undefined) throw new HostError('TOOL_ERROR', quote(`Note ${uri} not found.`))
      return [{ uri, mimeType: 'text/plain', text, blob: null }]
    },
    watchResource: (_serverName, uri, onUpdate) => {
      const one = { uri, onUpdate }
      watching.push(one)
      return () => void (watching.includes(one) && watching.splice(watching.indexOf(one), 1))
    },
    getPrompt: async (_serverName, name, args) => {
      if (name === 'empty') return { description: null, messages: [] }
      const say = (role: 'user' | 'assistant', text: string) =>
        ({ role, content: { type: 'text', text } }) as const
      return {
        description: null,
        messages: [say('user', `About ${args['topic']}`), say('assistant', 'Gladly.')]
      }
    }
  }
  const change = (uri: string, text: string) => {
    texts.set(uri, text)
    for (const one of [...watching]) if (one.uri === uri) one.onUpdate()
  }
  return {
    servers,
    change,
    watched: () => watching.map(({ uri }) => uri),
    slow
  }
}

/** Tools as functions. The key is `server/tool`. */
function createServers(tools: Record<string, Run>, offers: ReturnType<typeof createOffers>['servers']) {
  const catalog = Object.keys(tools).map((key) => {
    const [serverName = '', name = ''] = key.split('/')
    return catalogTool(serverName, name, `${serverName}_${name}`)
  })
  const calls: { readonly tool: string; readonly arguments: JsonObject; readonly signal: AbortSignal }[] = []
  const servers: ConversationsOptions['servers'] = {
    ...offers,
    list: () => [],
    catalog: () => catalog,
    usableTools: () => catalog,
    freshenTools: async () => {},
    wake: async () => {},
    instructions: () => [],
    keepWaiting: () => {},
    readTool: (serverName, toolName) => {
      const tool = catalog.find((one) => one.serverName === serverName && one.name === toolName)
      if (tool === undefined)
        throw new HostError('SERVER_NOT_CONNECTED', quote(`The server ${serverName} is not connected.`))
      return tool
    },
    checkArguments: (_server, _tool, args) =>
      Promise.resolve('misfit' in args ? [{ path: '/misfit', message: quote('is not known') }] : []),
    callTool: ({ serverName, toolName, arguments: args, signal, onProgress }) => {
      const tool = `${serverName}/${toolName}`
      calls.push({ tool, arguments: args, signal })
      return tools[tool]!(args, signal, (progress) => onProgress({ progress, total: 10, message: null }))
    }
  }
  return { servers, calls }
}

interface AskedCall {
  readonly toolName: string
  readonly arguments: JsonObject
  readonly requestedBy: string
  readonly signal: AbortSignal
  answer(decision: ToolCallDecision | 'allow' | 'deny'): void
}

/** Approvals without a user: every question waits in `asked` until the test answers it or its signal withdraws it. */
function createConsent() {
  const asked: AskedCall[] = []
  const forgotten: string[] = []
  const consent: ConversationsOptions['consent'] = {
    decideToolCall: (request, signal) =>
      new Promise((resolve) => {
        const allowed = {
          type: 'allowed',
          arguments: request.arguments,
          isEdited: false,
          by: 'person'
        } as const
        const { toolName, arguments: args, requestedBy } = request
        const answer: AskedCall['answer'] = (decision) =>
          resolve(decision === 'allow' ? allowed : decision === 'deny' ? { type: 'denied' } : decision)
        signal.addEventListener('abort', () => resolve({ type: 'withdrawn' }))
        asked.push({ toolName, arguments: args, requestedBy, signal, answer })
      }),
    ask: {
      'tool-result': () => Promise.resolve({ type: 'passed' }),
      scripts: () => Promise.resolve({ type: 'deny' })
    },
    words: { show: async () => false, tool: () => null, instructions: () => null },
    forgetConversation: (id) => Promise.resolve(void forgotten.push(id))
  }
  return { consent, asked, forgotten }
}

/** Scheduled work that runs only when the test says so. */
function createSchedule() {
  const waiting = new Set<() => void>()
  const schedule = (work: () => void) => {
    waiting.add(work)
    return () => void waiting.delete(work)
  }
  const pass = () => {
    for (const work of [...waiting]) {
      waiting.delete(work)
      work()
    }
  }
  return { schedule, pass }
}

let model: ScriptedModel
let conversations: Conversations
let stored: ReturnType<typeof createHistory>
let gate: ReturnType<typeof createConsent>
let offers: ReturnType<typeof createOffers>
let told: ConversationEvent[]
let clock: ReturnType<typeof createSchedule>
let settings: TurnSettings
let defaultModel: string

// The first request loads the library, which can take long on a busy machine.
beforeAll(() => import('@anthropic-ai/sdk'))

beforeEach(() => {
  stored = createHistory()
  settings = { maxToolSteps: 50, systemPrompt: '', toolShare: 3, resultLimit: 50_000 }
  defaultModel = 'anthropic/claude-test'
})
afterEach(async () => {
  await conversations.dispose()
  await model.close()
})

/** The whole area with the real SDK and a scripted endpoint. Call it again on the same history to restart. */
async function open(
  script: ScriptedModelOptions['script'] = () => ({ text: 'hi' }),
  tools: Record<string, Run> = {}
) {
  model = await createScriptedModel({ script })
  gate = createConsent()
  clock = createSchedule()
  told = []
  offers = createOffers()
  const { servers, calls } = createServers(tools, offers.servers)
  let ids = stored.log.length * 1000
  const newId = () => `id-${++ids}`
  const models = new Models({
    readSettings: () => ({ defaultModel: null, providers: {} }),
    environment: { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: model.baseUrl },
    expand: (text) => Promise.resolve(text),
    direct: {
      rankTools: () => servers.catalog().map((tool) => tool.modelToolName),
      resolveToolName: (name) => name,
      newId
    },
    admit: () => Promise.resolve(false),
    onListing: () => {},
    log: silentLogger
  })
  conversations = new Conversations({
    history: stored.history as unknown as HistoryStore,
    servers,
    consent: gate.consent,
    provenance: createProvenance(),
    runScript: async () => ({ type: 'stopped' }),
    runningCalls: new TurnCalls(),
    isReviewed: () => false,
    resolveModel: (id) => models.resolve(id),
    titleModelOf: () => null,
    readDefaultModel: () => defaultModel,
    readSettings: () => settings,
    schedule: clock.schedule,
    now: () => ++ids,
    newId,
    log: silentLogger
  })
  conversations.onEvent((event) => told.push(structuredClone(event)))
  await conversations.start()
  return { calls }
}

async function create(): Promise<string> {
  return (await conversations.create({})).id
}

const nothingElse = { toolRequest: null, resources: [], prompt: null }
const say = (conversationId: string, text: string) =>
  conversations.send({ conversationId, text, ...nothingElse })

async function read(conversationId: string): Promise<Message[]> {
  return (await conversations.read({ conversationId, lastId: null, limit: 100 })).messages
}

const isRunning = (id: string) => conversations.list().find((one) => one.id === id)?.isRunning

/** The answer after the turn has ended. */
async function answerOf(conversationId: string): Promise<Message> {
  await vi.waitFor(() => expect(isRunning(conversationId)).toBe(false), soon)
  return (await read(conversationId)).at(-1)!
}

const textOf = (message: Message | undefined) =>
  (message?.parts ?? []).flatMap((part) => (part.type === 'text' ? part.text : [])).join('|')
const callsOf = (message: Message): ToolCallPart[] => message.parts.filter(isToolCall)
const asked = (count: number) => vi.waitFor(() => expect(gate.asked).toHaveLength(count), soon)

/** The tool results in the model request with the number `index`. */
function resultsIn(index: number): { id: unknown; isError: unknown; text: string }[] {
  const blocks = model.requests[index]!.body.messages.flatMap((one: ScriptedMessage) => one.content)
  return blocks
    .filter((block) => block['type'] === 'tool_result')
    .map((block) => ({
      id: block['tool_use_id'],
      isError: block['is_error'],
      text: JSON.stringify(block['content'])
    }))
}

const use = (id: string, name: string, input: JsonObject = {}) => ({ id, name, input })

describe('a turn', () => {
  it('CHAT-07 SYS-32: streams an answer whose events add up to the stored text', async () => {
    const hold = createHold()
    await open(() => ({
      text: ['Hel', 'lo ', 'you'],
      holdAfter: { deltas: 2, hold },
      usage: { inputTokens: 3, outputTokens: 4 }
    }))
    const id = await create()
    await say(id, 'Good morning')
    await vi.waitFor(async () => expect(textOf((await read(id)).at(-1))).toBe('Hello '), soon)
    expect(isRunning(id)).toBe(true)
    hold.release()
    const answer = await answerOf(id)
    expect(answer).toMatchObject({
      role: 'assistant',
      state: 'complete',
      stopReason: 'end_turn',
      model: 'anthropic/claude-test',
      usage: { inputTokens: 3, outputTokens: 4 }
    })
    expect(textOf(answer)).toBe('Hello you')
    expect(replay(answer.id)).toEqual(answer)
  })

  it('CHAT-08: requests the length and temperature that the user set', async () => {
    defaultModel = 'anthropic/claude-haiku-4-5' // a model that accepts a temperature
    await open()
    settings = { ...settings, systemPrompt: 'Be brief.', maxOutputTokens: 700, temperature: 0.3 }
    const id = await create()
    await say(id, 'Hello')
    await answerOf(id)
    expect(model.requests[0]?.body).toMatchObject({ max_tokens: 700, temperature: 0.3 })
    settings = { ...settings, maxOutputTokens: null, temperature: null }
    await say(id, 'And now?')
    await answerOf(id)
    expect(model.requests[1]?.body['max_tokens']).toBe(32_000)
    expect(model.requests[1]?.body).not.toHaveProperty('temperature')
  })

  it('returns a thought to its model unchanged, before the same call', async () => {
    const thoughts = [{ text: ['I have to ', 'look.'], seal: 'c2VhbA==' }, { seal: 'aGlkZGVu' }]
    await open(
      (_request, index) =>
        index === 0 ? { thoughts, text: 'Wait.', toolUses: [{ name: 'look' }] } : { text: 'Done.' },
      { look: () => Promise.resolve(textResult('seen')) }
    )
    settings = { ...settings, thinking: { [defaultModel]: 'low' } }
    const id = await create()
    await say(id, 'Look')
    const answer = await answerOf(id)
    expect(replay(answer.id)).toEqual(answer)
    expect(answer.parts.map((part) => ('text' in part ? part.text : part.type))).toEqual([
      'I have to look.',
      '',
      'Wait.',
      'tool-call',
      'Done.'
    ])
    expect(model.requests[1]?.body.messages[1]?.content).toMatchObject([
      { type: 'thinking', thinking: 'I have to look.', signature: 'c2VhbA==' },
      { type: 'redacted_thinking', data: 'aGlkZGVu' },
      { type: 'text', text: 'Wait.' },
      { type: 'tool_use', name: 'look' }
    ])
  })

  it('never sends a window again what it has just read', async () => {
    const hold = createHold()
    await open(() => ({ text: ['Hel', 'lo ', 'you'], holdAfter: { deltas: 2, hold } }))
    const id = await create()
    await say(id, 'Good morning')
    await vi.waitFor(async () => expect(textOf((await read(id)).at(-1))).toBe('Hello '), soon)
    const known = told.length
    clock.pass()
    expect(told.slice(known).map(({ name }) => name)).not.toContain('text.appended')
    hold.release()
    await answerOf(id)
  })

  it('is visible to a window that started reading before the turn began', async () => {
    const [rest, disk] = [createHold(), createHold()]
    await open((_request, index) => (index === 0 ? { text: 'First' } : { text: 'Second', holdBefore: rest }))
    const id = await create()
    await say(id, 'One')
    await answerOf(id)
    stored.history.slowRead = disk.released
    const reading = read(id)
    await say(id, 'Two')
    disk.release()
    const messages = await reading
    expect(messages.map(({ role, state }) => `${role} ${state}`)).toEqual([
      'user complete',
      'assistant complete',
      'user complete',
      'assistant streaming'
    ])
    rest.release()
    await answerOf(id)
  })

  it('separates two calls that the model gave the same id', async () => {
    const { calls } = await open(
      (_request, index) =>
        index === 0
          ? { toolUses: [use('t', 's_echo', { n: 1 }), use('t', 's_echo', { n: 2 })] }
          : { text: 'ok' },
      { 's/echo': () => Promise.resolve(textResult('echo')) }
    )
    const id = await create()
    await say(id, 'Echo')
    await asked(2)
    for (const question of gate.asked) question.answer('allow')
    expect(callsOf(await answerOf(id)).map(({ state }) => state)).toEqual(['done', 'done'])
    expect(calls.map((call) => call.arguments)).toEqual([{ n: 1 }, { n: 2 }])
  })

  it('CHAT-01: continues without a tool whose definition the provider refuses, and names it once', async () => {
    const { calls } = await open(
      ({ body }, index) => {
        const at = (body.tools ?? []).findIndex(({ name }) => name === 's_odd')
        const message = `tools.${at}.custom.input_schema: no such type`
        if (at !== -1) return { failure: { status: 400, type: 'invalid_request_error', message } }
        return index < 2 ? { toolUses: [use('t', 's_echo')] } : { text: 'Done.' }
      },
      { 's/odd': () => Promise.resolve(textResult('')), 's/echo': () => Promise.resolve(textResult('echo')) }
    )
    const id = await create()
    await say(id, 'Echo')
    await asked(1)
    gate.asked[0]!.answer('allow')
    const answer = await answerOf(id)
    expect(answer).toMatchObject({ state: 'complete', failure: null })
    expect(calls.map(({ tool }) => tool)).toEqual(['s/echo'])
    const notes = answer.parts.filter(({ type }) => type === 'note')
    expect(notes).toMatchObject([
      {
        serverName: 's',
        isForModel: false,
        text: { text: 'conversation.toolLeftOut', values: { tool: 'odd' } }
      }
    ])
    expect(model.requests).toHaveLength(3)
  })

  it('CHAT-04: makes two calls in sequence, with each result in the next request', async () => {
    const script = (_request: unknown, index: number): ScriptedReply =>
      [
        { text: 'First I add.', toolUses: [use('t1', 'math_add', { a: 1 })] },
        { toolUses: [use('t2', 'math_double', { of: 3 })] },
        { text: 'It is six.' }
      ][index]!
    const { calls } = await open(script, {
      'math/add': () => Promise.resolve(textResult('three')),
      'math/double': () => Promise.resolve(textResult('six'))
    })
    const id = await create()
    await say(id, 'Add and double')
    await asked(1)
    expect(gate.asked[0]).toMatchObject({ toolName: 'add', requestedBy: 'anthropic/claude-test' })
    gate.asked[0]!.answer('allow')
    await asked(2)
    gate.asked[1]!.answer('allow')
    const answer = await answerOf(id)
    expect(calls.map(({ tool }) => tool)).toEqual(['math/add', 'math/double'])
    expect(resultsIn(1)).toEqual([
      { id: 't1', isError: false, text: expect.stringContaining('three') as string }
    ])
    expect(resultsIn(2).map((result) => result.id)).toEqual(['t1', 't2'])
    expect(answer.parts.map((part) => ('step' in part ? [part.type, part.step] : []))).toEqual([
      ['text', 0],
      ['tool-call', 0],
      ['tool-call', 1],
      ['text', 2]
    ])
    expect(callsOf(answer).map(({ state }) => state)).toEqual(['done', 'done'])
  })

  it('asks about the calls of one reply in order, runs each once it is allowed, and reports a denial', async () => {
    const slow = createHold()
    const { calls } = await open(
      (_request, index) =>
        index === 0
          ? { toolUses: [use('t1', 's_slow'), use('t2', 's_denied'), use('t3', 's_fast')] }
          : { text: 'Understood.' },
      {
        's/slow': () => slow.released.then(() => textResult('slow result')),
        's/denied': () => Promise.resolve(textResult('must not happen')),
        's/fast': () => Promise.resolve(textResult('fast result'))
      }
    )
    const id = await create()
    await say(id, 'Do three things')
    await asked(3)
    expect(gate.asked.map(({ toolName }) => toolName)).toEqual(['slow', 'denied', 'fast'])
    expect(callsOf((await read(id)).at(-1)!).map(({ state }) => state)).toEqual(
      Array(3).fill('waiting-for-approval')
    )
    gate.asked[0]!.answer('allow')
    gate.asked[1]!.answer('deny')
    gate.asked[2]!.answer('allow')
    await vi.waitFor(async () => {
      const states = callsOf((await read(id)).at(-1)!).map(({ state }) => state)
      expect(states).toEqual(['running', 'denied', 'done'])
    }, soon)
    expect(model.requests).toHaveLength(1)
    slow.release()
    await answerOf(id)
    expect(calls.map(({ tool }) => tool).toSorted()).toEqual(['s/fast', 's/slow'])
    const results = resultsIn(1)
    expect(results.map((result) => [result.id, result.isError])).toEqual([
      ['t1', false],
      ['t2', true],
      ['t3', false]
    ])
    expect(results[1]?.text).toContain('The user denied this call.')
  })

  it('TOOL-02 TOOL-03: calls tools with the same name on two servers by their own names', async () => {
    const { calls } = await open(
      (_request, index) =>
        index === 0 ? { toolUses: [use('t1', 'b_echo'), use('t2', 'a_echo')] } : { text: 'ok' },
      { 'a/echo': () => Promise.resolve(textResult('A')), 'b/echo': () => Promise.resolve(textResult('B')) }
    )
    const id = await create()
    await say(id, 'Echo twice')
    await asked(2)
    for (const question of gate.asked) question.answer('allow')
    const answer = await answerOf(id)
    expect(calls.map(({ tool }) => tool)).toEqual(['b/echo', 'a/echo'])
    expect(callsOf(answer).map((call) => [call.serverName, call.toolName])).toEqual([
      ['b', 'echo'],
      ['a', 'echo']
    ])
    expect(resultsIn(1).map(({ text }) => text)).toEqual([
      expect.stringContaining('B'),
      expect.stringContaining('A')
    ])
  })

  it('sends edited arguments to the server and tells the model', async () => {
    const { calls } = await open(
      (_request, index) =>
        index === 0 ? { toolUses: [use('t1', 's_write', { path: '/etc' })] } : { text: 'ok' },
      { 's/write': () => Promise.resolve(textResult('written')) }
    )
    const id = await create()
    await say(id, 'Write')
    await asked(1)
    gate.asked[0]!.answer({ type: 'allowed', arguments: { path: '/tmp' }, isEdited: true, by: 'person' })
    const answer = await answerOf(id)
    expect(calls[0]?.arguments).toEqual({ path: '/tmp' })
    expect(callsOf(answer)[0]).toMatchObject({ arguments: { path: '/tmp' }, isEditedByPerson: true })
    expect(resultsIn(1)[0]?.text).toMatch(/The user changed the arguments.*\/tmp/)
  })

  it('records which permission allowed a call, and nothing when the user was asked', async () => {
    await open(
      (_request, index) =>
        index === 0 ? { toolUses: [use('t1', 's_echo', {}), use('t2', 's_echo', {})] } : { text: 'Done.' },
      { 's/echo': () => Promise.resolve(textResult('ok')) }
    )
    const id = await create()
    await say(id, 'Go')
    await asked(2)
    const allowed = { type: 'allowed', arguments: {}, isEdited: false } as const
    gate.asked[0]!.answer({ ...allowed, by: 'grant', grantId: 'g7' })
    gate.asked[1]!.answer({ ...allowed, by: 'person' })
    const answer = await answerOf(id)
    expect(callsOf(answer).map(({ grantId }) => grantId)).toEqual(['g7', undefined])
  })

  it('TOOL-05: reports unknown tools, invalid arguments, and broken input to the model without asking the user', async () => {
    await open(
      (_request, index) =>
        index === 0
          ? {
              toolUses: [
                use('t1', 's_nothing'),
                use('t2', 's_echo', { misfit: 1 }),
                { id: 't3', name: 's_echo', inputJson: '{"a": ' }
              ]
            }
          : { text: 'I see.' },
      { 's/echo': () => Promise.resolve(textResult('must not happen')) }
    )
    const id = await create()
    await say(id, 'Try')
    const answer = await answerOf(id)
    expect(gate.asked).toHaveLength(0)
    expect(callsOf(answer).map(({ state, failure }) => [state, failure?.code])).toEqual([
      ['failed', 'TOOL_UNKNOWN'],
      ['failed', 'TOOL_INVALID_ARGUMENTS'],
      ['failed', 'TOOL_INVALID_ARGUMENTS']
    ])
    expect(resultsIn(1).map(({ isError }) => isError)).toEqual([true, true, true])
    expect(resultsIn(1)[1]?.text).toContain('/misfit: is not known')
    expect(textOf(answer)).toBe('I see.')
  })

  it("continues after a call that failed, one that the server reports as an error, and calls that can't be answered", async () => {
    await open(
      (_request, index) =>
        index === 0
          ? { toolUses: ['timeout', 'error', 'gone', 'restless'].map((name) => use(name, `s_${name}`)) }
          : { text: 'ok' },
      {
        's/timeout': () =>
          Promise.resolve({
            type: 'failed',
            failure: { code: 'TOOL_TIMEOUT', message: 'No answer within 60 s.' }
          }),
        's/error': () =>
          Promise.resolve({
            type: 'completed',
            content: [],
            structuredContent: { why: 'x' },
            isError: true,
            outputProblems: []
          }),
        's/gone': () => Promise.resolve(textResult('must not happen')),
        's/restless': () => Promise.resolve(textResult('must not happen'))
      }
    )
    const id = await create()
    await say(id, 'Try')
    await asked(4)
    gate.asked[0]!.answer('allow')
    gate.asked[1]!.answer('allow')
    gate.asked[2]!.answer({ type: 'withdrawn' })
    gate.asked[3]!.answer({ type: 'restless' })
    const answer = await answerOf(id)
    expect(callsOf(answer).map(({ state, isError }) => [state, isError])).toEqual([
      ['failed', false],
      ['done', true],
      ['cancelled', false],
      ['failed', false]
    ])
    expect(resultsIn(1).map(({ isError, text }) => [isError, text])).toEqual([
      [true, expect.stringContaining('No answer within 60 s.')],
      [true, expect.stringContaining('why')],
      [true, expect.stringContaining('no longer connected')],
      [true, expect.stringContaining('s kept changing its tool restless while Parley asked about it')]
    ])
  })

  it('PROG-07: shows the progress of a running call, combined into few events', async () => {
    const running = createHold()
    await open((_request, index) => (index === 0 ? { toolUses: [use('t1', 's_long')] } : { text: 'ok' }), {
      's/long': async (_args, _signal, onProgress) => {
        for (let step = 1; step <= 9; step++) onProgress(step)
        await running.released
        return textResult('done')
      }
    })
    const id = await create()
    await say(id, 'Run')
    await asked(1)
    gate.asked[0]!.answer('allow')
    const progress = () =>
      told.flatMap((event) => (event.name === 'tool-call.progressed' ? event.payload.progress.progress : []))
    await vi.waitFor(() => expect(progress()).toEqual([1]), soon)
    clock.pass()
    expect(progress()).toEqual([1, 9])
    running.release()
    await answerOf(id)
  })

  it('ends at the step limit with an option to continue, and continues when asked', async () => {
    settings = { ...settings, maxToolSteps: 2 }
    await open(
      (_request, index) =>
        index < 3 ? { toolUses: [use(`t${index}`, 's_more')] } : { text: 'Now I am done.' },
      { 's/more': () => Promise.resolve(textResult('and more')) }
    )
    const id = await create()
    await say(id, 'Never stop')
    await asked(1)
    gate.asked[0]!.answer('allow')
    await asked(2)
    gate.asked[1]!.answer('allow')
    const limited = await answerOf(id)
    expect(limited).toMatchObject({
      state: 'stopped',
      stopReason: 'step-limit',
      failure: { code: 'CONVERSATION_STEP_LIMIT' }
    })
    expect(model.requests).toHaveLength(2)
    await conversations.retry({ conversationId: id })
    await asked(3)
    gate.asked[2]!.answer('allow')
    const done = await answerOf(id)
    expect(done).toMatchObject({ id: limited.id, state: 'complete', failure: null })
    expect(callsOf(done).map(({ step }) => step)).toEqual([0, 1, 2])
    expect(resultsIn(3).map((result) => result.id)).toEqual(['t0', 't1', 't2'])
  })
})

describe('stopping', () => {
  it('CANC-06: cancels a running call on its server, ignores later results, and keeps the text', async () => {
    const late = createHold()
    const { calls } = await open(
      () => ({ text: 'I will look.', toolUses: [use('t1', 's_long'), use('t2', 's_other')] }),
      {
        's/long': () => late.released.then(() => textResult('too late')),
        's/other': () => Promise.resolve(textResult('never'))
      }
    )
    const id = await create()
    await say(id, 'Look')
    await asked(2)
    gate.asked[0]!.answer('allow')
    await vi.waitFor(() => expect(calls).toHaveLength(1), soon)
    await conversations.stop({ conversationId: id })
    expect(calls[0]?.signal.aborted).toBe(true)
    expect(gate.asked[1]?.signal.aborted).toBe(true)
    late.release()
    const answer = await answerOf(id)
    expect(answer).toMatchObject({ state: 'stopped', stopReason: 'stopped', failure: null })
    expect(textOf(answer)).toContain('I will look.')
    expect(callsOf(answer).map(({ state, content }) => [state, content])).toEqual([
      ['cancelled', []],
      ['cancelled', []]
    ])
    expect(stored.messages.get(answer.id)).toEqual(answer)
    expect(model.requests).toHaveLength(1)
  })

  it('ends the model stream and keeps its text', async () => {
    const hold = createHold()
    await open(() => ({ text: ['Half', ' an answer'], holdAfter: { deltas: 1, hold } }))
    const id = await create()
    await say(id, 'Talk')
    await vi.waitFor(async () => expect(textOf((await read(id)).at(-1))).toBe('Half'), soon)
    await conversations.stop({ conversationId: id })
    expect(await answerOf(id)).toMatchObject({ state: 'stopped', parts: [{ type: 'text', text: 'Half' }] })
    await vi.waitFor(() => expect(model.requests[0]?.isAborted).toBe(true), soon)
    hold.release()
  })

  it('cancels one call only: the model is informed and the turn continues', async () => {
    const { calls } = await open(
      (_request, index) =>
        index === 0 ? { toolUses: [use('t1', 's_long'), use('t2', 's_fast')] } : { text: 'Fine.' },
      { 's/long': () => new Promise(() => {}), 's/fast': () => Promise.resolve(textResult('fast')) }
    )
    const id = await create()
    await say(id, 'Look')
    await asked(2)
    for (const question of gate.asked) question.answer('allow')
    await vi.waitFor(() => expect(calls).toHaveLength(2), soon)
    const { callId } = callsOf((await read(id)).at(-1)!)[0]!
    await conversations.cancelToolCall({ conversationId: id, callId })
    const answer = await answerOf(id)
    expect(callsOf(answer).map(({ state }) => state)).toEqual(['cancelled', 'done'])
    expect(resultsIn(1)[0]).toMatchObject({
      isError: true,
      text: expect.stringContaining('The user cancelled') as string
    })
    expect(textOf(answer)).toBe('Fine.')
  })

  it('does nothing without a turn', async () => {
    await open()
    const id = await create()
    await expect(conversations.stop({ conversationId: id })).resolves.toBeUndefined()
  })
})

describe('failures and retry', () => {
  it('keeps the text of a dropped stream, and asks again without it', async () => {
    await open((_request, index) =>
      index === 0
        ? { text: ['The answer', ' is'], breakAfter: { deltas: 1, how: 'drop' } }
        : { text: 'The answer is 42.' }
    )
    const id = await create()
    await say(id, 'What is it?')
    const failed = await answerOf(id)
    expect(failed).toMatchObject({ state: 'failed', failure: { code: 'MODEL_STREAM_DROPPED' } })
    expect(textOf(failed)).toBe('The answer')
    expect(stored.messages.get(failed.id)).toEqual(failed)
    await conversations.retry({ conversationId: id })
    const answer = await answerOf(id)
    expect(textOf(answer)).toBe('The answer is 42.')
    expect((await read(id)).map(({ role, state }) => `${role} ${state}`)).toEqual([
      'user complete',
      'assistant complete'
    ])
    expect(told).toContainEqual({
      name: 'message.removed',
      payload: { conversationId: id, messageId: failed.id }
    })
    expect(model.requests[1]?.body.messages).toEqual(model.requests[0]?.body.messages)
  })

  it('CHAT-06: continues with the next message after a partial answer and a stopped call, leaving no call open', async () => {
    await open(
      (_request, index) =>
        index === 0 ? { text: 'Let me see.', toolUses: [use('t1', 's_long')] } : { text: 'ok' },
      { 's/long': () => new Promise(() => {}) }
    )
    const id = await create()
    await say(id, 'Look')
    await asked(1)
    await conversations.stop({ conversationId: id })
    await say(id, 'Never mind')
    await answerOf(id)
    expect(model.requests[1]?.body.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(resultsIn(1)).toMatchObject([{ id: 't1', isError: true }])
    expect(model.requests[1]?.body.messages.at(-1)?.content.map((block) => block['type'])).toEqual([
      'tool_result',
      'text'
    ])
  })

  it('fails the answer with the reason when the model is missing', async () => {
    await open()
    const id = await create()
    await conversations.marks.setModel({ conversationId: id, model: 'nobody/model' })
    await say(id, 'Hello')
    expect(await answerOf(id)).toMatchObject({ state: 'failed', failure: { code: 'MODEL_UNKNOWN' } })
  })

  it('does not change a complete answer on retry', async () => {
    await open()
    const id = await create()
    await say(id, 'Hello')
    const answer = await answerOf(id)
    await conversations.retry({ conversationId: id })
    expect(await answerOf(id)).toEqual(answer)
    expect(model.requests).toHaveLength(1)
  })

  it('refuses a second message during an answer, and always an empty one', async () => {
    const hold = createHold()
    await open(() => ({ text: 'hi', holdBefore: hold }))
    const id = await create()
    const first = say(id, 'One')
    await expect(say(id, 'Two')).rejects.toMatchObject({ code: 'CONVERSATION_BUSY' })
    await first
    await expect(say(id, '  ')).rejects.toMatchObject({ code: 'BRIDGE_INVALID_INPUT' })
    hold.release()
    await answerOf(id)
    expect((await read(id)).filter(({ role }) => role === 'user')).toHaveLength(1)
  })

  it.each([/./, /^user/])(
    "sends nothing to a model when %s can't be saved, and can be tried again",
    async (broken) => {
      await open()
      const id = await create()
      stored.history.broken = broken
      await expect(say(id, 'Hello')).rejects.toMatchObject({ code: 'HISTORY_UNAVAILABLE' })
      expect(model.requests).toHaveLength(0)
      stored.history.broken = /$^/
      await say(id, 'Hello')
      expect(textOf(await answerOf(id))).toBe('hi')
      expect((await read(id)).map(({ role }) => role)).toEqual(['user', 'assistant'])
    }
  )

  it('reports once that an answer could not be saved, and finishes it anyway', async () => {
    const hold = createHold()
    await open(() => ({ text: ['a', 'b'], holdAfter: { deltas: 1, hold } }))
    const id = await create()
    await say(id, 'Hello')
    stored.history.broken = /./
    hold.release()
    await vi.waitFor(() => expect(isRunning(id)).toBe(false), soon)
    expect(told.filter(({ name }) => name === 'notice.raised').length).toBeGreaterThanOrEqual(1)
    expect(told.findLast((event) => event.name === 'message.changed')?.payload).toMatchObject({
      state: 'complete'
    })
  })
})

describe('continuing an answer', () => {
  const goOn = async (conversationId: string) => {
    await conversations.continue({ conversationId })
    return answerOf(conversationId)
  }
  const blocksIn = (index: number) =>
    model.requests[index]?.body.messages.map(
      ({ role, content }) => `${role}: ${content.map((block) => block['text'] ?? block['type']).join('|')}`
    )
  const overload = { deltas: 0, type: 'overloaded_error', message: 'Overloaded' }

  it('keeps the text of a broken stream and requests the rest', async () => {
    await open((_request, index) =>
      index === 0
        ? { text: ['The answer', ' is'], breakAfter: { deltas: 1, how: 'drop' } }
        : { text: ' is 42.' }
    )
    const id = await create()
    await say(id, 'What is it?')
    const failed = await answerOf(id)
    const whole = await goOn(id)
    expect(whole).toMatchObject({ id: failed.id, state: 'complete', failure: null })
    expect(textOf(whole)).toBe('The answer| is 42.')
    expect(blocksIn(1)).toEqual([
      'user: What is it?',
      'assistant: The answer',
      expect.stringMatching(/^user: \[.*Continue from exactly this point/u)
    ])
    expect((await read(id)).map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(told.filter(({ name }) => name === 'message.removed')).toEqual([])
  })

  it('works after the length limit of the provider for one reply', async () => {
    await open((_request, index) =>
      index === 0 ? { text: 'One, two,', stopReason: 'max_tokens' } : { text: ' three.' }
    )
    const id = await create()
    await say(id, 'Count')
    expect(await answerOf(id)).toMatchObject({ state: 'complete', stopReason: 'max_tokens' })
    await conversations.retry({ conversationId: id })
    expect(model.requests).toHaveLength(1)
    const whole = await goOn(id)
    expect([textOf(whole), whole.stopReason]).toEqual(['One, two,| three.', 'end_turn'])
    await goOn(id)
    expect(model.requests).toHaveLength(2)
  })

  it.each(['continue', 'retry'] as const)('keeps the results: %s runs no call a second time', async (way) => {
    const { calls } = await open(
      (_request, index) => {
        if (index === 0) return { text: 'I write.', toolUses: [use('t1', 's_write')] }
        return index === 1 ? { errorAfter: overload } : { text: 'Written.' }
      },
      { 's/write': async () => textResult('done') }
    )
    const id = await create()
    await say(id, 'Write')
    await asked(1)
    gate.asked[0]!.answer('allow')
    const failed = await answerOf(id)
    expect(failed.state).toBe('failed')
    await conversations[way]({ conversationId: id })
    const whole = await answerOf(id)
    expect(whole).toMatchObject({ id: failed.id, state: 'complete' })
    expect(textOf(whole)).toBe('I write.|Written.')
    expect(calls).toHaveLength(1)
    expect(gate.asked).toHaveLength(1)
    expect(blocksIn(model.requests.length - 1)).toEqual([
      ...['user: Write', 'assistant: I write.|tool_use', 'user: tool_result']
    ])
  })

  it('drops a call without a decision: the model and Parley ask again', async () => {
    const { calls } = await open(
      (_request, index) =>
        index < 2 ? { text: `Try ${index}.`, toolUses: [use(`t${index}`, 's_write')] } : { text: 'Done.' },
      { 's/write': async () => textResult('done') }
    )
    const id = await create()
    await say(id, 'Write')
    await asked(1)
    await conversations.stop({ conversationId: id })
    await conversations.continue({ conversationId: id })
    await asked(2)
    gate.asked[1]!.answer('allow')
    const whole = await answerOf(id)
    expect(callsOf(whole).map(({ providerCallId, state }) => [providerCallId, state])).toEqual([
      ['t1', 'done']
    ])
    expect(calls).toHaveLength(1)
    expect(resultsIn(2).map((result) => result.id)).toEqual(['t1'])
  })

  it('works after Parley was killed: ended calls stay, and the model learns which call may have run', async () => {
    const tools = {
      's/write': async () => textResult('written'),
      's/slow': () => new Promise<ToolCallOutcome>(() => {})
    }
    await open(() => ({ text: 'Both.', toolUses: [use('t1', 's_write'), use('t2', 's_slow')] }), tools)
    const id = await create()
    await say(id, 'Do both')
    await asked(2)
    for (const one of gate.asked) one.answer('allow')
    const states = async () => callsOf((await read(id)).at(-1)!).map(({ state }) => state)
    await vi.waitFor(async () => expect(await states()).toEqual(['done', 'running']), soon)
    clock.pass()
    const storedStates = () => [...stored.messages.values()].flatMap(callsOf).map(({ state }) => state)
    await vi.waitFor(() => expect(storedStates()).toEqual(['done', 'running']), soon)
    const [killed, killedModel] = [conversations, model]
    const left = structuredClone([...stored.messages])
    await killed.dispose()
    await killedModel.close()
    stored.messages.clear()
    for (const [key, one] of left) stored.messages.set(key, one)

    const { calls } = await open(() => ({ text: 'Done.' }), tools)
    const whole = await goOn(id)
    expect(textOf(whole)).toBe('Both.|Done.')
    expect(calls).toEqual([])
    expect(resultsIn(0)).toEqual([
      { id: 't1', isError: false, text: expect.stringContaining('written') },
      { id: 't2', isError: true, text: expect.stringContaining('Check before') }
    ])
  })

  it('asks again when the answer is empty', async () => {
    await open((_request, index) => (index === 0 ? { errorAfter: overload } : { text: 'Hello.' }))
    const id = await create()
    await say(id, 'Hello')
    const failed = await answerOf(id)
    const whole = await goOn(id)
    expect(textOf(whole)).toBe('Hello.')
    expect(whole.id).not.toBe(failed.id)
    expect(blocksIn(model.requests.length - 1)).toEqual(['user: Hello'])
  })
})

describe('a message queue', () => {
  const queue = (conversationId: string, text: string, more = {}) =>
    conversations.send({ conversationId, text, ...nothingElse, ifBusy: 'queue', ...more })
  const waiting = () => conversations.queues.list().flatMap(({ messages }) => messages)
  const words = async (id: string) => (await read(id)).map(textOf)
  const wordsIn = (index: number) =>
    model.requests[index]?.body.messages.map(({ content }) =>
      content.map((block) => block['text'] ?? block['type']).join('|')
    )

  it('sends them one by one when the answer is complete, except removed ones', async () => {
    const hold = createHold()
    await open((_request, index) => ({ text: `answer ${index}`, holdBefore: hold }))
    const id = await create()
    await say(id, 'One')
    await queue(id, 'Two')
    await queue(id, 'Never')
    await queue(id, 'Changed')
    await queue(id, 'Three')
    expect(waiting().map(({ text }) => text)).toEqual(['Two', 'Never', 'Changed', 'Three'])
    const [, never, changed] = waiting()
    conversations.queues.remove({ conversationId: id, queuedId: never!.id })
    const taken = conversations.queues.take({ conversationId: id, queuedId: changed!.id })
    expect(taken).toEqual({ text: 'Changed', resources: [], prompt: null, files: [] })
    expect(conversations.queues.take({ conversationId: id, queuedId: changed!.id })).toBeNull()
    hold.release()
    await vi.waitFor(() => expect(model.requests).toHaveLength(3), soon)
    await answerOf(id)
    expect(await words(id)).toEqual(['One', 'answer 0', 'Two', 'answer 1', 'Three', 'answer 2'])
    expect(waiting()).toEqual([])
    const last = told.findLast(({ name }) => name === 'queue.changed')
    expect(last?.payload).toEqual({ conversationId: id, messages: [] })
  })

  it('sends one immediately when the answer has already ended', async () => {
    await open()
    const id = await create()
    await queue(id, 'Hello')
    expect(textOf(await answerOf(id))).toBe('hi')
    expect(waiting()).toEqual([])
  })

  it('steers: sends one with the results of the running calls, before the others', async () => {
    await open(
      (_request, index) =>
        index === 0 ? { text: 'I look.', toolUses: [use('t1', 's_look')] } : { text: `answer ${index}` },
      { 's/look': async () => textResult('seen') }
    )
    const id = await create()
    await say(id, 'Look')
    await asked(1)
    await queue(id, 'Later')
    await queue(id, 'Not there, here', { ifBusy: 'steer' })
    expect(waiting()).toMatchObject([
      { text: 'Not there, here', isNext: true },
      { text: 'Later', isNext: false }
    ])
    gate.asked[0]!.answer('allow')
    await vi.waitFor(() => expect(model.requests).toHaveLength(3), soon)
    await answerOf(id)
    expect(wordsIn(1)).toEqual(['Look', 'I look.|tool_use', 'tool_result|Not there, here'])
    expect(resultsIn(1)).toMatchObject([{ id: 't1', isError: false, text: expect.stringContaining('seen') }])
    expect(await words(id)).toEqual([
      ...['Look', 'I look.', 'Not there, here', 'answer 1', 'Later', 'answer 2']
    ])
    expect((await read(id)).map(({ state }) => state)).not.toContain('stopped')
  })

  it('makes a queued message the next one on request', async () => {
    await open(
      (_request, index) => (index === 0 ? { toolUses: [use('t1', 's_look')] } : { text: `answer ${index}` }),
      { 's/look': async () => textResult('seen') }
    )
    const id = await create()
    await say(id, 'Look')
    await asked(1)
    await queue(id, 'First')
    await queue(id, 'Second')
    await conversations.queues.send({ conversationId: id, queuedId: waiting()[1]!.id })
    expect(waiting()).toMatchObject([{ text: 'Second', isNext: true }, { text: 'First' }])
    gate.asked[0]!.answer('allow')
    await vi.waitFor(() => expect(model.requests).toHaveLength(3), soon)
    await answerOf(id)
    expect((await words(id)).filter((_text, index) => index % 2 === 0)).toEqual(['Look', 'Second', 'First'])
  })

  it('keeps them after a stop until the user sends them, also over a restart, with their files', async () => {
    await open(() => ({ text: ['Half', ' more'], holdAfter: { deltas: 1, hold: createHold() } }))
    const id = await create()
    await say(id, 'One')
    const data = Buffer.from('milk').toString('base64')
    conversations.files.add({ fileId: 'f', name: 'list.txt', size: 4, offset: 0, data })
    await queue(id, 'Two', { files: ['f'] })
    await queue(id, 'Three')
    await vi.waitFor(async () => expect(textOf((await read(id)).at(-1))).toBe('Half'), soon)
    await conversations.stop({ conversationId: id })
    expect(waiting()).toMatchObject([
      { text: 'Two', attached: ['list.txt'], isHeld: true },
      { text: 'Three', attached: [], isHeld: true }
    ])
    expect(model.requests).toHaveLength(1)
    await conversations.dispose()
    await model.close()

    await open((_request, index) => ({ text: `answer ${index}` }))
    expect(waiting()).toMatchObject([{ text: 'Two', isHeld: true }, { text: 'Three' }])
    expect(model.requests).toHaveLength(0)
    await conversations.queues.send({ conversationId: id, queuedId: waiting()[0]!.id })
    await answerOf(id)
    expect(await words(id)).toEqual(['One', 'Half', 'Two', 'answer 0'])
    expect(JSON.stringify(model.requests[0]!.body.messages.at(-1))).toContain('milk')
    expect(waiting()).toMatchObject([{ text: 'Three', isHeld: true }])
    await conversations.delete({ conversationId: id })
    expect(waiting()).toEqual([])
  })

  it("keeps one queued and reports why when its files can't be read", async () => {
    const hold = createHold()
    await open(() => ({ text: 'hi', holdBefore: hold }))
    const id = await create()
    await say(id, 'One')
    const resources = [{ serverName: 'notes', uri: 'note:///gone', name: 'Gone' }]
    await queue(id, 'Two', { resources })
    hold.release()
    await vi.waitFor(() => expect(waiting()).toMatchObject([{ text: 'Two', isHeld: true }]), soon)
    await answerOf(id)
    const notice = told.find(({ name }) => name === 'notice.raised')
    expect(JSON.stringify(notice?.payload)).toContain('note:///gone')
    expect(model.requests).toHaveLength(1)
  })
})

describe('the history', () => {
  it('contains the user message before the model is called, and the answer at its end', async () => {
    const saved: string[][] = []
    await open(() => {
      saved.push([...stored.log])
      return { text: 'hi' }
    })
    const id = await create()
    expect(stored.log).toEqual([])
    await say(id, 'Hello there')
    await answerOf(id)
    expect(saved[0]).toEqual(['conversation Hello there', 'user complete'])
    expect(stored.log.slice(2)).toEqual(['assistant complete', 'conversation Hello there'])
  })

  it('gets the answer in progress from time to time', async () => {
    const hold = createHold()
    await open(() => ({ text: ['Half', ' and half'], holdAfter: { deltas: 1, hold } }))
    const id = await create()
    await say(id, 'Hello')
    await vi.waitFor(async () => expect(textOf((await read(id)).at(-1))).toBe('Half'), soon)
    clock.pass()
    await vi.waitFor(() => expect([...stored.messages.values()].map(textOf)).toContain('Half'), soon)
    hold.release()
    await answerOf(id)
  })

  it('settles an interrupted answer after a crash: stopped, calls canceled, and retry works', async () => {
    await open(
      (_request, index) =>
        index === 0 ? { text: 'So far', toolUses: [use('t1', 's_long')] } : { text: 'Whole.' },
      {
        's/long': () => new Promise(() => {})
      }
    )
    const id = await create()
    await say(id, 'Look')
    await asked(1)
    clock.pass()
    await vi.waitFor(() => expect(stored.log).toContain('assistant streaming'), soon)
    // Simulates a crash: nothing is disposed, and another instance opens the same history.
    const [killed, killedModel] = [conversations, model]
    const left = structuredClone([...stored.messages])
    await killed.dispose()
    await killedModel.close()
    stored.messages.clear()
    for (const [key, one] of left) stored.messages.set(key, one)

    await open(() => ({ text: 'Whole.' }))
    expect(conversations.list()).toMatchObject([{ id, title: 'Look', isRunning: false }])
    const [, answer] = await read(id)
    expect(answer).toMatchObject({ state: 'stopped', stopReason: 'stopped' })
    expect(callsOf(answer!).map(({ state }) => state)).toEqual(['cancelled'])
    expect(stored.messages.get(answer!.id)).toEqual(answer)
    await conversations.retry({ conversationId: id })
    expect(textOf(await answerOf(id))).toBe('Whole.')
  })

  it('contains the answer so far when Parley quits normally', async () => {
    const hold = createHold()
    await open(() => ({ text: ['Half', ' more'], holdAfter: { deltas: 1, hold } }))
    const id = await create()
    await say(id, 'Hello')
    await vi.waitFor(async () => expect(textOf((await read(id)).at(-1))).toBe('Half'), soon)
    await conversations.dispose()
    const answer = [...stored.messages.values()].find(({ role }) => role === 'assistant')
    expect(answer).toMatchObject({ state: 'stopped', parts: [{ text: 'Half' }] })
    hold.release()
  })
})

describe('the conversation list', () => {
  it('keeps one empty conversation, which is not stored until its first message', async () => {
    await open()
    const first = await create()
    expect(await create()).toBe(first)
    expect(await read(first)).toEqual([])
    await say(first, 'Hello')
    await answerOf(first)
    const second = await create()
    expect(second).not.toBe(first)
    expect(conversations.list().map(({ id }) => id)).toEqual([second, first])
    expect([...stored.conversations.keys()]).toEqual([first])
  })

  it('uses the default model for an empty conversation, and the chosen model for one with messages', async () => {
    await open()
    const used = await create()
    await say(used, 'Hello')
    await answerOf(used)
    const empty = await create()
    defaultModel = 'direct'
    conversations.defaultModelChanged()
    const modelOf = (id: string) => conversations.list().find((one) => one.id === id)?.model
    expect([modelOf(used), modelOf(empty)]).toEqual(['anthropic/claude-test', 'direct'])
    expect(told.at(-1)).toMatchObject({
      name: 'conversation.changed',
      payload: { id: empty, model: 'direct' }
    })
  })

  it('renames a conversation, and keeps that name after the first message', async () => {
    await open()
    const id = await create()
    await conversations.marks.rename({ conversationId: id, title: ' Plans ' })
    await say(id, 'Hello')
    await answerOf(id)
    expect(conversations.list()).toMatchObject([{ title: 'Plans' }])
    expect(stored.conversations.get(id)?.title).toBe('Plans')
  })

  it('deletes a conversation during a turn, with its questions and permissions', async () => {
    await open(() => ({ toolUses: [use('t1', 's_long')] }), { 's/long': () => new Promise(() => {}) })
    const id = await create()
    await say(id, 'Look')
    await asked(1)
    await conversations.delete({ conversationId: id })
    expect(gate.asked[0]?.signal.aborted).toBe(true)
    expect(gate.forgotten).toEqual([id])
    expect([stored.conversations.size, stored.messages.size]).toEqual([0, 0])
    expect(conversations.list()).toEqual([])
    expect(told.at(-1)).toEqual({ name: 'conversation.removed', payload: { conversationId: id } })
    await expect(say(id, 'Hello?')).rejects.toMatchObject({ code: 'CONVERSATION_UNKNOWN' })
  })

  it('searches conversations in the history, and returns all for an empty search', async () => {
    await open()
    for (const text of ['About cats', 'About dogs']) {
      const id = await create()
      await say(id, text)
      await answerOf(id)
    }
    expect((await conversations.search({ query: 'dogs' })).map(({ title }) => title)).toEqual(['About dogs'])
    expect((await conversations.search({ query: ' ' })).map(({ title }) => title)).toEqual([
      'About dogs',
      'About cats'
    ])
  })

  it('pages through messages, with the running answer only on the last page', async () => {
    const hold = createHold()
    await open((_request, index) => (index === 2 ? { text: 'third', holdBefore: hold } : { text: 'ok' }))
    const id = await create()
    for (const text of ['one', 'two']) {
      await say(id, text)
      await answerOf(id)
    }
    await say(id, 'three')
    const newest = await conversations.read({ conversationId: id, lastId: null, limit: 2 })
    expect(newest.messages.map(({ role, state }) => `${role} ${state}`)).toEqual([
      'user complete',
      'assistant streaming'
    ])
    expect(newest.hasEarlier).toBe(true)
    const lastId = newest.messages[0]!.parentId
    const earlier = await conversations.read({ conversationId: id, lastId, limit: 10 })
    expect(earlier.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(earlier.hasEarlier).toBe(false)
    hold.release()
    await answerOf(id)
  })
})

describe('Direct mode', () => {
  const tools: Record<string, Run> = {
    'notes/add': (args) => Promise.resolve(textResult(`added ${JSON.stringify(args)}`))
  }
  const pick = (conversationId: string, serverName: string, args: JsonObject = { title: 'Milk' }) =>
    conversations.send({
      conversationId,
      text: '',
      ...nothingElse,
      toolRequest: { serverName, toolName: 'add', arguments: args }
    })

  beforeEach(() => {
    defaultModel = 'direct'
  })

  it('runs the tool that the user selected after the usual question, with no text of its own', async () => {
    const { calls } = await open(undefined, tools)
    const id = await create()
    await pick(id, 'notes')
    await asked(1)
    expect(gate.asked[0]).toMatchObject({
      toolName: 'add',
      requestedBy: 'direct',
      arguments: { title: 'Milk' }
    })
    gate.asked[0]!.answer('allow')
    const answer = await answerOf(id)
    expect(calls).toMatchObject([{ tool: 'notes/add', arguments: { title: 'Milk' } }])
    expect(answer).toMatchObject({ state: 'complete', stopReason: 'end_turn', model: 'direct' })
    expect(answer.parts).toHaveLength(1)
    expect(callsOf(answer)[0]).toMatchObject({ state: 'done', serverName: 'notes', toolName: 'add' })
    expect(conversations.list()).toMatchObject([{ title: 'add' }])
    expect(model.requests).toHaveLength(0)
    await pick(id, 'notes', { title: 'Bread' })
    await asked(2)
    gate.asked[1]!.answer('deny')
    expect(callsOf(await answerOf(id))[0]).toMatchObject({ state: 'denied', arguments: { title: 'Bread' } })
  })

  it('shows invalid arguments and a disconnected server to the user, and never uses another server with that tool', async () => {
    await open(undefined, tools)
    const id = await create()
    await pick(id, 'notes', { misfit: true })
    expect(callsOf(await answerOf(id))[0]?.failure).toMatchObject({
      code: 'TOOL_INVALID_ARGUMENTS',
      message: expect.stringContaining('send the request again') as string,
      data: { problems: [{ path: '/misfit', message: quote('is not known') }] }
    })
    await pick(id, 'gone')
    expect(callsOf(await answerOf(id))[0]).toMatchObject({
      state: 'failed',
      serverName: 'gone',
      failure: { code: 'SERVER_NOT_CONNECTED' }
    })
    expect(gate.asked).toHaveLength(0)
  })

  it('answers text with tools to choose from', async () => {
    await open(undefined, tools)
    const id = await create()
    await say(id, 'Write a note')
    const answer = await answerOf(id)
    expect(textOf(answer)).toContain('No language model is connected')
    expect(answer.parts.at(-1)).toMatchObject({
      type: 'tool-suggestions',
      tools: [{ serverName: 'notes', name: 'add' }]
    })
  })

  it('sends the Direct mode history to a model that takes over', async () => {
    await open(undefined, tools)
    const id = await create()
    await pick(id, 'notes')
    await asked(1)
    gate.asked[0]!.answer('allow')
    await answerOf(id)
    await conversations.marks.setModel({ conversationId: id, model: 'anthropic/claude-test' })
    await say(id, 'What did I add?')
    expect(textOf(await answerOf(id))).toBe('hi')
    const [asking, call, result] = model.requests[0]!.body.messages
    expect(JSON.stringify(asking)).toContain('notes_add')
    expect(call?.content).toMatchObject([{ type: 'tool_use', name: 'notes_add', input: { title: 'Milk' } }])
    expect(result?.content.map((block) => block['type'])).toEqual(['tool_result', 'text'])
  })
})

/** The message as a window has it after receiving only events. Every event must match the contract. */
function replay(messageId: string): Message | undefined {
  let message: Message | undefined
  for (const event of told) {
    expect(events[event.name].safeParse(event.payload).success).toBe(true)
    if (event.name === 'message.changed' && event.payload.id === messageId) message = event.payload
    if (event.name === 'text.appended' && event.payload.messageId === messageId) {
      const { partIndex, text, offset } = event.payload
      const part = message!.parts[partIndex]
      expect(part?.type === 'text' && part.text.length).toBe(offset)
      if (part?.type === 'text')
        message = { ...message!, parts: message!.parts.with(partIndex, { ...part, text: part.text + text }) }
    }
  }
  return message
}

describe('attachments', () => {
  const note = (number: number) => ({ serverName: 'notes', uri: `note:///${number}`, name: `Note ${number}` })
  const talk = { serverName: 'notes', name: 'talk', arguments: { topic: 'Food' } }
  const attach = (conversationId: string, more: Partial<Parameters<Conversations['send']>[0]>) =>
    conversations.send({ conversationId, text: '', ...nothingElse, ...more })
  const partsOf = async (id: string, index = 0) => (await read(id))[index]?.parts
  const sentBy = (index: number) => JSON.stringify(model.requests[index]?.body.messages)

  it('RES-11: sends what the server returned at that moment, each once, and stores it in the message', async () => {
    await open()
    const id = await create()
    await attach(id, { text: 'What is to do?', resources: [note(1), note(2), note(1)] })
    await answerOf(id)
    expect(await partsOf(id)).toMatchObject([
      { type: 'resource', uri: 'note:///1', name: 'Note 1', mimeType: 'text/plain', hasChanged: false },
      { type: 'resource', uri: 'note:///2', contents: [{ text: 'Call Ada' }] },
      { type: 'text', text: 'What is to do?' }
    ])
    const [{ content } = { content: [] }] = model.requests[0]!.body.messages
    expect(content.map(({ text }) => String(text))).toEqual([
      expect.stringMatching(
        /^\[Resource "note:\/\/\/1" of the server "notes", "text\/plain", read .*Z\]\nBuy milk$/
      ),
      expect.stringMatching(/Call Ada$/),
      'What is to do?'
    ])
  })

  it('PROM-08: adds the messages of a prompt to the conversation with their own roles', async () => {
    await open()
    const id = await create()
    await attach(id, { prompt: talk })
    await answerOf(id)
    expect(await partsOf(id)).toMatchObject([
      {
        type: 'prompt',
        name: 'talk',
        arguments: { topic: 'Food' },
        messages: [{ role: 'user' }, { role: 'assistant' }]
      }
    ])
    expect(model.requests[0]?.body.messages.map(({ role, content }) => [role, content[0]?.['text']])).toEqual(
      [
        ['user', 'About Food'],
        ['assistant', 'Gladly.'],
        ['user', '[The prompt ends here. Continue from it.]']
      ]
    )
    expect(conversations.list()[0]?.title).toBe('talk')
  })

  it.each([
    [
      'a missing resource',
      { resources: [note(1), note(9)] },
      /“Note 9” of notes could not be attached, so nothing was sent\. .*not found/
    ],
    [
      'a prompt without messages',
      { prompt: { ...talk, name: 'empty' } },
      /“empty” of notes could not be inserted, so nothing was sent/
    ]
  ])('refuses the message for %s, and stores nothing', async (_name, wanted, message) => {
    await open()
    const id = await create()
    await expect(attach(id, { text: 'Look', ...wanted })).rejects.toThrow(message)
    expect([stored.log, await read(id), model.requests, offers.watched()]).toEqual([[], [], [], []])
    expect(isRunning(id)).toBe(false)
    await say(id, 'Then without')
    expect(textOf(await answerOf(id))).toBe('hi')
  })

  it('can be stopped while they are read, and then sends nothing', async () => {
    await open()
    offers.slow.set('note:///1', createHold().released)
    const id = await create()
    const sending = attach(id, { resources: [note(1)] })
    const refused = expect(sending).rejects.toMatchObject({ code: 'TOOL_CANCELLED' })
    await vi.waitFor(() => expect(isRunning(id)).toBe(true), soon)
    await conversations.stop({ conversationId: id })
    await refused
    expect([stored.log, offers.watched(), isRunning(id)]).toEqual([[], [], false])
  })

  it('RES-14: marks them once when they change, and tells the model with the next message', async () => {
    await open()
    const id = await create()
    await attach(id, { text: 'Look', resources: [note(1), note(2)] })
    await answerOf(id)
    expect(offers.watched()).toEqual(['note:///1', 'note:///2'])
    const before = told.length
    offers.change('note:///1', 'Buy bread')
    offers.change('note:///1', 'Buy jam')
    offers.change('note:///2', 'Call Eve')
    await vi.waitFor(
      async () => expect(await partsOf(id)).toMatchObject([{ hasChanged: true }, { hasChanged: true }, {}]),
      soon
    )
    const news = told.slice(before).map(({ name, payload }) => [name, 'id' in payload && payload.id])
    const messageId = (await read(id))[0]?.id
    expect(news).toEqual([
      ['message.changed', messageId],
      ['message.changed', messageId]
    ])
    await say(id, 'And now?')
    await answerOf(id)
    expect(sentBy(0)).not.toContain('has reported a change')
    expect(sentBy(1)).toContain('the server has reported a change since then]\\nBuy milk')
    expect(offers.watched()).toEqual([])
  })

  it('marks them also when they change between reading and sending', async () => {
    await open()
    const hold = createHold()
    offers.slow.set('note:///2', hold.released)
    const id = await create()
    const sending = attach(id, { resources: [note(1), note(2)] })
    await vi.waitFor(() => expect(offers.watched()).toHaveLength(2), soon)
    await new Promise((resolve) => setImmediate(resolve)) // the first one is read
    offers.change('note:///1', 'Buy bread')
    offers.change('note:///2', 'Call Eve')
    hold.release()
    await sending
    await answerOf(id)
    expect(await partsOf(id)).toMatchObject([
      { contents: [{ text: 'Buy milk' }], hasChanged: true },
      { contents: [{ text: 'Call Eve' }], hasChanged: false }
    ])
    expect(offers.watched()).toEqual(['note:///2'])
  })

  it('watches them again when their conversation is opened after a restart, but not after it was deleted', async () => {
    await open()
    const id = await create()
    await attach(id, { resources: [note(1)] })
    await answerOf(id)
    await conversations.dispose()
    expect(offers.watched()).toEqual([])
    await model.close()
    await open()
    expect(offers.watched()).toEqual([])
    await read(id)
    await read(id)
    expect(offers.watched()).toEqual(['note:///1'])
    offers.change('note:///1', 'Buy bread')
    await vi.waitFor(async () => expect(await partsOf(id)).toMatchObject([{ hasChanged: true }]), soon)
    const other = await create()
    await attach(other, { resources: [note(2)] })
    await answerOf(other)
    expect(conversations.list().find((one) => one.id === other)?.title).toBe('Note 2')
    await conversations.delete({ conversationId: other })
    expect(offers.watched()).toEqual([])
  })

  it('shows them in Direct mode, with a note that no model reads them', async () => {
    defaultModel = 'direct'
    await open(undefined, { 'notes/add': () => Promise.resolve(textResult('added')) })
    const id = await create()
    await attach(id, { resources: [note(1)], prompt: talk })
    expect(textOf(await answerOf(id))).toMatch(
      /^Only you can see your attachments\. No model reads them\. To talk to a model/
    )
    const toolRequest = { serverName: 'notes', toolName: 'add', arguments: {} }
    await attach(id, { resources: [note(2)], toolRequest })
    await asked(1)
    gate.asked[0]!.answer('allow')
    const answer = await answerOf(id)
    expect(textOf(answer)).toMatch(/no model reads them/i)
    expect(callsOf(answer)).toMatchObject([{ state: 'done' }])
    expect(model.requests).toEqual([])
  })
})
