import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { QuestionAnswer, DestinationQuestion } from '../../../contract/questions/questions'
import { answerEnded } from '../../../testing/answer-ended'
import { openHost } from '../../../testing/open-host'
import type { OpenTestHost } from '../../../testing/open-host'
import { createScriptedModel } from '../../../testing/scripted-model/scripted-model'
import type { ScriptedModel } from '../../../testing/scripted-model/scripted-model'
import { toEnglish } from '../../../texts/render-localized'
import { soon } from '../../../testing/soon'

const environment = { HOME_TOKEN: 'canary-of-the-environment' }

let folder: string
let host: OpenTestHost
let model: ScriptedModel
let keys: (string | undefined)[]

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-destinations-'))
  keys = []
  model = await createScriptedModel({
    script: ({ headers }) => {
      keys.push((headers['x-api-key'] ?? headers.authorization?.replace('Bearer ', '')) as string | undefined)
      return { text: 'Here I am.' }
    }
  })
})

afterEach(async () => {
  await host.dispose()
  await model.close()
  await rm(folder, { recursive: true, force: true })
})

const writeSettings = (settings: object) =>
  writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings))

const withProvider = (apiKey: string, baseUrl = model.baseUrl) => ({
  models: { default: 'found/claude-sonnet-5-5', providers: { found: { type: 'anthropic', baseUrl, apiKey } } }
})

async function start(settings: object, own: Record<string, string> = environment): Promise<void> {
  await writeSettings(settings)
  host = await openHost({ folder, environment: own })
  await host.start()
  await vi.waitFor(async () => expect((await snapshot()).models.isLoading).toBe(false), soon)
}

const snapshot = async () => await host.handlers['app.snapshot']({})

async function restart(settings: object): Promise<void> {
  await host.dispose()
  await start(settings)
}

async function send(): Promise<string> {
  const { id } = await host.handlers['conversation.create']({})
  const nothingElse = { toolRequest: null, resources: [], prompt: null }
  await host.handlers['conversation.send']({ conversationId: id, text: 'In confidence', ...nothingElse })
  return id
}

async function asked(): Promise<DestinationQuestion> {
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'destination' }), soon)
  return host.question() as DestinationQuestion
}

async function say(decision: Extract<QuestionAnswer, { type: 'destination' }>['decision']): Promise<void> {
  const { id } = await asked()
  await host.handlers['consent.answer']({ questionId: id, answer: { type: 'destination', decision } })
}

async function kindsOfEntries(): Promise<string[]> {
  const all = { recipientType: null, recipient: null, text: '', from: null, to: null, beforePosition: null }
  const { entries } = await host.handlers['ledger.search']({ ...all, limit: 500 })
  return entries.map(({ kind, excerpt }) => `${kind} ${excerpt ?? ''}`)
}

const nothingSent = () => expect([model.requests.length, model.listRequests.length]).toEqual([0, 0])

it.each([
  ['an environment variable', '${env:HOME_TOKEN}', environment.HOME_TOKEN],
  ['an API key', 'sk-written-in-the-file', 'sk-written-in-the-file'],
  ['a secret of the vault', '${secret:notes-token}', 'canary-of-the-vault']
])(
  'SEC-11-1 sends no conversation, key or secret to a provider of the settings before an approval: %s',
  async (_what, apiKey, value) => {
    await start(withProvider(apiKey))
    host.secrets.set('notes-token', 'canary-of-the-vault')
    expect(host.question()).toBeNull() // the start asks nothing
    const id = await send()
    const question = await asked()
    nothingSent()
    expect(question).toMatchObject({
      host: new URL(model.baseUrl).host,
      previous: null,
      act: { name: 'found' }
    })
    expect(JSON.stringify(question)).not.toContain(value)
    expect((await kindsOfEntries()).join()).not.toMatch(/conversation|secret|model list/)

    await say('trust')
    expect((await answerEnded(host, id)).state).toBe('complete')
    expect(keys).toEqual([value])
    expect((await kindsOfEntries()).join()).toMatch(/conversation/)
    expect((await kindsOfEntries()).filter((entry) => entry.startsWith('secret'))).toHaveLength(1)

    await restart(withProvider(apiKey))
    host.secrets.set('notes-token', 'canary-of-the-vault')
    await answerEnded(host, await send())
    expect(host.question()).toBeNull()
  }
)

