/** The ledger, and a server's limits for sampling, with real servers and a real database, up to the view on screen. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createScriptedModel } from '../../testing/scripted-model/scripted-model'
import type { ScriptedModel, ScriptedReply } from '../../testing/scripted-model/scripted-model'
import { toEnglish } from '../../texts/render-localized'
import type { QuestionAnswer } from '../../contract/questions/questions'
import type { ConsentView } from '../../contract/consent-view'
import type { ToolCallPart } from '../../contract/conversations'
import { events as eventSchemas } from '../../contract/bridge/events'
import type { LedgerEntry } from '../../contract/ledger'
import { openHost } from '../../testing/open-host'
import type { OpenTestHost } from '../../testing/open-host'
import { renderEnglish } from '../../testing/in-english'
import { answerEnded } from '../../testing/answer-ended'
import { soon } from '../../testing/soon'

const file = (relative: string) => fileURLToPath(new URL(`../../../${relative}`, import.meta.url))
const node = (...args: string[]) => ({ command: process.execPath, args })
const servers = {
  everything: node(file('node_modules/@modelcontextprotocol/server-everything/dist/index.js')),
  samples: node(file('app/testing/servers/spec-samples.mjs')),
  calculator: node(file('app/testing/servers/ai-calculator.mjs')),
  loop: node(file('app/testing/servers/sampling-loop.mjs'))
}
type ServerName = keyof typeof servers

let folder: string
let host: OpenTestHost
let model: ScriptedModel
let conversationId: string
let replies: ScriptedReply[]

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-ledger-'))
  replies = []
  model = await createScriptedModel({ script: () => replies.shift() ?? { text: 'Four.' } })
})

afterEach(async () => {
  await host.dispose()
  for (const { name, payload } of host.events) eventSchemas[name].parse(structuredClone(payload))
  await model.close()
  await rm(folder, { recursive: true, force: true })
})

interface StartOptions {
  readonly settings?: object
  readonly policy?: object | string
  /** Servers that ask for trust. Absent: all. */
  readonly trusted?: readonly ServerName[]
}

async function start(
  names: readonly ServerName[],
  { settings = {}, policy, trusted = names }: StartOptions = {}
): Promise<void> {
  const mcpServers = Object.fromEntries(names.map((name) => [name, servers[name]]))
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers, ...settings }))
  const policyFile = path.join(folder, 'policy.json')
  if (policy !== undefined)
    await writeFile(policyFile, typeof policy === 'string' ? policy : JSON.stringify(policy))
  const environment = { ANTHROPIC_API_KEY: 'sk-test-key-of-ledger', ANTHROPIC_BASE_URL: model.baseUrl }
  host = await openHost({ folder, environment, policyFile })
  await host.start()
  for (const _ of trusted) await say({ type: 'server-trust', decision: 'trust' })
  await vi.waitFor(async () => {
    const { servers: views, models } = await host.handlers['app.snapshot']({})
    expect(views.filter(({ state }) => state === 'connected')).toHaveLength(trusted.length)
    expect(models.isLoading).toBe(false)
  }, soon)
  conversationId = (await host.handlers['conversation.create']({})).id
  await host.handlers['conversation.set-model']({ conversationId, model: 'direct' })
}

async function say(answer: QuestionAnswer): Promise<void> {
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type: answer.type }), soon)
  const { id } = host.question() ?? { id: '' }
  await host.handlers['consent.answer']({ questionId: id, answer })
}

async function call(serverName: ServerName, toolName: string, args = {}): Promise<void> {
  await host.handlers['conversation.send']({
    conversationId,
    text: '',
    toolRequest: { serverName, toolName, arguments: args },
    resources: [],
    prompt: null
  })
}

const ended = () => answerEnded(host, conversationId)

async function result(): Promise<string> {
  const { parts } = await ended()
  const [part] = parts.filter((one): one is ToolCallPart => one.type === 'tool-call')
  return part?.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n') ?? ''
}

async function notes(): Promise<string[]> {
  return (await ended()).parts.flatMap((part) => (part.type === 'note' ? toEnglish(part.text) : []))
}

