/**
 * A sandboxed server that waits for a host as long as a user may take: a real program in a real sandbox, whose own
 * clock measures the time. Real time passes here, measured by what the server reports.
 */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import type { RequestListener, Server } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sandboxFinder } from '../../../sandbox/available/find-sandbox'
import type { QuestionAnswer, Question } from '../../../contract/questions/questions'
import type { Message, ToolCallPart } from '../../../contract/conversations'
import { answerEnded } from '../../../testing/answer-ended'
import { openHost } from '../../../testing/open-host'
import type { OpenTestHost } from '../../../testing/open-host'
import { ownCertificate } from '../../../testing/own-certificate'
import { soon } from '../../../testing/soon'

const canContain = await sandboxFinder(process.platform)().then(
  () => true,
  () => false
)
const hasCurl = spawnSync('curl', ['--version']).status === 0
const file = fileURLToPath(new URL('../../../testing/servers/patient-reader.mjs', import.meta.url))
/** Of a call: far shorter than its wait for the user. */
const limits = { timeoutMs: 6_000, maxTotalTimeoutMs: 8_000 }
const waitedSeconds = 15

let folder: string
let host: OpenTestHost
let sites: Server[]
let heard: string[]

beforeEach(async () => {
  heard = []
  folder = await mkdtemp(path.join(tmpdir(), 'parley-reach-waits-'))
  const answer: RequestListener = (request, response) => {
    heard.push(request.url ?? '')
    response.setHeader('connection', 'close').end(`page ${request.url}`)
  }
  sites = [http.createServer(answer), https.createServer(ownCertificate, answer)]
  for (const site of sites) await once(site.listen(0, '127.0.0.1'), 'listening')
  const entry = { command: process.execPath, args: [file], ...limits, containment: { hosts: [] } }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers: { reader: entry } }))
  host = await openHost({ folder })
  await host.start()
})

afterEach(async () => {
  await host.dispose()
  for (const site of sites) {
    site.closeAllConnections()
    site.close()
  }
  await rm(folder, { recursive: true, force: true })
})

const portOf = (site: Server | undefined) => (site?.address() as AddressInfo | undefined)?.port ?? 0

function open(): readonly Question[] {
  const last = host.events.filter(({ name }) => name === 'questions.changed').at(-1)
  return (last?.payload ?? []) as Question[]
}

/** The waiting questions, once there are as many. */
async function asked<T extends Question['type']>(
  type: T,
  count = 1
): Promise<Extract<Question, { type: T }>[]> {
  const found = () => open().filter((each): each is Extract<Question, { type: T }> => each.type === type)
  await vi.waitFor(() => expect(found()).toHaveLength(count), soon)
  return found()
}

async function say(answer: QuestionAnswer, count = 1): Promise<void> {
  for (const { id } of await asked(answer.type, count))
    await host.handlers['consent.answer']({ questionId: id, answer })
}

/** The conversation of the call, which runs after that. */
async function call(toolName: string, args: Record<string, unknown>): Promise<string> {
  const { id: conversationId } = await host.handlers['conversation.create']({})
  await host.handlers['conversation.set-model']({ conversationId, model: 'direct' })
  await host.handlers['conversation.send']({
    conversationId,
    text: '',
    toolRequest: { serverName: 'reader', toolName, arguments: args as never },
    resources: [],
    prompt: null
  })
  await say({ type: 'tool-call', decision: 'allow-once' })
  return conversationId
}

async function nowOf(conversationId: string): Promise<ToolCallPart | undefined> {
  const page = await host.handlers['conversation.read']({ conversationId, lastId: null, limit: 9 })
  return page.messages.map(callOf).find((part) => part !== undefined)
}

const callOf = ({ parts }: Message) => parts.find((part): part is ToolCallPart => part.type === 'tool-call')
const textOf = (message: Message) =>
  (callOf(message)?.content ?? []).map((block) => (block.type === 'text' ? block.text : '')).join('')

const said = async () =>
  (await host.handlers['server.read']({ serverName: 'reader', what: 'log' })).map(({ text }) => text)

describe.runIf(canContain)('a sandboxed server that waits for a host', { timeout: 120_000 }, () => {
  it("succeeds after an approval that took 15 s, with every client, and its calls' clocks pause meanwhile", async () => {
    await say({ type: 'server-trust', decision: 'trust' })
    const state = async () => (await host.handlers['app.snapshot']({})).servers[0]?.state
    await vi.waitFor(async () => expect(await state()).toBe('connected'), soon)
    const [plain, encrypted] = sites.map(portOf)
    const reads = [
      ['fetch', `http://127.0.0.1:${plain}/by-fetch`],
      ['https', `https://127.0.0.1:${encrypted}/by-https`],
      ...(hasCurl ? [['curl', `http://127.0.0.1:${plain}/by-curl`]] : [])
    ]
    const reading = await call('read', { reads })
    await asked('reach', 2)
    const hanging = await call('hang', {})
    await vi.waitFor(async () => expect(await said()).toContain(`waited ${waitedSeconds} s`), {
      timeout: 60_000,
      interval: 100
    })
    expect(heard).toEqual([])
    for (const id of [reading, hanging]) expect(await nowOf(id)).toMatchObject({ state: 'running' })
    expect((await nowOf(reading))?.timeLimit).toBeUndefined()

    await say({ type: 'reach', decision: 'allow-once' }, 2)
    const wanted = reads.map(([by]) => `${by}: page /by-${by}`)
    expect(textOf(await answerEnded(host, reading)).split('\n')).toEqual(wanted)
    expect(heard.toSorted()).toEqual(wanted.map((line) => line.slice(line.indexOf('/'))).toSorted())
    // The other call still had its whole time left, and no more.
    const { failure } = callOf(await answerEnded(host, hanging)) ?? {}
    expect(failure?.code).toBe('TOOL_TIMEOUT')
  })
})