it('reports the message as not sent after "Not now", and asks again on retry', async () => {
  await start(withProvider('sk-literal'))
  const conversationId = await send()
  await say('not-now')
  const failed = await answerEnded(host, conversationId)
  expect(failed).toMatchObject({ state: 'failed', failure: { code: 'DESTINATION_NOT_TRUSTED' } })
  expect(failed.failure?.message).toContain('Nothing was sent')
  nothingSent()
  await host.handlers['conversation.retry']({ conversationId })
  await say('trust')
  expect((await answerEnded(host, conversationId)).state).toBe('complete')
})

it('asks one question for two messages at once', async () => {
  await start(withProvider('sk-literal'))
  const [one, other] = [await send(), await send()]
  await asked()
  expect((await snapshot()).questions).toHaveLength(1)
  await say('trust')
  await Promise.all([one, other].map((id) => answerEnded(host, id)))
  expect(host.question()).toBeNull()
})

it.each([
  ['another address', () => withProvider('sk-literal', `${model.baseUrl}/elsewhere`), /elsewhere/],
  ['another key', () => withProvider('sk-other'), /literal/],
  ['a variable instead of the key', () => withProvider('${env:HOME_TOKEN}'), /HOME_TOKEN/]
])(
  'SEC-11-1 asks again after a change and shows what was trusted before: %s',
  async (_what, changed, shown) => {
    await start(withProvider('sk-literal'))
    const first = await send()
    await say('trust')
    await answerEnded(host, first)
    const count = model.requests.length
    await restart(changed())
    await send()
    const { previous, act } = await asked()
    expect(previous).not.toBeNull()
    expect(JSON.stringify(act)).toMatch(shown)
    expect(JSON.stringify(previous)).not.toEqual(JSON.stringify(act))
    expect(model.requests).toHaveLength(count)
  }
)

it('SEC-11-1 refuses plain http to another computer with what to do, and asks nothing', async () => {
  await start(withProvider('sk-literal', 'http://models.example.com'))
  const { failure } = await answerEnded(host, await send())
  expect(failure).toMatchObject({ code: 'DESTINATION_REFUSED' })
  expect(failure?.message).toContain('so use https')
  expect(host.question()).toBeNull()
})