/** Oldest first. */
async function entries(): Promise<LedgerEntry[]> {
  const query = { recipientType: null, recipient: null, text: '', from: null, to: null, beforePosition: null }
  return (await host.handlers['ledger.search']({ ...query, limit: 500 })).entries.toReversed()
}

/** Entries of the conversation, without what every start adds: connections, model lists, keys that were sent. */
async function ofConversation(): Promise<LedgerEntry[]> {
  return (await entries()).filter((entry) => entry.conversationId !== null)
}

const alerts = () =>
  host.events.flatMap(({ name, payload }) =>
    name === 'notice.raised' && 'level' in payload && payload.level === 'alert'
      ? [toEnglish(payload.text)]
      : []
  )

const allowOnce: QuestionAnswer = { type: 'tool-call', decision: 'allow-once' }
const approve: QuestionAnswer = { type: 'sampling', decision: 'approve' }

describe('the ledger', () => {
  it('SEC-21 SEC-02 DBG-03: SEC-11-11 records every recipient in a conversation: model, servers, answers to servers and opened links', async () => {
    await start(['samples', 'everything'], { settings: { roots: [folder] } })
    replies = [{ text: 'Paris.' }]
    await call('samples', 'capital')
    await say(allowOnce)
    await say(approve)
    await say({ type: 'sampling-answer', decision: 'send' })
    const message = await ended()
    await call('samples', 'username')
    await say(allowOnce)
    await say({ type: 'elicitation', decision: 'submit', content: { name: 'octocat' } })
    await ended()
    await call('samples', 'sign-in', { url: 'https://example.test/in?code=1' })
    await say(allowOnce)
    await say({ type: 'link', decision: 'open' })
    await ended()
    await host.handlers['prompt.get']({
      serverName: 'everything',
      name: 'args-prompt',
      arguments: { city: 'Oslo' }
    })
    await host.handlers['link.open']({ url: 'https://example.org/docs' })

    const kept = await entries()
    const told = kept.map(({ recipientType, recipient, kind, subject }) =>
      [recipientType, recipient, kind, subject].join(' | ')
    )
    expect(told).toEqual(
      expect.arrayContaining([
        'server | samples | connection | ' + process.execPath,
        expect.stringMatching(/^model \| anthropic \| model list \| models of 127\.0\.0\.1:/),
        expect.stringMatching(/^model \| anthropic \| secret \| API key for 127\.0\.0\.1:/),
        'server | samples | folders | one folder',
        'server | everything | folders | one folder',
        'server | samples | tool call | capital',
        expect.stringMatching(/^model \| anthropic \| sampling request \| claude-/),
        expect.stringMatching(/^server \| samples \| sampling answer \| claude-/),
        'server | samples | tool call | username',
        'server | samples | form answer | Your GitHub user name, please.',
        'link | example.test | link | https://example.test/in',
        'server | everything | prompt arguments | args-prompt',
        'link | example.org | link | https://example.org/docs'
      ])
    )
    const capital = kept.find(({ subject }) => subject === 'capital')
    expect(capital).toMatchObject({ conversationId, messageId: message.id, decidedBy: 'person', bytes: 2 })
    const answer = kept.find(({ kind }) => kind === 'sampling answer')
    expect(answer).toMatchObject({ conversationId, messageId: message.id, excerpt: 'Paris.' })
    expect(kept.find(({ kind }) => kind === 'form answer')).toMatchObject({ excerpt: '{"name":"octocat"}' })
    expect(kept.find(({ recipient }) => recipient === 'example.test')).toMatchObject({
      conversationId,
      excerpt: 'https://example.test/in'
    })
    expect(JSON.stringify(kept)).not.toContain('sk-test-key-of-ledger')
    expect(await host.handlers['ledger.verify']({})).toMatchObject({ entries: kept.length, broken: null })
  })

  it("SEC-21: names the permission that allowed a call, and what was sent to the conversation's model", async () => {
    await start(['everything'])
    const send = { text: '', resources: [], prompt: null, conversationId }
    const toolRequest = { serverName: 'everything', toolName: 'echo', arguments: { message: 'hi' } }
    await host.handlers['conversation.send']({ ...send, toolRequest })
    await say({ type: 'tool-call', decision: 'allow-always' })
    await ended()
    await host.handlers['conversation.send']({ ...send, toolRequest })
    await ended()
    const { consent, models } = await host.handlers['app.snapshot']({})
    const [calm] = models.models.filter(({ id }) => id !== 'direct')
    await host.handlers['conversation.set-model']({ conversationId, model: calm?.id ?? '' })
    await host.handlers['conversation.send']({ ...send, text: 'What is two and two?', toolRequest: null })
    await vi.waitFor(async () => expect((await ofConversation()).length).toBe(3), soon)
    await ended()
    const kept = await ofConversation()
    expect(kept).toMatchObject([
      { subject: 'echo', decidedBy: 'person', decision: null },
      { subject: 'echo', decidedBy: 'grant', decision: consent.grants[0]?.id },
      { recipientType: 'model', kind: 'conversation', excerpt: 'What is two and two?', conversationId }
    ])
    expect(kept[2]?.bytes).toBeGreaterThan(1_000) // the offered tools are sent too
  })

  it('SEC-21: also records log levels and subscriptions', async () => {
    await start(['everything'])
    await host.handlers['server.set-options']({
      serverName: 'everything',
      logLevel: 'warning'
    })
    const uri = 'demo://resource/static/document/architecture.md'
    await host.handlers['conversation.send']({
      conversationId,
      text: 'direct mode reads it',
      toolRequest: null,
      prompt: null,
      resources: [{ serverName: 'everything', uri, name: 'Architecture' }]
    })
    await ended()
    await vi.waitFor(async () => {
      const told = (await entries()).map(({ recipient, kind, subject }) =>
        [recipient, kind, subject].join(' | ')
      )
      expect(told).toEqual(
        expect.arrayContaining([
          'everything | log level | warning',
          `everything | resource address | ${uri}`,
          `everything | subscription | ${uri}`
        ])
      )
    }, soon)
  })

  it("exports to a file that the user chooses, and drops a conversation's text when it is deleted", async () => {
    await start(['everything'])
    await call('everything', 'echo', { message: 'in confidence' })
    await say(allowOnce)
    await ended()
    await host.handlers['conversation.delete']({ conversationIds: [conversationId] })
    expect(await ofConversation()).toMatchObject([{ subject: 'echo', excerpt: null, bytes: 27 }])
    const count = (await entries()).length
    await host.handlers['ledger.export']({})
    const [[name, content] = ['', new Uint8Array()]] = [...host.savedFiles]
    expect(name).toMatch(/^parley-ledger-\d{4}-\d{2}-\d{2}\.jsonl$/)
    const lines = new TextDecoder().decode(content).trim().split('\n')
    expect(lines).toHaveLength(count)
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ position: count, subject: 'echo' })
    expect(await host.handlers['ledger.verify']({})).toMatchObject({ entries: count, broken: null })
  })

  const begun = 'New entries of this ledger are sent there from here on.'

  it('sends to a collector that the user set, catches up after an outage, and records that it sends', async () => {
    const collector = await openCollector()
    try {
      await start(['everything'])
      await call('everything', 'echo', { message: 'before' })
      await say(allowOnce)
      await ended()
      await entries()
      await host.handlers['ledger.set-endpoint']({ endpoint: collector.url })
      await say({ type: 'destination', decision: 'trust' })
      const { settings } = await host.handlers['app.snapshot']({})
      expect(settings.ledgerEndpoint).toBe(collector.url)
      await vi.waitFor(() => expect(collector.isReached()).toBe(false), soon)
      await call('everything', 'echo', { message: 'after' })
      await say(allowOnce)
      await ended()
      await vi.waitFor(() => expect(collector.bodies()).toEqual([begun, '{"message":"after"}']), soon)
      expect(collector.attributes()).toMatchObject([
        { 'parley.ledger.kind': 'export', 'parley.ledger.recipient': new URL(collector.url).host },
        { 'parley.ledger.recipient': 'everything', 'parley.ledger.decided_by': 'person' }
      ])
      collector.refuse()
      await call('everything', 'echo', { message: 'lost?' })
      await say(allowOnce)
      await vi.waitFor(
        () => expect(alerts().join()).toContain("can't send the activity log to its collector"),
        soon
      )
      await ended()
      collector.accept()
      await call('everything', 'echo', { message: 'back' })
      await say(allowOnce)
      const all = [begun, '{"message":"after"}', '{"message":"lost?"}', '{"message":"back"}']
      await vi.waitFor(() => expect(collector.bodies()).toEqual(all), soon)
      await ended()
      const shown = async () => (await host.handlers['app.snapshot']({})).collector
      await vi.waitFor(async () => expect(await shown()).toMatchObject({ waiting: 0, failure: null }), soon)
    } finally {
      await collector.close()
    }
  })
})

