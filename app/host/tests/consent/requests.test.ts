/** Requests of real servers to the host: the request, the user's answer, and what the server makes of it. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHold, createScriptedModel } from '../../../testing/scripted-model/scripted-model'
import type { ScriptedModel, ScriptedReply } from '../../../testing/scripted-model/scripted-model'
import { calls } from '../../../contract/bridge/calls'
import type { QuestionAnswer, Question } from '../../../contract/questions/questions'
import type { Exchange, ToolCallPart } from '../../../contract/conversations'
import { events as eventSchemas } from '../../../contract/bridge/events'
import type { EventName } from '../../../contract/bridge/events'
import { openHost } from '../../../testing/open-host'
import type { OpenTestHost } from '../../../testing/open-host'
import { toEnglish } from '../../../texts/render-localized'
import { renderEnglish } from '../../../testing/in-english'
import { answerEnded } from '../../../testing/answer-ended'
import { soon } from '../../../testing/soon'

const file = (relative: string) => fileURLToPath(new URL(`../../../../${relative}`, import.meta.url))
const node = (...args: string[]) => ({ command: process.execPath, args })
const servers = {
  everything: node(file('node_modules/@modelcontextprotocol/server-everything/dist/index.js')),
  samples: node(file('app/testing/servers/spec-samples.mjs')),
  asking: node(file('app/testing/servers/mcp-asking.mjs'))
}

let folder: string
let host: OpenTestHost
let model: ScriptedModel
let conversationId: string
/** The model's answers, request by request. */
let replies: ScriptedReply[]

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-requests-'))
  replies = []
  model = await createScriptedModel({ script: () => replies.shift() ?? { text: 'Nothing is left to say.' } })
})

afterEach(async () => {
  await host.dispose()
  for (const { name, payload } of host.events) eventSchemas[name].parse(structuredClone(payload))
  await model.close()
  await rm(folder, { recursive: true, force: true })
})

const writeSettings = (settings: object) =>
  writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings))

/** A host with one server, trusted and connected, and a conversation in Direct mode. */
async function start(
  serverName: keyof typeof servers,
  { hasModel = true, settings = {} }: { hasModel?: boolean; settings?: object } = {}
): Promise<void> {
  await writeSettings({ mcpServers: { [serverName]: servers[serverName] }, ...settings })
  const key = { ANTHROPIC_API_KEY: 'sk-test-key', ANTHROPIC_BASE_URL: model.baseUrl }
  host = await openHost({ folder, environment: hasModel ? key : {} })
  await host.start()
  await asked('server-trust')
  await say({ type: 'server-trust', decision: 'trust' })
  await vi.waitFor(async () => {
    const { servers: views, models } = await host.handlers['app.snapshot']({})
    expect(views[0]).toMatchObject({ state: 'connected' })
    expect(models.isLoading).toBe(false)
  }, soon)
  conversationId = (await host.handlers['conversation.create']({})).id
  await host.handlers['conversation.set-model']({ conversationId, model: 'direct' })
}

async function asked<T extends Question['type']>(type: T): Promise<Extract<Question, { type: T }>> {
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type }), soon)
  return host.question() as Extract<Question, { type: T }>
}

async function say(answer: QuestionAnswer): Promise<void> {
  const { id } = await asked(answer.type)
  await host.handlers['consent.answer']({ questionId: id, answer })
}

/** Some tools are offered only after the server knows what the host supports. */
async function offered(serverName: keyof typeof servers, toolName: string): Promise<void> {
  await vi.waitFor(async () => {
    const tools = await host.handlers['server.read']({ serverName, what: 'tools' })
    expect(tools.map(({ name }) => name)).toContain(toolName)
  }, soon)
}

/** Calls a tool. The server's question comes next. */
async function call(serverName: keyof typeof servers, toolName: string, args = {}): Promise<void> {
  await begin(serverName, toolName, args)
  await say({ type: 'tool-call', decision: 'allow-once' })
}

/** Up to the question about the call itself. */
async function begin(serverName: keyof typeof servers, toolName: string, args = {}): Promise<void> {
  await offered(serverName, toolName)
  await host.handlers['conversation.send']({
    conversationId,
    text: '',
    toolRequest: { serverName, toolName, arguments: args },
    resources: [],
    prompt: null
  })
}