it('asks nothing for key and address of the environment, and asks for the same key at another address', async () => {
  const own = { ANTHROPIC_API_KEY: 'sk-own', ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' }
  const providers = { anthropic: { type: 'anthropic', baseUrl: model.baseUrl } }
  await start({ models: { default: 'anthropic/claude-sonnet-5-5', providers } }, own)
  await send()
  expect(await asked()).toMatchObject({ act: { values: [{ variables: ['ANTHROPIC_API_KEY'] }] } })
  nothingSent()
  await host.dispose()
  await start({}, { ...own, ANTHROPIC_BASE_URL: model.baseUrl })
  expect((await answerEnded(host, await send())).state).toBe('complete')
})

it('SEC-11-1 takes a typed key as approval of the usual address, and of no other address that names it', async () => {
  await start({}, { ANTHROPIC_BASE_URL: model.baseUrl })
  await host.handlers['model.set-key']({ providerName: 'anthropic', apiKey: 'sk-typed' })
  expect((await answerEnded(host, await send())).state).toBe('complete')
  expect(host.question()).toBeNull()
  await writeSettings(withProvider('${secret:anthropic}', 'https://models.example.com'))
  await vi.waitFor(async () => {
    const { models } = await snapshot()
    expect(models.providers.some(({ name }) => name === 'found')).toBe(true)
  }, soon)
  const { id } = await host.handlers['conversation.create']({})
  await host.handlers['conversation.set-model']({ conversationId: id, model: 'found/claude-sonnet-5-5' })
  await send()
  const { secrets, warnings } = await asked()
  expect(secrets).toMatchObject([{ name: 'anthropic', owners: [{ kind: 'model', name: 'anthropic' }] }])
  expect(warnings.map(toEnglish).join()).toContain('belongs to the provider anthropic')
})

it('asks about a provider that is added in the window, and refuses a name that a secret has', async () => {
  await start({ models: { default: 'direct', providers: {} } })
  const added = { type: 'openai-compatible', baseUrl: `${model.baseUrl}/v1` }
  host.secrets.set('notes-token', 'kept')
  const add = (providerName: string, apiKey: string | null) =>
    host.handlers['model.add-provider']({ ...added, providerName, apiKey })
  await expect(add('notes-token', 'sk-1')).rejects.toMatchObject({ code: 'SETTINGS_NAME_TAKEN' })
  expect(host.secrets.get('notes-token')).toBe('kept')
  const adding = add('mine', 'sk-mine')
  expect(await asked()).toMatchObject({ act: { kind: 'model', name: 'mine' } })
  nothingSent()
  await say('trust')
  await adding
  expect(model.listRequests).toHaveLength(1)
  await expect(add('mine', null)).rejects.toMatchObject({ code: 'SETTINGS_NAME_TAKEN' })
  await host.handlers['model.remove-provider']({ providerName: 'mine' })
  expect((await snapshot()).models.providers.map(({ name }) => name)).not.toContain('mine')
  expect(host.secrets.has('mine')).toBe(false)
})

it('SEC-11-4 refuses a page that deletes or replaces another secret as the key of a provider', async () => {
  const bank = { command: 'no-such-program', env: { TOKEN: '${secret:bank}' }, disabled: true }
  const provider = { type: 'anthropic', baseUrl: model.baseUrl, apiKey: '${secret:bank}' }
  const providers = { bank: provider, shop: { type: 'anthropic', baseUrl: model.baseUrl } }
  const shop = { ...bank, env: { TOKEN: '${secret:shop}' } }
  await start({ mcpServers: { bank, shop }, models: { default: 'direct', providers } })
  const others = ['bank', 'shop', 'some-server', 'oauth/work']
  for (const name of others) host.secrets.set(name, 'kept')
  for (const providerName of ['some-server', 'oauth/work']) {
    const setting = host.handlers['model.set-key']({ providerName, apiKey: 'sk-of-the-page' })
    await expect(setting).rejects.toMatchObject({ code: expect.stringMatching(/^SETTINGS_/) as string })
  }
  for (const providerName of others) {
    await Promise.resolve(host.handlers['model.set-key']({ providerName, apiKey: null })).catch(() => {})
    await Promise.resolve(host.handlers['model.remove-provider']({ providerName })).catch(() => {})
  }
  expect(others.map((name) => host.secrets.get(name))).toEqual(others.map(() => 'kept'))
})

it('SEC-11-4 removes a forgotten key from the vault even if another entry names it', async () => {
  await start({}, { ANTHROPIC_BASE_URL: model.baseUrl })
  await host.handlers['model.set-key']({ providerName: 'anthropic', apiKey: 'sk-typed' })
  const leech = { command: 'no-such-program', env: { TOKEN: '${secret:anthropic}' }, disabled: true }
  const providers = { anthropic: { type: 'anthropic', apiKey: '${secret:anthropic}' } }
  await writeSettings({ mcpServers: { leech }, models: { providers } })
  await vi.waitFor(async () => expect((await snapshot()).servers).toHaveLength(1), soon)
  await host.handlers['model.set-key']({ providerName: 'anthropic', apiKey: null })
  expect(host.secrets.has('anthropic')).toBe(false)
})

it("SEC-11-1 doesn't follow a redirect of a trusted address to another one", async () => {
  const reached: IncomingHttpHeaders[] = []
  const other = createServer((request, response) => {
    reached.push(request.headers)
    response.end('{}')
  })
  const redirecting = createServer((_request, response) => {
    response.writeHead(307, { location: `http://127.0.0.1:${(other.address() as AddressInfo).port}/` }).end()
  })
  for (const server of [other, redirecting])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = redirecting.address() as AddressInfo
  await start(withProvider('sk-literal', `http://127.0.0.1:${port}`))
  const id = await send()
  await say('trust')
  expect((await answerEnded(host, id)).state).toBe('failed')
  expect(reached).toEqual([])
  other.close()
  redirecting.close()
})

it('SEC-11-1 sends no record and no header to a collector of the settings before an approval, and keeps the records', async () => {
  const received: (string | string[] | undefined)[] = []
  const collector = createServer((request, response) => {
    received.push(request.headers['x-collector-key'])
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const headers = { 'X-Collector-Key': '${env:HOME_TOKEN}' }
  const anthropic = { type: 'anthropic', baseUrl: model.baseUrl }
  await start(
    { ledger: { otlp: { endpoint, headers } }, models: { providers: { anthropic } } },
    { ...environment, ANTHROPIC_API_KEY: 'sk-own', ANTHROPIC_BASE_URL: model.baseUrl }
  )
  await answerEnded(host, await send())
  await kindsOfEntries()
  await vi.waitFor(async () => expect((await snapshot()).collector).toMatchObject({ needsTrust: true }), soon)
  const notices = host.events.filter(({ name }) => name === 'notice.raised').map(({ payload }) => payload)
  expect(notices).toMatchObject([{ action: 'ask-collector' }])
  expect(host.question()).toBeNull()
  expect(received).toEqual([])

  const answered = host.handlers['ledger.ask-collector']({})
  const { act } = await asked()
  expect(act).toMatchObject({
    address: endpoint,
    values: [{ header: 'X-Collector-Key', variables: ['HOME_TOKEN'] }]
  })
  await say('trust')
  await answered
  await vi.waitFor(async () => {
    expect(received[0]).toBe(environment.HOME_TOKEN)
    expect((await snapshot()).collector).toMatchObject({ failure: null, waiting: 0 })
  }, soon)
  collector.closeAllConnections()
  collector.close()
})

it('SEC-11-1 asks again after a trust was revoked', async () => {
  await start(withProvider('sk-literal'))
  const first = await send()
  await say('trust')
  await answerEnded(host, first)
  expect((await snapshot()).consent.trustedDestinations).toMatchObject([{ act: { name: 'found' } }])
  await host.handlers['consent.revoke']({
    kind: 'destination',
    destination: { kind: 'model', name: 'found' }
  })
  await send()
  await asked()
})

it('SEC-11-1 asks again for a trusted server when a secret that it names was typed for another owner since', async () => {
  const notes = { command: process.execPath, args: ['-e', '0'], env: { TOKEN: '${secret:anthropic}' } }
  await start({ mcpServers: { notes } }, { ANTHROPIC_BASE_URL: model.baseUrl })
  const trust = async () => {
    await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'server-trust' }), soon)
    const question = host.question()
    const answer = { type: 'server-trust', decision: 'trust' } as const
    await host.handlers['consent.answer']({ questionId: question?.id ?? '', answer })
    return question?.type === 'server-trust' ? question.warnings.map(toEnglish).join() : ''
  }
  expect(await trust()).not.toContain('belongs to')
  const state = async () => (await snapshot()).servers[0]?.state
  await vi.waitFor(async () => expect(await state()).toBe('failed'), soon) // the secret doesn't exist yet
  await host.handlers['model.set-key']({ providerName: 'anthropic', apiKey: 'sk-typed' })
  void host.handlers['server.control']({ serverName: 'notes', act: 'start' })
  expect(await trust()).toContain('belongs to the provider anthropic')
})