describe('sampling', () => {
  it("SYS-53 SAMP-01 SAMP-06 SDK-10: doesn't offer sampling to a server it is switched off for, and the server says what it lacks", async () => {
    await start(['calculator'])
    replies = [{ text: 'Four.' }]
    await call('calculator', 'ai-calculator', { expression: '2 + 2' })
    await say(allowOnce)
    await say(approve)
    await say({ type: 'sampling-answer', decision: 'send' })
    expect(await result()).toBe('The model says: Four.')

    await host.handlers['sampling.set-rule']({ serverName: 'calculator', mode: 'off' })
    await vi.waitFor(async () => {
      const log = await host.handlers['server.read']({ serverName: 'calculator', what: 'log' })
      expect(log.filter(({ text }) => text === 'State: connected.')).toHaveLength(2)
    }, soon)
    await call('calculator', 'ai-calculator', { expression: '2 + 2' })
    await say(allowOnce)
    expect(await result()).toBe('The host has no model to ask. Without one: 4')
    const { consent } = await host.handlers['app.snapshot']({})
    expect(consent.samplingRules).toMatchObject([{ serverName: 'calculator', mode: 'off', requestsToday: 1 }])
  })

  it('SYS-53: shows log and progress of the same server, and answers its ping every second', async () => {
    await start(['calculator'])
    await call('calculator', 'logging-test')
    await say(allowOnce)
    await ended()
    await vi.waitFor(async () => {
      const log = await host.handlers['server.read']({ serverName: 'calculator', what: 'log' })
      expect(log.map(({ text }) => text).join('\n')).toContain('This is warning.')
    }, soon)
    await call('calculator', 'progress-test')
    await say(allowOnce)
    await ended()
    const progress = host.events.flatMap(({ name, payload }) =>
      name === 'tool-call.progressed' && 'progress' in payload ? [payload.progress] : []
    )
    expect(JSON.stringify(progress)).toContain('calculating')
    await vi.waitFor(async () => {
      await call('calculator', 'pings')
      await say(allowOnce)
      expect(Number(await result())).toBeGreaterThan(1)
    }, soon)
  })

  it('SAMP-27 SEC-20: stops a server that asks in a loop, with a message that names it', async () => {
    await start(['loop'])
    await host.handlers['sampling.set-rule']({ serverName: 'loop', mode: 'automatic', requestsPerMinute: 5 })
    await call('loop', 'think')
    await say(allowOnce)
    const heard = JSON.parse(await result()) as { answered: number; refused: string[] }
    expect(heard.answered).toBe(5)
    expect(heard.refused[0]).toBe('Sampling is limited for this server. Try again later.')
    expect(model.requests).toHaveLength(5)
    const stop = 'it asks in a loop, more than 5 times a minute, so Parley stops it.'
    const told = (await notes()).filter((text) => text === `Asked for a model's answer: ${stop}`)
    expect(told).toHaveLength(1)
    expect(alerts()).toEqual([
      `loop asked for a model's answer: ${stop} You can change its limits in Settings.`
    ])
  })

  it('SAMP-27: refuses a server without a question after three denials', async () => {
    await start(['loop'])
    await call('loop', 'think', { refusals: 4 })
    await say(allowOnce)
    for (let count = 0; count < 2; count += 1) await say({ type: 'sampling', decision: 'decline' })
    await say({ type: 'ask-again', decision: 'let-ask' })
    await say({ type: 'sampling', decision: 'decline' })
    const heard = JSON.parse(await result()) as { answered: number; refused: string[] }
    expect(heard).toMatchObject({ answered: 0, refused: { length: 4 } })
    expect(alerts()).toEqual([expect.stringContaining('loop asked') as unknown])
    expect(host.question()).toBeNull()
  })

  it('SAMP-08 SAMP-03: approves automatically only where the user allowed it, within the budget, and shows it', async () => {
    await start(['loop'])
    const rule = { serverName: 'loop', mode: 'automatic', requestsPerDay: 2 } as const
    await host.handlers['sampling.set-rule'](rule)
    await call('loop', 'think', { rounds: 2 })
    await say(allowOnce)
    expect(JSON.parse(await result())).toMatchObject({ answered: 2, refused: [] })
    expect((await notes())[0]).toMatch(/the answer of claude-\S+ was sent automatically, 15 tokens/)
    const { consent } = await host.handlers['app.snapshot']({})
    expect(consent.samplingRules).toMatchObject([{ mode: 'automatic', requestsToday: 2, tokensToday: 30 }])
    const last = host.events.findLast(({ name }) => name === 'consent.changed')?.payload as ConsentView
    expect(last.samplingRules).toEqual(consent.samplingRules)
    const byRule = (await entries()).filter(({ kind }) => kind === 'sampling answer')
    expect(byRule).toMatchObject([{ decidedBy: 'rule' }, { decidedBy: 'rule' }])
    const asked = (await entries()).filter(({ kind }) => kind === 'sampling request')
    expect(asked.map(({ decision }) => decision)).toEqual(Array(2).fill('sampling approved automatically'))

    await call('loop', 'think', { refusals: 1 })
    await say(allowOnce)
    expect(JSON.parse(await result())).toMatchObject({ answered: 0 })
    expect(alerts().join()).toContain("today's limit of 2 requests is reached")
    await host.handlers['sampling.set-rule']({ serverName: 'loop', mode: 'ask', requestsPerDay: 200 })
    await call('loop', 'think', { rounds: 1 })
    await say(allowOnce)
    await say(approve)
    await say({ type: 'sampling-answer', decision: 'send' })
    expect(JSON.parse(await result())).toMatchObject({ answered: 1 })
  })
})