const lastOf = (name: EventName) => host.events.findLast((event) => event.name === name)?.payload

const ended = () => answerEnded(host, conversationId)

/** The result of the tool. */
async function result(): Promise<string> {
  const message = await ended()
  const [part] = message.parts.filter((one): one is ToolCallPart => one.type === 'tool-call')
  return part?.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n') ?? ''
}

async function notes(): Promise<string[]> {
  const { parts } = await ended()
  return parts.flatMap((part) => (part.type === 'note' ? toEnglish(part.text) : []))
}

async function exchanges(): Promise<Exchange[]> {
  const { parts } = await ended()
  return parts.flatMap((part) => (part.type === 'note' ? (part.exchange ?? []) : []))
}

const approve: QuestionAnswer = { type: 'sampling', decision: 'approve' }
const send: QuestionAnswer = { type: 'sampling-answer', decision: 'send' }

describe('sampling', () => {
  it('SYS-43 SAMP-03: shows prompt, hint, limit and model, and returns the reviewed answer', async () => {
    await start('samples')
    replies = [{ text: 'The capital of France is Paris.' }]
    await call('samples', 'capital')
    const question = await asked('sampling')
    expect(renderEnglish(question)).toMatchObject({
      serverName: 'samples',
      toolName: 'capital',
      conversationId,
      request: {
        messages: [{ role: 'user', content: [{ type: 'text', text: 'What is the capital of France?' }] }],
        systemPrompt: 'You are a helpful assistant.',
        hints: ['claude-3-sonnet', 'haiku'],
        maxTokens: 100
      },
      model: 'anthropic/claude-haiku-4-5',
      modelReason: 'The server asked for “haiku”.'
    })
    const snapshot = calls['app.snapshot'].output.parse(await host.handlers['app.snapshot']({}))
    expect(snapshot.questions).toEqual([question])
    expect(model.requests).toHaveLength(0)
    await say(approve)
    expect(await asked('sampling-answer')).toMatchObject({ usage: { inputTokens: 10, outputTokens: 5 } })
    await say(send)
    expect(JSON.parse(await result())).toEqual({
      role: 'assistant',
      content: { type: 'text', text: 'The capital of France is Paris.' },
      model: 'claude-haiku-4-5',
      stopReason: 'endTurn'
    })
    expect(await notes()).toEqual(["Asked for a model's answer: you sent the answer of claude-haiku-4-5."])
  })

  it('SYS-43 SAMP-10: turns a denial into the error -1, and needs no model for a written answer', async () => {
    await start('samples', { hasModel: false })
    await call('samples', 'capital')
    expect(await asked('sampling')).toMatchObject({ model: 'direct' })
    await say({ type: 'sampling', decision: 'decline' })
    expect(JSON.parse(await result())).toMatchObject({ error: { code: -1 } })
    await call('samples', 'capital')
    await say({ type: 'sampling', decision: 'answer-myself' })
    await say({ ...send, text: 'Paris, surely.' } as QuestionAnswer)
    expect(JSON.parse(await result())).toMatchObject({
      content: { type: 'text', text: 'Paris, surely.' },
      model: 'person'
    })
  })

  it("SYS-05 SAMP-15: returns the server's tools as tool_use, and its loop runs to the end", async () => {
    await start('samples')
    replies = [
      { toolUses: [{ id: 'toolu_1', name: 'forecast_get', input: { city: 'Paris' } }] },
      { text: 'It is sunny in Paris.' }
    ]
    await call('samples', 'weather')
    expect((await asked('sampling')).request).toMatchObject({
      tools: [{ name: 'forecast.get' }],
      toolChoice: 'required'
    })
    await say(approve)
    await say(send)
    expect((await asked('sampling')).request.messages.at(-1)?.content).toMatchObject([
      { type: 'tool-result', toolUseId: 'toolu_1', content: [{ text: 'Sunny in Paris' }] }
    ])
    await say(approve)
    await say(send)
    const [first, second] = JSON.parse(await result()) as { stopReason: string; content: unknown }[]
    expect(first).toMatchObject({ stopReason: 'toolUse' })
    expect([first?.content].flat()).toEqual([
      { type: 'tool_use', id: 'toolu_1', name: 'forecast.get', input: { city: 'Paris' } }
    ])
    expect(second).toMatchObject({ stopReason: 'endTurn' })
    expect(await notes()).toHaveLength(2)
  })

  it('SAMP-29 SAMP-31 ARCH-04: works with the reference server, shares no conversation, and names no key', async () => {
    await start('everything')
    await host.handlers['conversation.set-model']({ conversationId, model: 'anthropic/claude-sonnet-5-5' })
    await offered('everything', 'trigger-sampling-request')
    replies = [
      {
        toolUses: [
          { name: 'everything__trigger-sampling-request', input: { prompt: 'Say hi.', maxTokens: 50 } }
        ]
      },
      { text: 'Hi.' },
      { text: 'It said hi.' }
    ]
    await host.handlers['conversation.send']({
      conversationId,
      text: 'My cat is called Mia.',
      toolRequest: null,
      resources: [],
      prompt: null
    })
    await say({ type: 'tool-call', decision: 'allow-once' })
    await say(approve)
    await say({ ...send, text: 'Hi, edited.' } as QuestionAnswer)
    expect(await result()).toContain('Hi, edited.')
    expect(await notes()).toEqual([
      "Asked for a model's answer: you sent the answer of claude-sonnet-5-5, edited."
    ])
    expect(model.requests).toHaveLength(3)
    expect(JSON.stringify(model.requests[1]?.body)).toContain('Say hi.')
    expect(JSON.stringify(model.requests[1]?.body)).not.toContain('Mia')
    expect(JSON.stringify(host.logged)).not.toContain('Say hi.')
  })

  it('withdraws its question when the user stops the turn, and says so in the conversation', async () => {
    await start('samples')
    await call('samples', 'capital')
    await asked('sampling')
    await host.handlers['conversation.stop']({ conversationId })
    await vi.waitFor(() => expect(host.question()).toBeNull(), soon)
    await vi.waitFor(async () => {
      expect(await notes()).toEqual([expect.stringMatching(/^Asked for a model's answer: .*\.$/)])
    }, soon)
    expect(model.requests).toHaveLength(0)
  })
})

describe('elicitation', () => {
  it('SYS-42: accepts the name, checks contact data, and returns no data when declined or cancelled', async () => {
    await start('samples', { hasModel: false })
    await call('samples', 'username')
    expect(await asked('elicitation')).toMatchObject({
      serverName: 'samples',
      message: 'Your GitHub user name, please.',
      refusal: null,
      doubt: null
    })
    await say({ type: 'elicitation', decision: 'submit', content: { name: 'octocat' } })
    expect(JSON.parse(await result())).toEqual({ action: 'accept', content: { name: 'octocat' } })

    await call('samples', 'contact')
    const content = { name: 'Mona', email: 'mona', age: 17 }
    await expect(say({ type: 'elicitation', decision: 'submit', content })).rejects.toMatchObject({
      code: 'TOOL_INVALID_ARGUMENTS',
      data: { problems: [{ path: '/email' }, { path: '/age' }] }
    })
    await say({ type: 'elicitation', decision: 'decline' })
    expect(JSON.parse(await result())).toEqual({ action: 'decline' })

    await call('samples', 'contact')
    await say({ type: 'elicitation', decision: 'cancel' })
    expect(JSON.parse(await result())).toEqual({ action: 'cancel' })
    expect(await notes()).toEqual(["Asked for input: you didn't answer."])
  })

  it('SYS-44: shows labels, defaults and required marks in the form, and sends typed values to the server', async () => {
    await start('samples', { hasModel: false })
    await call('samples', 'project')
    expect((await asked('elicitation')).requestedSchema).toMatchObject({
      properties: {
        framework: { enumNames: ['React', 'Vue', 'Angular', 'None'] },
        useTypeScript: { default: true },
        port: { default: 3000 }
      },
      required: ['projectName', 'framework']
    })
    const content = { projectName: 'demo', framework: 'vue', useTypeScript: false, port: 8080 }
    await say({ type: 'elicitation', decision: 'submit', content })
    expect(JSON.parse(await result())).toEqual({ action: 'accept', content })
  })

  it('ELIC-23: refuses a form for a token', async () => {
    await start('samples', { hasModel: false })
    await call('samples', 'token')
    expect(renderEnglish((await asked('elicitation')).refusal)).toMatch(/“apiToken”/)
    const submit: QuestionAnswer = { type: 'elicitation', decision: 'submit', content: { apiToken: 'abc' } }
    await expect(say(submit)).rejects.toMatchObject({ code: 'REQUEST_REFUSED' })
    await say({ type: 'elicitation', decision: 'decline' })
    expect(JSON.parse(await result())).toEqual({ action: 'decline' })
  })

  it('SYS-05 ELIC-26: opens a link after an approval, and notes its completion', async () => {
    await start('samples', { hasModel: false })
    await call('samples', 'sign-in', { url: 'https://login.example.com/start?x=1' })
    expect(await asked('link')).toMatchObject({ host: 'login.example.com', warnings: [] })
    expect(host.openedLinks).toEqual([])
    await say({ type: 'link', decision: 'open' })
    expect(JSON.parse(await result())).toEqual({ action: 'accept' })
    expect(host.openedLinks).toEqual(['https://login.example.com/start?x=1'])
    await vi.waitFor(async () => {
      expect(await notes()).toEqual([
        'Asked to open a link: you opened it.',
        'Reported that the link task is complete.'
      ])
    }, soon)
  })

  it('works with the forms and links of the reference server', async () => {
    await start('everything', { hasModel: false })
    await call('everything', 'trigger-elicitation-request')
    expect((await asked('elicitation')).refusal).toBeNull()
    await say({ type: 'elicitation', decision: 'submit', content: { name: 'Ada', integer: 7 } })
    expect(await result()).toContain('- Name: Ada')
    await call('everything', 'trigger-url-elicitation', { url: 'http://127.0.0.1:9/x' })
    expect((await asked('link')).warnings.map(toEnglish)).toEqual([
      'This address belongs to a program on this computer.',
      'It uses an unusual port, 9.'
    ])
    await say({ type: 'link', decision: 'decline' })
    expect(await result()).toContain('declined')
    expect(host.openedLinks).toEqual([])
  })
})

describe('several requests at once', () => {
  it('shows each question in the results of the newest revision as its own question in the queue', async () => {
    await mkdir(path.join(folder, 'shared'))
    await start('asking', { hasModel: false, settings: { roots: [path.join(folder, 'shared')] } })
    await call('asking', 'all')
    await vi.waitFor(async () => {
      const { questions } = await host.handlers['app.snapshot']({})
      expect(questions.map(({ type }) => type).toSorted()).toEqual(['ask-again', 'elicitation', 'link'])
      for (const question of questions) expect(question).toMatchObject({ conversationId, toolName: 'all' })
    }, soon)
    const answers: Record<string, QuestionAnswer> = {
      elicitation: { type: 'elicitation', decision: 'submit', content: { name: 'Ada' } },
      link: { type: 'link', decision: 'open' },
      'ask-again': { type: 'ask-again', decision: 'let-ask' },
      sampling: { type: 'sampling', decision: 'answer-myself' },
      'sampling-answer': { ...send, text: 'Blue.' } as QuestionAnswer
    }
    for (let left = 5; left > 0; left -= 1) {
      await vi.waitFor(() => expect(host.question()).not.toBeNull(), soon)
      await say(answers[host.question()?.type ?? ''] as QuestionAnswer)
    }
    const { inputResponses } = JSON.parse(await result()) as { inputResponses: Record<string, unknown> }
    expect(inputResponses).toMatchObject({
      form: { action: 'accept', content: { name: 'Ada' } },
      link: { action: 'accept' },
      sampling: { model: 'person', content: { text: 'Blue.' } },
      roots: { roots: [{ name: 'shared' }] }
    })
    const [exchange, ...others] = await exchanges()
    expect(others).toEqual([])
    expect(exchange?.entries.map(({ round }) => round)).toEqual([1, 1, 1, 1])
    expect(exchange?.entries.map(({ text }) => toEnglish(text)).toSorted()).toEqual([
      "Asked for a model's answer: you sent your own answer.",
      'Asked for input: you answered.',
      'Asked for the folders and received one.',
      'Asked to open a link: you opened it.'
    ])
  })

  it('shows the rounds of a call as one exchange in its conversation, in order', async () => {
    await start('asking', { hasModel: false })
    await call('asking', 'twice')
    await say({ type: 'elicitation', decision: 'submit', content: { name: 'Ada' } })
    await say({ type: 'elicitation', decision: 'decline' })
    expect(await result()).toContain('decline')
    expect(renderEnglish(await exchanges())).toEqual([
      {
        callId: expect.any(String) as unknown,
        toolName: 'twice',
        entries: [
          { round: 1, text: 'Asked for input: you answered.' },
          { round: 2, text: 'Asked for input: you declined.' }
        ]
      }
    ])
  })

  it('gives up on a call that never stops asking after ten rounds', async () => {
    await start('asking', { hasModel: false })
    await call('asking', 'forever')
    const { parts } = await ended()
    const failed = parts.find((part) => part.type === 'tool-call')
    expect(failed?.failure?.message).toContain('asked for input more than 10 times, so Parley stopped')
    const [exchange] = await exchanges()
    expect(exchange?.entries.map(({ round }) => round)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(renderEnglish(exchange?.entries[9]?.text)).toBe('Asked for the folders and received none.')
  })

  it('SAMP-06: names a model that is asked in the card of the call, and stops only the request', async () => {
    await start('samples')
    const hold = createHold()
    replies = [{ text: 'Too late.', holdBefore: hold }]
    await call('samples', 'capital')
    await say(approve)
    const asking = await vi.waitFor(async () => {
      const page = await host.handlers['conversation.read']({
        conversationId,
        lastId: null,
        limit: 5
      })
      const running = page.messages.at(-1)?.parts.find((part) => part.type === 'tool-call')
      expect(running?.askedModels).toMatchObject([{ model: 'anthropic/claude-haiku-4-5' }])
      return running?.askedModels?.[0]
    }, soon)
    await host.handlers['sampling.stop']({ requestId: asking?.requestId ?? '' })
    expect(JSON.parse(await result())).toMatchObject({ error: { code: -1 } })
    hold.release()
    const { parts } = await ended()
    expect(parts.find((part) => part.type === 'tool-call')?.askedModels).toBeUndefined()
    expect(await notes()).toEqual(["Asked for a model's answer: you stopped the model."])
  })

  it('ELIC-24: continues a call that needs a link first once the link was opened', async () => {
    await start('everything', { hasModel: false })
    await call('everything', 'trigger-url-elicitation', { url: 'https://a.example/', errorPath: true })
    expect(await asked('link')).toMatchObject({ host: 'modelcontextprotocol.io' })
    await say({ type: 'link', decision: 'open' })
    await vi.waitFor(() => expect(host.question()).toMatchObject({ host: 'a.example' }), soon)
    await say({ type: 'link', decision: 'cancel' })
    expect(await result()).toContain('cancelled')
    expect(host.openedLinks).toEqual(['https://modelcontextprotocol.io/'])
  })
})

describe('roots', () => {
  const uriOf = (name: string) => pathToFileURL(path.join(folder, name)).href
  /** The number of folders that the reference server last reported. */
  const updatedTo = (count: number) =>
    vi.waitFor(async () => {
      const lines = await host.handlers['server.read']({ serverName: 'everything', what: 'log' })
      const news = JSON.stringify(lines).match(/Roots updated: \d+/g)
      expect(news?.at(-1)).toBe(`Roots updated: ${count}`)
    }, soon)

  it('SYS-33 ROOT-04 ROOT-06: tells the reference server the chosen folders and each change', async () => {
    await mkdir(path.join(folder, 'first one'))
    await mkdir(path.join(folder, 'second'))
    const mcpServers = { everything: servers.everything }
    const roots = (...names: string[]) => names.map((name) => path.join(folder, name))
    await start('everything', { hasModel: false, settings: { roots: roots('first one') } })
    await call('everything', 'get-roots-list')
    expect(await result()).toContain(uriOf('first one'))
    expect(await result()).not.toContain(uriOf('second'))

    await writeSettings({ mcpServers, roots: roots('first one', 'second', 'not there') })
    const { id } = await vi.waitFor(() => {
      const { held } = lastOf('settings.changed') as { held?: { id: string; changes: unknown[] } }
      if (held?.changes.length !== 2) throw new Error('Nothing waits for a yes')
      return held
    }, soon)
    await host.handlers['settings.answer-waiting-change']({ id, isUsed: true })
    const log = async () =>
      JSON.stringify(await host.handlers['server.read']({ serverName: 'everything', what: 'log' }))
    await vi.waitFor(async () => expect(await log()).toContain('Roots updated: 2'), soon)
    await call('everything', 'get-roots-list')
    expect(await result()).toContain(uriOf('second'))

    await writeSettings({ mcpServers, roots: [] })
    await vi.waitFor(async () => expect(await log()).toContain('Roots updated: 0'), soon)
    await call('everything', 'get-roots-list')
    expect(await result()).toContain('no roots are currently configured')
  })

  /** The folders that the reference server got by the ledger, newest first. */
  const foldersTold = async () => {
    const range = { from: null, to: null, beforePosition: null, limit: 100 }
    const query = { ...range, recipientType: 'server' as const, recipient: 'everything', text: '' }
    const { entries } = await host.handlers['ledger.search'](query)
    return entries.filter(({ kind }) => kind === 'folders').map(({ subject }) => subject)
  }

  it("ROOT-02 ROOT-06 ROOT-12: sends a folder's name only to the servers that were chosen for it", async () => {
    await mkdir(path.join(folder, 'plans'))
    const entry = { path: path.join(folder, 'plans'), name: 'Garden plans' }
    await start('everything', { hasModel: false, settings: { roots: [{ ...entry, servers: ['other'] }] } })
    await call('everything', 'get-roots-list')
    expect(await result()).not.toContain(uriOf('plans'))
    expect(await foldersTold()).toEqual([])

    await host.handlers['settings.set-roots']({ roots: [{ ...entry, servers: ['everything', 'other'] }] })
    await updatedTo(1)
    await call('everything', 'get-roots-list')
    expect(await result()).toContain(uriOf('plans'))
    expect(await result()).toContain('Garden plans')
    expect(await foldersTold()).toEqual(['one folder'])
    expect(lastOf('settings.changed')).toMatchObject({
      roots: [{ ...entry, servers: ['everything', 'other'] }]
    })
  })

  it('ROOT-04 ROOT-06 ROOT-14: shares the folders of a conversation only while it runs, and in no other conversation', async () => {
    await mkdir(path.join(folder, 'always'))
    await mkdir(path.join(folder, 'only here'))
    await start('everything', {
      hasModel: false,
      settings: { roots: [path.join(folder, 'always')] }
    })
    const folders = [path.join(folder, 'only here')]
    await host.handlers['conversation.set-folders']({ conversationId, folders })
    expect(lastOf('conversation.changed')).toMatchObject({ id: conversationId, folders })
    await begin('everything', 'get-roots-list')
    await asked('tool-call') // the turn runs
    await updatedTo(2)
    await say({ type: 'tool-call', decision: 'allow-once' })
    expect(await result()).toContain(uriOf('only here'))
    expect(await result()).toContain(uriOf('always'))
    await updatedTo(1)

    const first = conversationId
    conversationId = (await host.handlers['conversation.create']({})).id
    expect(conversationId).not.toBe(first)
    await host.handlers['conversation.set-model']({ conversationId, model: 'direct' })
    await call('everything', 'get-roots-list')
    expect(await result()).not.toContain(uriOf('only here'))

    // Kept with the conversation, until the user removes them.
    await host.dispose()
    host = await openHost({ folder, environment: {} })
    await host.start()
    const { conversations } = await host.handlers['app.snapshot']({})
    expect(conversations.find(({ id }) => id === first)).toMatchObject({ folders })
    await host.handlers['conversation.set-folders']({ conversationId: first, folders: [] })
    expect(lastOf('conversation.changed')).toMatchObject({ id: first, folders: [] })
  })

  it("ROOT-02 ROOT-06 ROOT-12: keeps the name and the servers of a conversation's folder", async () => {
    const plans = { path: path.join(folder, 'plans'), name: 'Garden plans', servers: ['everything'] }
    await mkdir(plans.path)
    await mkdir(path.join(folder, 'secret'))
    await start('everything', { hasModel: false })
    const folders = [plans, { path: path.join(folder, 'secret'), servers: ['other'] }]
    await host.handlers['conversation.set-folders']({ conversationId, folders })
    await call('everything', 'get-roots-list')
    expect(await result()).toContain('Garden plans')
    expect(await result()).not.toContain('secret')
    await host.dispose()
    host = await openHost({ folder, environment: {} })
    await host.start()
    const { conversations } = await host.handlers['app.snapshot']({})
    expect(conversations.find(({ id }) => id === conversationId)).toMatchObject({ folders })
  })

  it('ROOT-06: removes the folders of an empty conversation that is offered again, and accepts only absolute paths', async () => {
    await start('everything', { hasModel: false })
    const set = (folders: string[]) => host.handlers['conversation.set-folders']({ conversationId, folders })
    await expect(set(['relative'])).rejects.toMatchObject({ code: 'BRIDGE_INVALID_INPUT' })
    await set([folder])
    const again = await host.handlers['conversation.create']({})
    expect(again.id).toBe(conversationId)
    expect(again).not.toHaveProperty('folders')
  })

  it('ROOT-06 ROOT-11: adds the folder from the system dialog to the list as it is by then', async () => {
    const before = path.join(folder, 'before')
    const meanwhile = path.join(folder, 'meanwhile')
    const chosen = path.join(folder, 'chosen')
    let choose = async (): Promise<string | null> => chosen
    await writeSettings({ mcpServers: {}, roots: [before] })
    host = await openHost({ folder, environment: {}, chooseFolder: () => choose() })
    await host.start()
    const rootsNow = async () => (await host.handlers['app.snapshot']({})).settings.roots
    choose = async () => {
      await host.handlers['settings.set-roots']({ roots: [before, meanwhile] })
      return chosen
    }
    await host.handlers['app.choose-folder']({ addTo: 'settings' })
    expect(await rootsNow()).toEqual([before, meanwhile, chosen])
    // Again, or nothing.
    choose = async () => chosen
    await host.handlers['app.choose-folder']({ addTo: 'settings' })
    choose = async () => null
    await host.handlers['app.choose-folder']({ addTo: 'settings' })
    expect(await rootsNow()).toEqual([before, meanwhile, chosen])

    const { id } = await host.handlers['conversation.create']({})
    choose = async () => chosen
    for (let times = 0; times < 2; times += 1)
      await host.handlers['app.choose-folder']({ addTo: { conversationId: id } })
    expect(lastOf('conversation.changed')).toMatchObject({ id, folders: [chosen] })
    expect(await rootsNow()).toEqual([before, meanwhile, chosen])
  })

  it('ROOT-04 ROOT-14: shares the folders of a conversation from the first message on, while it runs', async () => {
    await mkdir(path.join(folder, 'only here'))
    await start('everything', { hasModel: false })
    const folders = [path.join(folder, 'only here')]
    const toolRequest = { serverName: 'everything', toolName: 'get-roots-list', arguments: {} }
    const words = { text: '', toolRequest, resources: [], prompt: null }
    await host.handlers['conversation.send']({ conversationId, ...words, folders })
    await asked('tool-call')
    await updatedTo(1)
    await say({ type: 'tool-call', decision: 'allow-once' })
    expect(await result()).toContain(uriOf('only here'))
  })

  it('ROOT-06 ROOT-11: only proposes folders that are dropped on the window', async () => {
    await start('everything', { hasModel: false })
    await host.handlers['app.drop-folders']({ paths: [folder, path.join(folder, 'settings.json')] })
    expect(lastOf('paths.dropped')).toEqual({ paths: [folder] })
    await call('everything', 'get-roots-list')
    expect(await result()).not.toContain(pathToFileURL(folder).href)
  })
})
