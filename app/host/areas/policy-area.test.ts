/** A policy that changes while servers run, from the file to the window, with real servers. */
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toEnglish } from '../../texts/render-localized'
import type { QuestionAnswer } from '../../contract/questions/questions'
import { events as eventSchemas } from '../../contract/bridge/events'
import type { ServerView } from '../../contract/servers'
import { openHost } from '../../testing/open-host'
import type { OpenTestHost } from '../../testing/open-host'
import { renderEnglish } from '../../testing/in-english'
import { soon } from '../../testing/soon'

const file = (relative: string) => fileURLToPath(new URL(`../../../${relative}`, import.meta.url))
const everything = {
  command: process.execPath,
  args: [file('node_modules/@modelcontextprotocol/server-everything/dist/index.js')]
}

let folder: string
let policyFile: string
let host: OpenTestHost

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-policy-'))
  policyFile = path.join(folder, 'policy.json')
})

afterEach(async () => {
  await host.dispose()
  for (const { name, payload } of host.events) eventSchemas[name].parse(structuredClone(payload))
  await rm(folder, { recursive: true, force: true })
})

async function setPolicy(policy: object | string): Promise<void> {
  await writeFile(`${policyFile}.new`, typeof policy === 'string' ? policy : JSON.stringify(policy))
  await rename(`${policyFile}.new`, policyFile)
}

async function start(entry: object = everything): Promise<void> {
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers: { everything: entry } }))
  const environment = { PROGRAM: everything.args[0] ?? '' }
  host = await openHost({ folder, policyFile, environment })
  await host.start()
  await host.handlers['app.snapshot']({}) // a window listens
  await say({ type: 'server-trust', decision: 'trust' })
  await stateIs('connected')
}

async function say(answer: QuestionAnswer): Promise<void> {
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type: answer.type }), soon)
  await host.handlers['consent.answer']({ questionId: host.question()?.id ?? '', answer })
}

const server = async (): Promise<ServerView | undefined> =>
  (await host.handlers['app.snapshot']({})).servers[0]

async function stateIs(state: ServerView['state']): Promise<ServerView | undefined> {
  await vi.waitFor(async () => expect((await server())?.state).toBe(state), soon)
  return server()
}

const notices = (level: 'alert' | 'status') =>
  host.events.flatMap(({ name, payload }) =>
    name === 'notice.raised' && 'level' in payload && payload.level === level ? [toEnglish(payload.text)] : []
  )

async function echo(conversationId: string): Promise<void> {
  const toolRequest = { serverName: 'everything', toolName: 'echo', arguments: { message: 'hi' } }
  const nothing = { text: '', resources: [], prompt: null }
  await host.handlers['conversation.send']({ ...nothing, conversationId, toolRequest })
}

it('SEC-05: stops a server that a new policy forbids, with the reason, and starts it once it is allowed again', async () => {
  await start()
  await setPolicy({ servers: { allow: [{ command: '/opt/other' }] } })
  const stopped = await stateIs('failed')
  expect(renderEnglish(stopped?.reason)).toContain(`doesn't allow this server (${policyFile})`)
  expect(stopped).toMatchObject({ startable: false, processId: null })
  expect(notices('status')).toContain(`This computer's policy changed and is now in effect (${policyFile}).`)
  await host.handlers['server.control']({ serverName: 'everything', act: 'start' })
  expect(renderEnglish((await stateIs('failed'))?.reason)).toContain(policyFile)
  await setPolicy({ servers: { allow: [everything] } })
  await stateIs('connected')
  await rm(policyFile)
  await vi.waitFor(() => expect(notices('status').at(-1)).toContain('Nothing is managed'), soon)
  expect((await server())?.state).toBe('connected')
})

it("SEC-05: ends a program that isn't sandboxed once a policy requires it, names it, and asks nothing", async () => {
  await start()
  await setPolicy({ containment: 'required' })
  const stopped = await stateIs('failed')
  expect(renderEnglish(stopped?.reason)).toContain(
    `run only in a sandbox (“containment”: “required” in ${policyFile})`
  )
  expect(stopped).toMatchObject({ startable: false, processId: null, isContained: false })
  expect(host.question()).toBeNull()
  await setPolicy({})
  await stateIs('connected')
})

it('SEC-05: checks the values of variables again', async () => {
  await start({ ...everything, args: ['${env:PROGRAM}'] })
  await setPolicy({ servers: { allow: [{ command: process.execPath, args: ['/opt/other.js'] }] } })
  expect(renderEnglish((await stateIs('failed'))?.reason)).toContain("doesn't allow this server")
})

it('SEC-05: leaves a stopped server stopped under any policy', async () => {
  await start()
  await host.handlers['server.control']({ serverName: 'everything', act: 'stop' })
  await stateIs('stopped')
  await setPolicy({ servers: { allow: [] } })
  await vi.waitFor(() => expect(notices('status')).toHaveLength(1), soon)
  await rm(policyFile)
  await vi.waitFor(() => expect(notices('status')).toHaveLength(2), soon)
  expect((await server())?.state).toBe('stopped')
})

it('SEC-05: ends permissions that it forbids at once, also in an open question', async () => {
  await start()
  const conversationId = (await host.handlers['conversation.create']({})).id
  await host.handlers['conversation.set-model']({ conversationId, model: 'direct' })
  await echo(conversationId)
  await say({ type: 'tool-call', decision: 'allow-always' })
  const ended = async () => {
    const page = await host.handlers['conversation.read']({ conversationId, lastId: null, limit: 9 })
    expect(page.messages.at(-1)?.state).toBe('complete')
  }
  await vi.waitFor(ended, soon)
  await setPolicy({ forbiddenScopes: ['always'] })
  const suspended = async () => (await host.handlers['app.snapshot']({})).consent.grants[0]?.suspended?.text
  await vi.waitFor(async () => expect(await suspended()).toBe('consent.forbiddenByPolicy'), soon)
  await echo(conversationId)
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'tool-call' }), soon)
  await setPolicy({ forbiddenScopes: ['always', 'conversation'] })
  await vi.waitFor(() => expect(notices('status')).toHaveLength(2), soon)
  await expect(say({ type: 'tool-call', decision: 'allow-conversation' })).rejects.toThrow(/policy/)
  await say({ type: 'tool-call', decision: 'deny' })
})

it('keeps the last policy in force when the file breaks, and the window says so', async () => {
  await setPolicy({ servers: { allow: [everything] }, resultGate: 'forced' })
  await start()
  await setPolicy('{ "servers": ')
  await vi.waitFor(() => expect(notices('alert').join()).toContain("line 1 isn't valid JSON"), soon)
  const { settings } = await host.handlers['app.snapshot']({})
  expect(settings.managed).toMatchObject({ isResultGateForced: true, limitsServers: true })
  expect(settings.managed?.failure?.text).toBe('policy.brokenKept')
  expect((await server())?.state).toBe('connected')
})
