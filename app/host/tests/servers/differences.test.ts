/** What a server offers is kept with each change, and compared with now, with a recording, and step by step. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerEnded } from '../../../testing/answer-ended'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import { soon } from '../../../testing/soon'

const lineServer = new URL('../../../testing/servers/line-server.mjs', import.meta.url).href
const key = 'madeUpForTests0123456789'

let folder: string
let host: OpenTestHost
const serverFile = () => path.join(folder, 'sums.mjs')
const recordingFile = () => path.join(folder, 'sums.parleyrec')

async function writeServer(description: string): Promise<void> {
  const tool = { name: 'add', description, inputSchema: { type: 'object' } }
  const code = `import { serve, textResult } from ${JSON.stringify(lineServer)}
    serve({ name: 'sums', tools: [${JSON.stringify(tool)}], call: { add: () => textResult('3') } })`
  await writeFile(serverFile(), code)
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-differences-'))
  await writeServer(`Adds with ${key}`)
  const entry = { command: process.execPath, args: [serverFile()], env: { KEY: '${secret:key}' } }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers: { sums: entry } }))
  host = await openHost({ folder, chooseFile: async () => recordingFile() })
  host.secrets.set('key', key)
  void host.start()
  await connected()
})
afterEach(async () => {
  await host.dispose()
  await rm(folder, { recursive: true, force: true })
})

async function connected(): Promise<void> {
  await vi.waitFor(async () => {
    const question = host.question()
    if (question?.type === 'server-trust')
      await host.handlers['consent.answer']({
        questionId: question.id,
        answer: { type: 'server-trust', decision: 'trust' }
      })
    const { servers } = await host.handlers['app.snapshot']({})
    expect(servers[0]?.state).toBe('connected')
  }, soon)
}

async function add(): Promise<void> {
  const { id } = await host.handlers['conversation.create']({})
  const toolRequest = { serverName: 'sums', toolName: 'add', arguments: {} }
  const nothingElse = { text: '', resources: [], prompt: null }
  await host.handlers['conversation.send']({ conversationId: id, ...nothingElse, toolRequest })
  await vi.waitFor(() => expect(host.question()?.type).toBe('tool-call'), soon)
  await host.handlers['consent.answer']({
    questionId: host.question()?.id ?? '',
    answer: { type: 'tool-call', decision: 'allow-once' }
  })
  await answerEnded(host, id)
}

const now = { type: 'server', serverName: 'sums' } as const
const sides = () => host.handlers['difference.list-sides']({ serverName: 'sums' })

it('keeps what a server offered before it changed, without secrets, and compares it with now', async () => {
  await vi.waitFor(async () => expect((await sides()).captures).toHaveLength(1), soon)
  await writeServer('Adds numbers')
  await host.handlers['server.control']({ serverName: 'sums', act: 'restart' })
  await vi.waitFor(async () => {
    await connected()
    expect((await sides()).captures).toHaveLength(2)
  }, soon)
  const [newest, oldest] = (await sides()).captures
  expect(await host.handlers['difference.keep']({ serverName: 'sums' })).toEqual(newest)
  const captureId = oldest?.captureId ?? ''
  const before = { type: 'capture', serverName: 'sums', captureId } as const
  const { definitions, steps } = await host.handlers['difference.read']({ before, after: now })
  expect(definitions?.changes).toMatchObject([
    {
      kind: 'tool',
      name: 'add',
      fields: [{ name: 'description', before: 'Adds with [secret]', after: 'Adds numbers' }]
    }
  ])
  expect(steps).toBeNull()
  expect(await readFile(path.join(folder, 'definitions', 'sums.json'), 'utf8')).not.toContain(key)
  await expect(
    host.handlers['difference.read']({ before: { ...before, captureId: 'gone' }, after: now })
  ).rejects.toMatchObject({ code: 'RECORDING_INVALID' })
})

it('compares a chosen recording with the messages so far', async () => {
  const server = { name: 'sums', info: null, revision: null, transport: 'stdio' }
  const message = (direction: 'in' | 'out', body: object) => ({
    ...{ type: 'message', at: 0, server: 'sums', connection: 0, direction },
    message: { jsonrpc: '2.0', id: 1, ...body }
  })
  const lines = [
    { parleyRecording: 1, of: 'server', parley: '', recordedAt: '', title: 'sums', servers: [server] },
    message('out', { method: 'tools/call', params: { name: 'add', arguments: {} } }),
    message('in', { result: { content: [{ type: 'text', text: '4' }] } })
  ]
  await writeFile(recordingFile(), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const file = await host.handlers['difference.choose-file']({})
  expect(file).toMatchObject({ name: 'sums.parleyrec', of: 'server' })
  expect((await sides()).files).toEqual([file])
  const before = { type: 'file', fileId: file?.fileId ?? '' } as const
  await add()
  const { steps } = await host.handlers['difference.read']({ before, after: now })
  expect(steps).toMatchObject([{ name: expect.stringContaining('add'), isSame: false }])
  expect(steps?.[0]?.before).toContain('4')
  expect(steps?.[0]?.after).toContain('3')
  const same = await host.handlers['difference.read']({ before: now, after: now })
  expect(same.definitions).toMatchObject({ changes: [], unknown: [] })
  expect(same.steps).toMatchObject([{ isSame: true }])
})
