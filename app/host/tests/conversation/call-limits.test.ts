/**
 * Call limits through the whole core, with a real server: when a limit applies, who may raise it, and what survives a
 * restart.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ToolCallPart } from '../../../contract/conversations'
import { openHost } from '../../../testing/open-host'
import type { OpenTestHost } from '../../../testing/open-host'
import { failureText } from '../../../texts/render-localized'
import { soon } from '../../../testing/soon'

const filesystem = fileURLToPath(
  new URL('../../../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js', import.meta.url)
)

let folder = ''
let host: OpenTestHost

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-call-limits-'))
  await writeLimits({ maxCallsPerDay: 1 })
  await open()
})

afterEach(async () => {
  await host.dispose()
  await rm(folder, { recursive: true, force: true })
})

const settingsFile = () => path.join(folder, 'settings.json')

function writeLimits(limits: object): Promise<void> {
  const files = { command: process.execPath, args: [filesystem, folder], tools: { list_directory: limits } }
  return writeFile(settingsFile(), JSON.stringify({ mcpServers: { files } }))
}

async function open(): Promise<void> {
  host = await openHost({ folder })
  await host.start()
  await vi.waitFor(async () => {
    const { servers } = await host.handlers['app.snapshot']({})
    const question = host.question()
    if (question?.type === 'server-trust')
      await host.handlers['consent.answer']({
        questionId: question.id,
        answer: { type: 'server-trust', decision: 'trust' }
      })
    expect(servers[0]).toMatchObject({ state: 'connected' })
  }, soon)
}

/** Makes the call in a new conversation and allows it if asked. */
async function call(): Promise<ToolCallPart> {
  const { id: conversationId } = await host.handlers['conversation.create']({})
  await host.handlers['conversation.set-model']({ conversationId, model: 'direct' })
  const toolRequest = { serverName: 'files', toolName: 'list_directory', arguments: { path: folder } }
  await host.handlers['conversation.send']({
    conversationId,
    text: '',
    toolRequest,
    resources: [],
    prompt: null
  })
  return await vi.waitFor(async () => {
    const question = host.question()
    if (question?.type === 'tool-call')
      await host.handlers['consent.answer']({
        questionId: question.id,
        answer: { type: 'tool-call', decision: 'allow-always' }
      })
    const page = await host.handlers['conversation.read']({ conversationId, lastId: null, limit: 5 })
    const last = page.messages.at(-1)
    expect(last).toMatchObject({ role: 'assistant', state: 'complete' })
    return last?.parts.find((part) => part.type === 'tool-call') as ToolCallPart
  }, soon)
}

const callsOfServer = async () => (await host.handlers['app.snapshot']({})).servers[0]?.counts.calls

it("TOOL-14: doesn't call a tool above its limit, and the card names the limit and where to change it, also after a restart", async () => {
  expect(await call()).toMatchObject({ state: 'done' })
  const second = await call()
  expect(second).toMatchObject({ state: 'failed', failure: { code: 'TOOL_USED_UP' } })
  expect(second.failure && failureText(second.failure)).toBe(
    "The tool “list_directory” of files wasn't called, because it reached its limit of one call a day. " +
      'Other tools can still be used. To change the limit: Servers, files, Inspect, list_directory.'
  )
  expect(await callsOfServer()).toBe(1)
  await host.dispose()
  await open()
  expect(await call()).toMatchObject({ failure: { code: 'TOOL_USED_UP' } })
})

it('TOOL-14: applies a higher limit from the window at once, and asks first if another program wrote it to the file', async () => {
  await call()
  await writeLimits({})
  await vi.waitFor(async () => {
    const { settings } = await host.handlers['app.snapshot']({})
    expect(settings.held?.changes).toMatchObject([
      { path: ['mcpServers', 'files', 'tools', 'list_directory', 'maxCallsPerDay'], from: 1, to: null }
    ])
  }, soon)
  expect(await call()).toMatchObject({ failure: { code: 'TOOL_USED_UP' } })

  await host.handlers['server.set-tools']({
    serverName: 'files',
    toolNames: ['list_directory'],
    callLimits: { perTurn: null, perConversation: null, perDay: 2 }
  })
  expect(await readFile(settingsFile(), 'utf8')).toContain('"maxCallsPerDay": 2')
  const [tool] = await host.handlers['tool.search']({ query: 'list_directory', limit: 1 })
  expect(tool?.callLimits).toEqual({ perTurn: null, perConversation: null, perDay: 2 })
  expect(await call()).toMatchObject({ state: 'done' })
  expect(await call()).toMatchObject({ failure: { code: 'TOOL_USED_UP' } })
})