describe('the cost of sampling', () => {
  const price = { inputPerMillion: 3, outputPerMillion: 100_000 }
  const prices = { 'anthropic/claude-sonnet-5-5': price, 'anthropic/claude-haiku-4-5': price }
  /** Of 10 tokens of input and 5 of output. */
  const cost = 0.500_03

  const withPrices = { settings: { models: { currency: 'EUR', prices } } }
  const automatic = { serverName: 'loop', mode: 'automatic' } as const
  const think = async (args: object): Promise<unknown> => {
    await call('loop', 'think', args)
    await say(allowOnce)
    return JSON.parse(await result())
  }

  it('SAMP-30: shows the cost with the answer, and limits the length of the answer to what the user allows', async () => {
    await start(['loop'], withPrices)
    await host.handlers['sampling.set-rule']({ serverName: 'loop', maxTokens: 7 })
    await call('loop', 'think', { rounds: 1 })
    await say(allowOnce)
    await say(approve)
    await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'sampling-answer', cost }), soon)
    expect(model.requests.map(({ body }) => body['max_tokens'])).toEqual([7])
    await say({ type: 'sampling-answer', decision: 'send' })
    await ended()
    const { consent, settings } = await host.handlers['app.snapshot']({})
    expect(consent.samplingRules).toMatchObject([{ moneyToday: cost, moneyPerDay: null, maxTokens: 7 }])
    expect(settings.values['models.currency']).toBe('EUR')
  })

  it('SAMP-27 SAMP-30: stops a server whose budget of today is spent', async () => {
    await start(['loop'], withPrices)
    await host.handlers['sampling.set-rule']({ ...automatic, moneyPerDay: 1 })
    expect(await think({ rounds: 2 })).toMatchObject({ answered: 2 })
    expect(await think({ refusals: 1 })).toMatchObject({ answered: 0 })
    expect(alerts().join()).toContain('daily spending limit reached')
    expect(model.requests).toHaveLength(2)
  })

  it('counts toward the user’s spending limit: a server gets no answer beyond it', async () => {
    const models = { currency: 'EUR', prices, spendingPerDay: 0.5 }
    await start(['loop'], { settings: { models } })
    await host.handlers['sampling.set-rule']({ ...automatic, moneyPerDay: 5 })
    expect(await think({ rounds: 1 })).toMatchObject({ answered: 1 })
    expect(await think({ refusals: 1 })).toMatchObject({ answered: 0 })
    expect(model.requests).toHaveLength(1)
    expect(alerts().join()).toContain('your limit is €0.50')
    expect((await host.handlers['usage.read']({})).servers).toMatchObject([{ name: 'loop', cost }])
  })

  it('SAMP-30: shows the cost of an answer that no user reviewed', async () => {
    await start(['loop'], withPrices)
    await host.handlers['sampling.set-rule']({ ...automatic, moneyPerDay: 5 })
    await think({ rounds: 1 })
    expect((await notes())[0]).toMatch(/automatically, 15 tokens, €0\.50\.$/)
  })

  it("SAMP-08 SAMP-30: doesn't approve within a budget where no price is set, and says why", async () => {
    await start(['loop'], { settings: { models: { default: 'anthropic/claude-next' } } })
    await host.handlers['sampling.set-rule']({ ...automatic, moneyPerDay: 0.01 })
    await call('loop', 'think', { rounds: 1 })
    await say(allowOnce)
    await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'sampling' }), soon)
    const note = /approved automatically up to a spending limit, but claude-\S+ has no price/
    expect(renderEnglish(host.question())).toMatchObject({ note: expect.stringMatching(note) as unknown })
    expect(model.requests).toHaveLength(0)
    await say(approve)
    await say({ type: 'sampling-answer', decision: 'send' })
    await ended()
    expect(host.question()).toBeNull()
    const { consent } = await host.handlers['app.snapshot']({})
    expect(consent.samplingRules).toMatchObject([{ moneyToday: 0, tokensToday: 15 }])
  })

  it('SAMP-30: uses a price that is set in the window at once, and keeps it in the settings file', async () => {
    await start(['loop'])
    const snapshot = async () => (await host.handlers['app.snapshot']({})).settings
    const used = (await host.handlers['app.snapshot']({})).models.defaultModel
    await host.handlers['model.set-price']({ model: used, price })
    await host.handlers['settings.set']({ values: { 'models.currency': 'CHF' } })
    expect(await snapshot()).toMatchObject({
      values: { 'models.currency': 'CHF' },
      prices: [{ model: used, ...price }]
    })
    await host.handlers['sampling.set-rule']({ ...automatic, moneyPerDay: 5 })
    expect(await think({ rounds: 1 })).toMatchObject({ answered: 1 })
    const { consent } = await host.handlers['app.snapshot']({})
    expect(consent.samplingRules).toMatchObject([{ moneyToday: cost }])
    await host.handlers['model.set-price']({ model: used, price: null })
    expect(await snapshot()).toMatchObject({ prices: [] })
    await expect(host.handlers['model.set-price']({ model: 'direct', price })).rejects.toMatchObject({
      code: 'SETTINGS_INVALID'
    })
  })
})

