/** Permissions through the whole core with real servers: calls inside a permission run, calls outside it ask. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { QuestionAnswer, ToolCallQuestion } from '../../../contract/questions/questions'
import type { ToolCallPart } from '../../../contract/conversations'
import type { JsonObject } from '../../../contract/json'
import { openHost } from '../../../testing/open-host'
import type { OpenTestHost } from '../../../testing/open-host'
import { quote, toEnglish } from '../../../texts/render-localized'
import { soon } from '../../../testing/soon'

const file = (relative: string) => fileURLToPath(new URL(`../../../../${relative}`, import.meta.url))
const filesystem = file('node_modules/@modelcontextprotocol/server-filesystem/dist/index.js')

let folder: string
let host: OpenTestHost
let conversationId: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-consent-host-'))
  await mkdir(path.join(folder, 'work', 'notes'), { recursive: true })
  await mkdir(path.join(folder, 'work', 'keys'))
  await writeFile(path.join(folder, 'work', 'notes', 'tea.md'), 'Tea is green.')
  await writeFile(path.join(folder, 'work', 'keys', 'key.txt'), 'A key.')
  const files = { command: process.execPath, args: [filesystem, path.join(folder, 'work')] }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers: { files } }))
  await open()
})

afterEach(async () => {
  await host.dispose()
  await rm(folder, { recursive: true, force: true })
})

async function open(): Promise<void> {
  host = await openHost({ folder })
  await host.start()
  await vi.waitFor(async () => {
    const { servers, questions } = await host.handlers['app.snapshot']({})
    const [first] = questions
    if (first?.type === 'server-trust')
      await host.handlers['consent.answer']({
        questionId: first.id,
        answer: { type: 'server-trust', decision: 'trust' }
      })
    expect(servers[0]).toMatchObject({ state: 'connected' })
  }, soon)
  conversationId = (await host.handlers['conversation.create']({})).id
  await host.handlers['conversation.set-model']({ conversationId, model: 'direct' })
}

async function send(toolName: string, args: JsonObject): Promise<void> {
  await host.handlers['conversation.send']({
    conversationId,
    text: '',
    toolRequest: { serverName: 'files', toolName, arguments: args },
    resources: [],
    prompt: null
  })
}

async function asked(): Promise<ToolCallQuestion> {
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'tool-call' }), soon)
  return host.question() as ToolCallQuestion
}

async function answer(
  decision: Extract<QuestionAnswer, { type: 'tool-call' }>['decision'],
  more = {}
): Promise<void> {
  const { id } = await asked()
  await host.handlers['consent.answer']({ questionId: id, answer: { type: 'tool-call', decision, ...more } })
}

/** The state of the newest call, after its turn ended. */
async function ended(): Promise<ToolCallPart['state'] | undefined> {
  let part: ToolCallPart | undefined
  await vi.waitFor(async () => {
    const page = await host.handlers['conversation.read']({ conversationId, lastId: null, limit: 50 })
    const last = page.messages.at(-1)
    expect(last).toMatchObject({ role: 'assistant', state: 'complete' })
    part = last?.parts.find((one): one is ToolCallPart => one.type === 'tool-call')
  }, soon)
  return part?.state
}

const inWork = (name: string) => path.join(folder, 'work', name)

it('SEC-05: allows calls inside a granted folder, also after a restart, and asks outside it with the reason', async () => {
  await send('read_text_file', { path: inWork('notes/tea.md') })
  const { suggestedConditions } = await asked()
  expect(suggestedConditions).toEqual([{ type: 'path-below', pointer: '/path', folder: inWork('notes') }])
  await answer('allow-always', { conditions: suggestedConditions })
  expect(await ended()).toBe('done')
  await host.dispose()

  await open()
  await send('read_text_file', { path: `${inWork('notes')}/../notes/tea.md` })
  expect(await ended()).toBe('done')
  await send('read_text_file', { path: `${inWork('notes')}/../keys/key.txt` })
  expect(toEnglish((await asked()).note ?? quote(''))).toContain(
    `only while “path” is inside ${inWork('notes')}`
  )
  await answer('deny')
  expect(await ended()).toBe('denied')
})

