/** What the page of a view may use, through the whole core: questions, what is remembered, and the records. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AnswerOf, Question, QuestionAnswer } from '../../../contract/questions/questions'
import { isToolCall } from '../../../conversation/messages/transcript'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import { fakeFrame, openView } from '../../../testing/open-view'
import { soon } from '../../../testing/soon'
import type { ViewFrameOptions } from '../../../views/interface'

const server = fileURLToPath(new URL('../../../testing/servers/views.mjs', import.meta.url))
const surroundings = { theme: 'dark', tokens: {}, width: 640, height: 500 } as const
const hosts = ['https://api.example.com', 'https://*.tiles.example']

let folder: string
let host: OpenTestHost
let frames: ViewFrameOptions[]
let place: { conversationId: string; messageId: string; callId: string }

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-view-access-'))
  frames = []
})
afterEach(async () => {
  await host.dispose()
  await rm(folder, { recursive: true, force: true })
})

async function start(declared = hosts, policy?: object): Promise<void> {
  const args = [server, `--hosts=${declared.join(',')}`]
  const settings = { mcpServers: { views: { command: process.execPath, args } } }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings))
  const policyFile = path.join(folder, 'policy.json')
  if (policy !== undefined) await writeFile(policyFile, JSON.stringify(policy))
  host = await openHost({
    folder,
    ...(policy !== undefined && { policyFile }),
    openViewFrame: () => fakeFrame((options) => void frames.push(options))
  })
  void host.start()
  await vi.waitFor(async () => {
    await answer({ type: 'server-trust', decision: 'trust' })
    expect((await host.handlers['app.snapshot']({})).servers[0]?.state).toBe('connected')
  }, soon)
  const { id: conversationId } = await host.handlers['conversation.create']({})
  await host.handlers['conversation.set-model']({ conversationId, model: 'direct' })
  const toolRequest = { serverName: 'views', toolName: 'online', arguments: { city: 'Oslo' } }
  const sent = { conversationId, text: '', toolRequest, resources: [], prompt: null }
  await host.handlers['conversation.send'](sent)
  place = await vi.waitFor(async () => {
    await answer({ type: 'tool-call', decision: 'allow-once' })
    const { messages } = await host.handlers['conversation.read']({ conversationId, lastId: null, limit: 9 })
    const message = messages.at(-1)
    const part = message?.parts.find(isToolCall)
    if (message?.state !== 'complete' || part === undefined) throw new Error('no call yet')
    return { conversationId, messageId: message.id, callId: part.callId }
  }, soon)
}

async function answer(given: QuestionAnswer): Promise<void> {
  const question = host.question()
  if (question?.type === given.type)
    await host.handlers['consent.answer']({ questionId: question.id, answer: given })
}

const open = async (asksAgain = false) => await openView(host, { ...place, surroundings, asksAgain })

async function waitForQuestion<K extends Question['type']>(type: K) {
  return await vi.waitFor(() => {
    const question = host.question()
    if (question?.type !== type) throw new Error('not asked yet')
    return question as Extract<Question, { type: K }>
  }, soon)
}

/** Opens the view with this answer; null: Parley must not ask. */
async function openWith(decision: AnswerOf<'view-hosts'>['decision'] | null, asksAgain = false) {
  const opening = open(asksAgain)
  if (decision !== null) {
    await waitForQuestion('view-hosts')
    expect(frames.length, 'the page waits').toBe(opened)
    await answer({ type: 'view-hosts', decision })
  }
  await opening
  opened = frames.length
  return frames.at(-1)!
}
let opened = 0
beforeEach(() => {
  opened = 0
})

const policyOf = (frame: ViewFrameOptions) => frame.policy('parley-view://proxy')
const search = async (text: string) => {
  const everything = { recipientType: null, recipient: null, from: null, to: null, beforePosition: null }
  return (await host.handlers['ledger.search']({ ...everything, text, limit: 9 })).entries
}