describe('a managed policy', () => {
  const everythingOnly = { servers: { allow: [servers.everything] } }

  it('SEC-05 SEC-07: runs only the servers that it names, before any question', async () => {
    await start(['everything', 'loop'], { policy: everythingOnly, trusted: ['everything'] })
    const { servers: views, settings } = await host.handlers['app.snapshot']({})
    expect(views).toMatchObject([{ state: 'connected' }, { state: 'failed' }])
    expect(renderEnglish(views[1]?.reason)).toContain(
      `doesn't allow this server (${path.join(folder, 'policy.json')})`
    )
    expect(host.question()).toBeNull()
    expect(settings.managed).toMatchObject({ limitsServers: true, failure: null })
  })

  it('revokes permissions that were given before it came into force', async () => {
    await start(['everything'])
    await call('everything', 'echo', { message: 'one' })
    await say({ type: 'tool-call', decision: 'allow-always' })
    await ended()
    await host.dispose()

    await start(['everything'], { policy: { forbiddenScopes: ['always'] }, trusted: [] })
    await vi.waitFor(async () => {
      const { servers: views } = await host.handlers['app.snapshot']({})
      expect(views[0]?.state).toBe('connected')
    }, soon)
    await call('everything', 'echo', { message: 'two' })
    await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'tool-call' }), soon)
    const question = host.question()
    expect(question).toMatchObject({ type: 'tool-call' })
    expect(question?.type === 'tool-call' ? question.scopes : null).not.toContain('always')
    const answer = { type: 'tool-call', decision: 'allow-always' } as const
    await expect(
      host.handlers['consent.answer']({ questionId: question?.id ?? '', answer })
    ).rejects.toThrow()
    await say(allowOnce)
    await ended()
  })

  it('forbids automatic approval and says where the ledger is sent', async () => {
    const collector = await openCollector()
    try {
      const policy = {
        sampling: { automaticApproval: 'forbidden' },
        ledger: { otlp: { endpoint: collector.url } },
        resultGate: 'forced'
      }
      await start(['loop'], { policy })
      const rule = host.handlers['sampling.set-rule']({ serverName: 'loop', mode: 'automatic' })
      await expect(rule).rejects.toThrow(/requires a review of every request/)
      await expect((async () => host.handlers['ledger.set-endpoint']({ endpoint: null }))()).rejects.toThrow(
        /controls where the activity log is sent/
      )
      const { settings } = await host.handlers['app.snapshot']({})
      expect(settings).toMatchObject({
        ledgerEndpoint: collector.url,
        managed: { isAutomaticSamplingForbidden: true, isResultGateForced: true }
      })
    } finally {
      await collector.close()
    }
  })

  it.each([
    ['{ "servers": ', /line 1 isn't valid JSON/],
    ['{ "server": { "allow": [] } }', /isn't valid/],
    ['[]', /isn't valid/]
  ])('stops everything that it could stop when it is broken: %s', async (policy, reason) => {
    await start(['loop'], { policy, trusted: [] })
    await vi.waitFor(async () => {
      const { servers: views } = await host.handlers['app.snapshot']({})
      expect(views).toMatchObject([{ state: 'failed' }])
      expect(renderEnglish(views[0]?.reason)).toMatch(reason)
    }, soon)
    expect(alerts().join()).toMatch(reason)
    expect(host.question()).toBeNull()
  })
})

/** As an OpenTelemetry collector: accepts log records as JSON over HTTP. */
async function openCollector() {
  type Value = { stringValue?: string; intValue?: number }
  type LogRecord = { body: Value; attributes: { key: string; value: Value }[] }
  const records: LogRecord[] = []
  let isReached = false
  let status = 200
  const server = createServer((request, response) => {
    isReached = true
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
      if (status !== 200 || request.url !== '/v1/logs') return
      const { resourceLogs } = JSON.parse(body) as {
        resourceLogs: { scopeLogs: { logRecords: LogRecord[] }[] }[]
      }
      for (const { scopeLogs } of resourceLogs)
        for (const { logRecords } of scopeLogs) records.push(...logRecords)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isReached: () => isReached,
    bodies: () => records.map(({ body }) => body.stringValue),
    attributes: () =>
      records.map(({ attributes }) =>
        Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
      ),
    refuse: () => void (status = 400),
    accept: () => void (status = 200),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