it('SYS-52: lets a server trusted for read-only tools read, list and search, and asks before it writes', async () => {
  await send('read_text_file', { path: inWork('notes/tea.md') })
  await answer('allow-read-only')
  expect(await ended()).toBe('done')
  await send('list_directory', { path: inWork('notes') })
  expect(await ended()).toBe('done')
  await send('search_files', { path: inWork(''), pattern: '*.md' })
  expect(await ended()).toBe('done')
  await send('write_file', { path: inWork('notes/new.md'), content: 'x' })
  expect((await asked()).scopes).toEqual(['conversation', 'always'])
  await answer('deny')
  expect(await ended()).toBe('denied')
  const { consent } = await host.handlers['app.snapshot']({})
  expect(consent.grants).toMatchObject([{ scope: 'read-only', toolName: null, serverName: 'files' }])
  await host.handlers['consent.revoke']({ kind: 'server-permissions', serverName: 'files' })
  await send('list_directory', { path: inWork('notes') })
  await answer('deny')
  expect(await ended()).toBe('denied')
})

it('exports a lock file with which another user finds differences in the same server', async () => {
  await send('read_text_file', { path: inWork('notes/tea.md') })
  await answer('allow-once')
  await ended()
  const { path: lockFile, toolCount } = await host.handlers['lock-file.export']({})
  expect(lockFile).toBe(path.join(folder, 'mcp-tools.lock.json'))
  expect(toolCount).toBe(1)
  expect(await host.handlers['lock-file.import']({})).toEqual({
    path: lockFile,
    addedCount: 0,
    changedCount: 0
  })
})

it('shows the current content of a file before a write, only in folders of the server', async () => {
  const work = path.join(folder, 'work')
  const targetOf = async (tool: string, args: JsonObject) => {
    await send(tool, args)
    const { id } = await asked()
    const target = await host.handlers['consent.read-target']({ questionId: id })
    await answer('deny')
    await ended()
    return target
  }
  const write = (place: string) => targetOf('write_file', { path: place, content: 'Tea.' })
  const tea = path.join(work, 'notes', 'tea.md')
  await expect(write(tea)).resolves.toEqual({ state: 'there', text: 'Tea is green.' })
  const edits = [{ oldText: 'green', newText: 'black' }]
  await expect(targetOf('edit_file', { path: tea, edits })).resolves.toMatchObject({ state: 'there' })
  await expect(write(path.join(work, 'notes', 'new.md'))).resolves.toEqual({ state: 'new' })
  await writeFile(path.join(folder, 'secret.txt'), 'A secret.')
  await symlink(path.join(folder, 'secret.txt'), path.join(work, 'link.txt'))
  await symlink(folder, path.join(work, 'out'))
  for (const place of [
    path.join(folder, 'secret.txt'),
    path.join(work, 'link.txt'),
    path.join(work, 'out', 'secret.txt'),
    'notes/tea.md'
  ])
    await expect(write(place)).resolves.toEqual({ state: 'outside' })
  await writeFile(path.join(work, 'long.txt'), 'x'.repeat(1_000_001))
  await writeFile(path.join(work, 'picture.png'), Buffer.from([0x89, 0x50, 0xff, 0x00]))
  for (const place of ['long.txt', 'picture.png', 'notes'])
    await expect(write(path.join(work, place))).resolves.toEqual({ state: 'unreadable' })
  await expect(targetOf('list_directory', { path: work })).resolves.toEqual({ state: 'outside' })
  await expect(host.handlers['consent.read-target']({ questionId: 'gone' })).resolves.toEqual({
    state: 'outside'
  })
})

it('offers one permission after five equal approvals, for what they had in common', async () => {
  const notes = path.join(folder, 'work', 'notes')
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    await writeFile(path.join(notes, name), name)
    await send('read_text_file', { path: path.join(notes, name) })
    await answer('allow-once')
    expect(await ended()).toBe('done')
  }
  const { consent } = await host.handlers['app.snapshot']({})
  const [habit] = consent.habits ?? []
  expect(habit).toMatchObject({
    toolName: 'read_text_file',
    conditions: [{ type: 'path-below', folder: notes }]
  })
  expect(consent.grants).toEqual([])
  await host.handlers['consent.answer-suggestion']({ suggestionId: habit?.id ?? '', isAccepted: true })
  await send('read_text_file', { path: path.join(notes, 'tea.md') })
  expect(await ended()).toBe('done')
  await send('read_text_file', { path: path.join(folder, 'work', 'keys', 'key.txt') })
  await answer('deny')
  await expect(
    host.handlers['consent.answer-suggestion']({ suggestionId: habit?.id ?? '', isAccepted: true })
  ).rejects.toMatchObject({
    code: 'CONSENT_UNKNOWN_QUESTION'
  })
})