describe('the hosts of a view', () => {
  it('security/external-domain-warning: are shown to the user in one question that names the server, the tool, the hosts and their use', async () => {
    await start()
    void open().catch(() => {})
    expect(await waitForQuestion('view-hosts')).toMatchObject({
      serverName: 'views',
      toolName: 'online',
      conversationId: place.conversationId,
      hosts: [
        { host: 'api.example.com', uses: ['connect', 'resource', 'frame'] },
        { host: '*.tiles.example', uses: ['connect', 'resource', 'frame'] }
      ]
    })
  })

  it('are not in its policy, and are refused, if they are not allowed', async () => {
    await start()
    const frame = await openWith('not-now')
    expect(policyOf(frame)).not.toContain('example')
    expect((await frame.load(new Request('https://api.example.com/'))).status).toBe(403)
    const [entry] = await search('api.example.com')
    expect(entry).toMatchObject({ kind: 'reach', subject: 'views', excerpt: 'its app: refused', ...place })
  })

  it('are allowed for the view of this call until the user opens it again', async () => {
    await start()
    for (const decision of ['allow-once', 'not-now'] as const) {
      const frame = await openWith(decision, true)
      expect(policyOf(frame).includes('connect-src data: blob: https://api.example.com')).toBe(
        decision === 'allow-once'
      )
      expect(policyOf(await openWith(null))).toBe(policyOf(frame))
    }
  })

  it.each(['allow-always', 'never'] as const)(
    'are not asked about again after %s, until it is revoked',
    async (decision) => {
      await start()
      const frame = await openWith(decision)
      expect(policyOf(await openWith(null, true))).toBe(policyOf(frame))
      const { consent } = await host.handlers['app.snapshot']({})
      expect(consent.viewAccess).toMatchObject([
        { serverName: 'views', subject: { host: 'api.example.com' }, isAllowed: decision === 'allow-always' },
        { serverName: 'views', subject: { host: '*.tiles.example' }, isAllowed: decision === 'allow-always' }
      ])
      const subject = { type: 'host', host: 'api.example.com' } as const
      await host.handlers['consent.revoke']({ kind: 'view-access', serverName: 'views', subject })
      void open().catch(() => {})
      expect((await waitForQuestion('view-hosts')).hosts.map((each) => each.host)).toEqual([
        'api.example.com'
      ])
    }
  )

  it('are shared by two openings of the same view', async () => {
    await start()
    const openings = [open(), open()]
    await waitForQuestion('view-hosts')
    await answer({ type: 'view-hosts', decision: 'allow-once' })
    await Promise.all(openings)
    expect(frames).toHaveLength(2)
  })

  it('close with their server, and leave the text', async () => {
    await start()
    const opening = open()
    await waitForQuestion('view-hosts')
    await host.handlers['server.control']({ serverName: 'views', act: 'stop' })
    await expect(opening).rejects.toMatchObject({ code: 'SERVER_NOT_CONNECTED' })
    expect(frames).toEqual([])
  })

  it('security/global-allowlist: that the policy of the computer denies are never asked about', async () => {
    await start(hosts, { hosts: { allow: ['*.tiles.example'] } })
    void open().catch(() => {})
    expect((await waitForQuestion('view-hosts')).hosts.map((each) => each.host)).toEqual(['*.tiles.example'])
    await answer({ type: 'view-hosts', decision: 'allow-always' })
    await vi.waitFor(() => expect(frames).toHaveLength(1), soon)
    expect(policyOf(frames[0]!)).not.toContain('api.example.com')
  })

  it('of this computer come with a warning', async () => {
    await start(['https://localhost:8443'])
    void open().catch(() => {})
    expect((await waitForQuestion('view-hosts')).warnings).toMatchObject([
      { text: 'links.thisComputer', level: 'danger' }
    ])
  })
})

describe('a permission of a view', () => {
  it('is asked about once while the view is open, and recorded', async () => {
    await start([])
    const frame = await openWith(null)
    const asking = [frame.onPermission('geolocation'), frame.onPermission('geolocation')]
    expect(await waitForQuestion('view-permission')).toMatchObject({
      serverName: 'views',
      toolName: 'online',
      permission: 'geolocation'
    })
    await answer({ type: 'view-permission', decision: 'allow-once' })
    expect(await Promise.all(asking)).toEqual([true, true])
    const changed = host.events.findLast(({ name }) => name === 'view.changed')
    expect(changed?.payload).toMatchObject({ permissions: ['geolocation'] })
    const [entry] = await search('its app: allowed once')
    expect(entry).toMatchObject({ kind: 'view permission', recipient: 'views', subject: 'geolocation' })
    const again = (await openWith(null)).onPermission('geolocation')
    await waitForQuestion('view-permission')
    await answer({ type: 'view-permission', decision: 'not-now' })
    expect(await again).toBe(false)
  })

  it('security/permissions-allow-attr: that was denied permanently is not offered to its page', async () => {
    await start([])
    const frame = await openWith(null)
    expect(frame.permissions).toEqual(['geolocation'])
    const asking = frame.onPermission('geolocation')
    await waitForQuestion('view-permission')
    await answer({ type: 'view-permission', decision: 'never' })
    expect(await asking).toBe(false)
    const later = await openWith(null)
    expect(later.permissions).toEqual([])
    expect(await later.onPermission('geolocation')).toBe(false)
  })
})
