/** Sandboxed servers and the hosts that they want to connect to: real programs in real sandboxes, in the whole core. */
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sandboxFinder } from '../../../sandbox/available/find-sandbox'
import type { QuestionAnswer, Question, NetworkQuestion } from '../../../contract/questions/questions'
import type { Message, ToolCallPart } from '../../../contract/conversations'
import { events as eventSchemas } from '../../../contract/bridge/events'
import { answerEnded } from '../../../testing/answer-ended'
import { openHost } from '../../../testing/open-host'
import type { OpenTestHost } from '../../../testing/open-host'
import { toEnglish } from '../../../texts/render-localized'
import { soon } from '../../../testing/soon'

const canContain = await sandboxFinder(process.platform)().then(
  () => true,
  () => false
)
const file = fileURLToPath(new URL('../../../testing/servers/web-reader.mjs', import.meta.url))

let folder: string
let host: OpenTestHost
let pages: Server
let heard: string[]

beforeEach(async () => {
  heard = []
  folder = await mkdtemp(path.join(tmpdir(), 'parley-reach-'))
  pages = createServer((request, response) => {
    heard.push(request.url ?? '')
    // Otherwise the next request would use the connection that was allowed once.
    response.setHeader('connection', 'close').end(`page ${request.url}`)
  })
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  await host.dispose()
  for (const { name, payload } of host.events) eventSchemas[name].parse(structuredClone(payload))
  pages.closeAllConnections()
  await new Promise((resolve) => pages.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

const port = () => (pages.address() as AddressInfo).port
const page = (name: string, at = '127.0.0.1') => `http://${at}:${port()}/${name}`
const settingsFile = () => path.join(folder, 'settings.json')

interface Start {
  readonly hosts?: readonly string[]
  readonly names?: readonly string[]
  readonly timeoutMs?: number
}

async function start({ hosts = [], names = ['reader'], timeoutMs = 60_000 }: Start = {}): Promise<void> {
  const entry = { command: process.execPath, args: [file], timeoutMs, containment: { hosts } }
  const mcpServers = Object.fromEntries(names.map((name) => [name, entry]))
  await writeFile(settingsFile(), JSON.stringify({ mcpServers }))
  await open()
}

async function open(): Promise<void> {
  host = await openHost({ folder, policyFile: path.join(folder, 'policy.json') })
  await host.start()
}

const snapshot = async () => await host.handlers['app.snapshot']({})

async function connected(names: readonly string[] = ['reader']): Promise<void> {
  const states = async () => (await snapshot()).servers.map(({ state }) => state)
  await vi.waitFor(async () => expect(await states()).toEqual(names.map(() => 'connected')), soon)
}

async function trusted(names: readonly string[] = ['reader']): Promise<void> {
  for (const _name of names) await say({ type: 'server-trust', decision: 'trust' })
  await connected(names)
}

async function asked<T extends Question['type']>(type: T): Promise<Extract<Question, { type: T }>> {
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type }), soon)
  return host.question() as Extract<Question, { type: T }>
}

async function say(answer: QuestionAnswer, questionId?: string): Promise<void> {
  const id = questionId ?? (await asked(answer.type)).id
  await host.handlers['consent.answer']({ questionId: id, answer })
}

const reach = (decision: Extract<QuestionAnswer, { type: 'reach' }>['decision']) =>
  say({ type: 'reach', decision })

/** The user calls the tool, and the message of the answer arrives. */
async function call(toolName: string, args: Record<string, unknown>, serverName = 'reader') {
  const { id: conversationId } = await host.handlers['conversation.create']({})
  await host.handlers['conversation.set-model']({ conversationId, model: 'direct' })
  await host.handlers['conversation.send']({
    conversationId,
    text: '',
    toolRequest: { serverName, toolName, arguments: args as never },
    resources: [],
    prompt: null
  })
  const question = await vi.waitFor(() => {
    const [found] = questionsOf('tool-call')
    if (found === undefined) throw new Error('no call is asked about')
    return found
  }, soon)
  await say({ type: 'tool-call', decision: 'allow-once' }, question.id)
  return answerEnded(host, conversationId)
}

const callOf = ({ parts }: Message) => parts.find((part): part is ToolCallPart => part.type === 'tool-call')
const textOf = (message: Message) =>
  (callOf(message)?.content ?? []).map((block) => (block.type === 'text' ? block.text : '')).join('')
