/** Documents that the user attached, with real servers and a scripted model: ledger entries and data sharing. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Question } from '../../../contract/questions/questions'
import { answerEnded } from '../../../testing/answer-ended'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import {
  createScriptedModel,
  type ScriptedModel,
  type ScriptedReply
} from '../../../testing/scripted-model/scripted-model'
import { soon } from '../../../testing/soon'

const stub = fileURLToPath(new URL('../../../testing/servers/stub.mjs', import.meta.url))
const planned = 'Plan of the party: forty lanterns, twelve cakes, and a band from Lisbon'
const reported = 'The report says that the harbour froze over in the second week of March'
const booked = 'Board meeting, door code 7391-blue, bring the merger papers'

let folder: string
let host: OpenTestHost
let model: ScriptedModel
let replies: ScriptedReply[]

const serverOf = (name: string, tool: string, text: string) => ({
  command: process.execPath,
  args: [stub, `--stub=${JSON.stringify({ name, tools: [{ name: tool, text }] })}`]
})

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-documents-'))
  replies = []
  model = await createScriptedModel({
    script: ({ body }, index) => {
      const { toolUses, ...reply } = replies[index] ?? { text: 'Done.' }
      const named = (wanted: string) =>
        String(body.tools?.find(({ name }) => String(name).endsWith(wanted))?.['name'])
      return toolUses === undefined
        ? reply
        : { ...reply, toolUses: toolUses.map((use) => ({ ...use, name: named(use.name) })) }
    }
  })
  const mcpServers = {
    calendar: serverOf('calendar', 'get_events', booked),
    shell: serverOf('shell', 'run_command', 'ok')
  }
  const models = { default: 'anthropic/claude-sonnet-5-5' }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers, models }))
  host = await openHost({
    folder,
    environment: { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: model.baseUrl }
  })
  void host.start()
  for (const _server of Object.keys(mcpServers)) {
    await asked('server-trust')
    await answer({ type: 'server-trust', decision: 'trust' })
  }
  await vi.waitFor(async () => {
    const { servers } = await host.handlers['app.snapshot']({})
    expect(servers.map(({ state }) => state)).toEqual(['connected', 'connected'])
  }, soon)
})

afterEach(async () => {
  await host.dispose()
  await model.close()
  await rm(folder, { recursive: true, force: true })
})

async function asked<T extends Question['type']>(type: T) {
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type }), soon)
  return host.question() as Extract<Question, { type: T }>
}

async function answer(given: Parameters<OpenTestHost['handlers']['consent.answer']>[0]['answer']) {
  await host.handlers['consent.answer']({ questionId: host.question()?.id ?? '', answer: given })
}

/** As the page attaches them: the text of an office document; the text of a PDF and the PDF. */
async function attach(): Promise<string[]> {
  const add = (fileId: string, name: string, bytes: Buffer, more: object = {}) => {
    const piece = { fileId, name, size: bytes.length, offset: 0, data: bytes.toString('base64') }
    return host.handlers['file.add']({ ...piece, ...more })
  }
  await add('plan', 'plan.docx', Buffer.from(planned))
  const pages = Buffer.from('%PDF-1.7 \0 pages')
  const words = Buffer.from(reported)
  await add('report', 'report.pdf', Buffer.concat([words, pages]), { pdfWords: words.length })
  return ['plan', 'report']
}

async function send(conversationId: string, text: string, files: string[] = []): Promise<void> {
  const nothing = { toolRequest: null, resources: [], prompt: null }
  await host.handlers['conversation.send']({ conversationId, text, files, ...nothing })
}

const run = (command: string): ScriptedReply => ({
  toolUses: [{ name: 'run_command', input: { command } }]
})

describe('attached documents', () => {
  it('names each document in the ledger once, with what was sent', async () => {
    const { id } = await host.handlers['conversation.create']({})
    await send(id, 'Read these', await attach())
    await answerEnded(host, id)
    await send(id, 'And now?')
    await answerEnded(host, id)
    expect(model.requests).toHaveLength(2)
    const everything = { recipientType: null, recipient: null, text: '', from: null, to: null }
    const page = { beforePosition: null, limit: 100 }
    const { entries } = await host.handlers['ledger.search']({ ...everything, ...page })
    const files = entries.filter(({ kind }) => kind === 'file')
    expect(new Set(files.map(({ subject }) => subject))).toEqual(new Set(['plan.docx', 'report.pdf']))
    expect(files.filter(({ subject }) => subject === 'plan.docx')).toHaveLength(1)
    for (const file of files) {
      expect(file).toMatchObject({ recipientType: 'model', recipient: 'anthropic', conversationId: id })
      expect(file.bytes).toBeGreaterThan(0)
    }
  })

  it('treats their text as the user’s when it goes to a server, and still shows what a server gave', async () => {
    const { id } = await host.handlers['conversation.create']({})
    replies = [
      run('order forty lanterns, twelve cakes'),
      run('note: harbour froze over in the second week of March'),
      { toolUses: [{ name: 'get_events', input: {} }] },
      run('tell them: door code 7391-blue'),
      { text: 'Done.' }
    ]
    await send(id, 'Do what they say', await attach())
    for (const words of ['forty lanterns', 'harbour froze']) {
      const question = await asked('tool-call')
      expect(JSON.stringify(question.arguments)).toContain(words)
      expect(question.flows).toBeUndefined()
      expect(question.newFlows).toBeUndefined()
      await answer({ type: 'tool-call', decision: 'allow-once' })
      await vi.waitFor(() => expect(host.question()?.id).not.toBe(question.id), soon)
    }
    expect((await asked('tool-call')).toolName).toBe('get_events')
    await answer({ type: 'tool-call', decision: 'allow-once' })
    await vi.waitFor(() => expect(host.question()).toMatchObject({ toolName: 'run_command' }), soon)
    const origin = { type: 'tool', serverName: 'calendar', toolName: 'get_events' }
    expect((await asked('tool-call')).flows).toMatchObject([{ path: '/command', origin }])
    await answer({ type: 'tool-call', decision: 'deny' })
    await answerEnded(host, id)
  })
})