const notesOf = ({ parts }: Message) =>
  parts.flatMap((part) => (part.type === 'note' ? [toEnglish(part.text)] : []))

async function ledger() {
  const all = { recipientType: null, recipient: null, text: '', from: null, to: null, beforePosition: null }
  const { entries } = await host.handlers['ledger.search']({ ...all, limit: 100 })
  return entries
    .filter(({ kind }) => kind === 'reach')
    .toReversed()
    .map(({ recipient, subject, excerpt, decidedBy, decision }) => ({
      recipient,
      subject,
      excerpt,
      decidedBy,
      decision
    }))
}

describe.runIf(canContain)('a sandboxed server that wants to connect to a host', { timeout: 300_000 }, () => {
  it('waits without failing while the user is asked about its hostname and call, and its clocks pause', async () => {
    await start({ timeoutMs: 4_000 })
    await trusted()
    const answer = call('read_page', { url: page('a') })
    const question: NetworkQuestion = await asked('reach')
    expect(question).toMatchObject({
      serverName: 'reader',
      host: '127.0.0.1',
      port: port(),
      line: `127.0.0.1:${port()}`,
      toolName: 'read_page',
      calls: [{ toolName: 'read_page' }],
      namedBy: [],
      known: { before: null, reachedBy: [], isInEntry: false }
    })
    expect(question.warnings.map(toEnglish)).toContain('This address belongs to a program on this computer.')
    // Longer than the call may be silent.
    await vi.waitFor(() => expect(Date.now() - question.askedAt).toBeGreaterThan(4_600), soon)
    expect(heard).toEqual([])
    await reach('allow-once')
    const message = await answer
    expect(textOf(message)).toBe('200 page /a')
    expect(notesOf(message)).toEqual([`asked to connect to 127.0.0.1:${port()}: you allowed it once.`])
    const recipient = `127.0.0.1:${port()}`
    const about = { recipient, subject: 'reader', decidedBy: 'person', decision: null }
    await vi.waitFor(async () => expect(await ledger()).toHaveLength(2), soon)
    expect(await ledger()).toEqual([
      { ...about, excerpt: 'allowed once' },
      { ...about, excerpt: expect.stringMatching(/^one connection: \d+ bytes sent, \d+ bytes received$/) }
    ])
    const view = await host.handlers['server.read']({ serverName: 'reader', what: 'network-access' })
    expect(view).toMatchObject({ allowed: [], refused: [], silentUntil: null })
    expect(view.reached).toMatchObject([{ host: '127.0.0.1', port: port(), ended: 1, refused: 0 }])
  })

  it('asks again after "once"; keeps "always" in its entry as approved, and can revoke it', async () => {
    await start()
    await trusted()
    const line = `127.0.0.1:${port()}`
    const first = call('read_page', { url: page('a') })
    await reach('allow-once')
    await first
    const second = call('read_page', { url: page('b') })
    await reach('allow-always')
    expect(textOf(await second)).toBe('200 page /b')
    const { processId } = (await snapshot()).servers[0] ?? {}
    expect(textOf(await call('read_page', { url: page('c') }))).toBe('200 page /c')
    const text = await readFile(settingsFile(), 'utf8')
    expect(JSON.parse(text)).toMatchObject({ mcpServers: { reader: { containment: { hosts: [line] } } } })
    expect(
      (await host.handlers['server.read']({ serverName: 'reader', what: 'network-access' })).allowed
    ).toEqual([line])
    // Neither restarted nor asked about again, now or after the next start of Parley.
    expect((await snapshot()).servers[0]?.processId).toBe(processId)
    await host.dispose()
    await open()
    await connected()
    expect(textOf(await call('read_page', { url: page('d') }))).toBe('200 page /d')
    await host.handlers['consent.revoke']({ kind: 'allowed-host', serverName: 'reader', line })
    const taken = async () =>
      (await host.handlers['server.read']({ serverName: 'reader', what: 'network-access' })).allowed
    await vi.waitFor(async () => expect(await taken()).toEqual([]), soon)
    const last = call('read_page', { url: page('e') })
    await reach('not-now')
    expect(textOf(await last)).toContain('the user denied it')
    expect((await snapshot()).servers[0]?.state).toBe('connected')
    expect(heard).toEqual(['/a', '/b', '/c', '/d'])
    const byRule = async () => (await ledger()).filter(({ decision }) => decision === 'named in its entry')
    await vi.waitFor(async () => expect((await byRule()).length).toBeGreaterThan(1), soon)
  })

  it('is never asked about again after "never", until the user resets it', async () => {
    await start()
    await trusted()
    const first = call('read_page', { url: page('a') })
    await reach('never')
    expect(textOf(await first)).toContain('the user does not allow it')
    expect(textOf(await call('read_page', { url: page('a') }))).toContain('the user does not allow it')
    const { refused } = await host.handlers['server.read']({ serverName: 'reader', what: 'network-access' })
    expect(refused).toMatchObject([{ serverName: 'reader', host: '127.0.0.1', port: port() }])
    expect((await snapshot()).consent.refusedHosts).toEqual(refused)
    const { serverName, host: name, port: at } = refused[0] ?? { serverName: '', host: '', port: 0 }
    await host.handlers['consent.revoke']({ kind: 'blocked-host', serverName, host: name, port: at })
    const again = call('read_page', { url: page('a') })
    await reach('allow-once')
    expect(textOf(await again)).toBe('200 page /a')
    expect((await ledger()).map(({ excerpt, decision }) => [excerpt, decision]).slice(0, 2)).toEqual([
      ['refused for good', null],
      ['refused', 'refused for good before']
    ])
  })

  it('continues while another server asks for another host', async () => {
    const names = ['reader', 'other']
    await start({ names })
    await trusted(names)
    const one = call('read_page', { url: page('one') }, 'reader')
    await asked('reach')
    const two = call('read_page', { url: page('two', 'localhost') }, 'other')
    const answerOf = (serverName: string) => {
      const question = questionsOf('reach').find((each) => each.serverName === serverName)
      return question?.id
    }
    await vi.waitFor(() => expect(questionsOf('reach')).toHaveLength(2), soon)
    expect(questionsOf('reach').map(({ serverName, host: name }) => [serverName, name])).toEqual([
      ['reader', '127.0.0.1'],
      ['other', 'localhost']
    ])
    await say({ type: 'reach', decision: 'never' }, answerOf('other'))
    await say({ type: 'reach', decision: 'allow-once' }, answerOf('reader'))
    expect(textOf(await one)).toBe('200 page /one')
    expect(textOf(await two)).toContain('the user does not allow it')
    expect(heard).toEqual(['/one'])
  })

  it('is muted and named if it keeps asking for what is denied', async () => {
    await start()
    await trusted()
    const urls = [1, 2, 3, 4, 5].map((number) => `http://host-${number}.local/`)
    const answer = call('read_several', { urls })
    await reach('not-now')
    await reach('not-now')
    await say({ type: 'ask-again', decision: 'let-ask' })
    await reach('not-now')
    const said = textOf(await answer).split('\n')
    expect(said[2]).toContain('the user denied it')
    expect(said[3]).toContain('the user denied too many hosts')
    expect(said[4]).toContain('the user denied too many hosts')
    const notices = host.events.filter(({ name }) => name === 'notice.raised').map(({ payload }) => payload)
    expect(JSON.stringify(notices)).toContain('reach.silenced')
    const { silentUntil } = await host.handlers['server.read']({
      serverName: 'reader',
      what: 'network-access'
    })
    expect(silentUntil).toBeGreaterThan(Date.now())
  })

  it('withdraws its question when it is stopped', async () => {
    await start()
    await trusted()
    const answer = call('read_page', { url: page('a') })
    await asked('reach')
    await host.handlers['server.control']({ serverName: 'reader', act: 'stop' })
    await vi.waitFor(() => expect(host.question()).toBeNull(), soon)
    expect(callOf(await answer)?.state).not.toBe('done')
    expect(heard).toEqual([])
  })

  it('ends its call from the question, and everything that waits with it', async () => {
    await start()
    await trusted()
    const answer = call('read_page', { url: page('a') })
    const { id } = await asked('reach')
    await host.handlers['consent.stop']({ questionId: id, what: 'call' })
    expect(callOf(await answer)?.state).toBe('cancelled')
    expect(host.question()).toBeNull()
    expect(heard).toEqual([])
  })

  it('gets no access from a line that another program wrote into the file', async () => {
    await start()
    await trusted()
    const line = `127.0.0.1:${port()}`
    const text = await readFile(settingsFile(), 'utf8')
    await writeFile(settingsFile(), text.replace('"hosts":[]', `"hosts":["${line}"]`))
    const lines = async () =>
      (await host.handlers['server.read']({ serverName: 'reader', what: 'network-access' })).allowed
    await vi.waitFor(async () => expect(await lines()).toEqual([line]), soon)
    const answer = call('read_page', { url: page('a') })
    await reach('not-now')
    expect(textOf(await answer)).toContain('the user denied it')
    await host.handlers['server.control']({ serverName: 'reader', act: 'restart' })
    const question = await asked('server-trust')
    expect(question.act.containment?.hosts).toEqual([line])
    expect(question.previous?.containment?.hosts).toEqual([])
  })

  it('waits in the middle of a start, whose clock pauses', async () => {
    const library = fileURLToPath(new URL('../../../testing/servers/line-server.mjs', import.meta.url))
    await cp(library, path.join(folder, 'line-server.mjs'))
    await writeFile(path.join(folder, 'package.json'), '{"type": "module"}')
    const program = `import { serve, textResult } from './line-server.mjs'
      const began = performance.now()
      const timer = setInterval(() => console.error('waited', Math.floor((performance.now() - began) / 1_000)), 500)
      const text = await fetch(${JSON.stringify(page('first'))}).then((got) => got.text())
      clearInterval(timer)
      serve({ name: 'early', tools: [{ name: 'told', inputSchema: { type: 'object' } }], call: { told: () => textResult(text) } })`
    await writeFile(path.join(folder, 'early.mjs'), program)
    const entry = {
      command: process.execPath,
      args: [path.join(folder, 'early.mjs')],
      connectTimeoutMs: 8_000,
      containment: {}
    }
    await writeFile(settingsFile(), JSON.stringify({ mcpServers: { reader: entry } }))
    await open()
    await say({ type: 'server-trust', decision: 'trust' })
    const { id } = await asked('reach')
    // By its own clock, longer than the start may take.
    const said = async () =>
      (await host.handlers['server.read']({ serverName: 'reader', what: 'log' })).map(({ text }) => text)
    await vi.waitFor(async () => expect(await said()).toContain('waited 10'), soon)
    expect(host.question()?.id).toBe(id)
    await reach('allow-once')
    await connected()
    expect(textOf(await call('told', {}))).toBe('page /first')
    expect(heard).toEqual(['/first'])
  })

  it('is denied without a question what the policy forbids, even if its entry names it, and the ledger records it', async () => {
    await writeFile(path.join(folder, 'policy.json'), JSON.stringify({ hosts: { allow: ['api.example'] } }))
    await start({ hosts: [`127.0.0.1:${port()}`] })
    await trusted()
    const message = await call('read_page', { url: page('a') })
    expect(textOf(message)).toContain('the policy of this computer does not allow it')
    expect(notesOf(message)).toEqual([
      expect.stringContaining(`This computer's policy doesn't let servers connect to 127.0.0.1:${port()}`)
    ])
    expect(heard).toEqual([])
    expect(host.question()).toBeNull()
    expect(await ledger()).toMatchObject([
      { excerpt: 'refused', decidedBy: 'rule', decision: 'the policy of this computer' }
    ])
  })

  it('checks the answer against the policy of that moment', async () => {
    await start()
    await trusted()
    const answer = call('read_page', { url: page('a') })
    await asked('reach')
    await writeFile(path.join(folder, 'policy.json'), JSON.stringify({ hosts: { allow: [] } }))
    await vi.waitFor(async () => expect((await snapshot()).settings.managed?.limitsHosts).toBe(true), soon)
    await reach('allow-once')
    expect(textOf(await answer)).toContain('the policy of this computer does not allow it')
    expect(heard).toEqual([])
  })
})

function lastQuestions(): Question[] {
  const last = host.events.filter(({ name }) => name === 'questions.changed').at(-1)
  return (last?.payload ?? []) as Question[]
}

function questionsOf<T extends Question['type']>(type: T): Extract<Question, { type: T }>[] {
  return lastQuestions().filter(
    (question): question is Extract<Question, { type: T }> => question.type === type
  )
}
