/**
 * What a model or its service doesn't support, through the whole core over a compatible address: the request continues,
 * and the user is notified.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it, vi } from 'vitest'
import type { Question } from '../../../contract/questions/questions'
import type { Message } from '../../../contract/conversations'
import { answerEnded } from '../../../testing/answer-ended'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import {
  createScriptedModel,
  type ScriptedModel,
  type ScriptedModelOptions
} from '../../../testing/scripted-model/scripted-model'
import { toEnglish } from '../../../texts/render-localized'
import { soon } from '../../../testing/soon'

const stub = fileURLToPath(new URL('../../../testing/servers/stub.mjs', import.meta.url))
let folder: string
let host: OpenTestHost
let model: ScriptedModel
let isDone = false
vi.setConfig({ testTimeout: 60_000 })

afterEach(async () => {
  isDone = true
  await host.dispose()
  await model.close()
  await rm(folder, { recursive: true, force: true })
})

const yes = {
  destination: { type: 'destination', decision: 'trust' },
  'server-trust': { type: 'server-trust', decision: 'trust' },
  'tool-call': { type: 'tool-call', decision: 'allow-once' }
} as const

/** A user who allows everything. */
async function agree(): Promise<void> {
  while (!isDone) {
    const question: Question | null = host.question()
    const answer =
      question === null ? undefined : (yes as Partial<Record<Question['type'], unknown>>)[question.type]
    if (question !== null && answer !== undefined)
      await host.handlers['consent.answer']({ questionId: question.id, answer: answer as never })
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function open(
  tools: readonly object[],
  script: ScriptedModelOptions['script'],
  more: object = {}
): Promise<void> {
  isDone = false
  folder = await mkdtemp(path.join(tmpdir(), 'parley-model-limits-'))
  model = await createScriptedModel({ script, offersResponses: true })
  const settings = {
    mcpServers: {
      lab: { command: process.execPath, args: [stub, `--stub=${JSON.stringify({ name: 'lab', tools })}`] }
    },
    models: {
      default: 'local/m',
      providers: { local: { type: 'openai-compatible', baseUrl: `${model.baseUrl}/v1`, ...more } }
    }
  }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings))
  host = await openHost({ folder })
  void host.start()
  void agree()
  await vi.waitFor(async () => {
    const { servers } = await host.handlers['app.snapshot']({})
    expect(servers.map(({ state }) => state)).toEqual(['connected'])
  }, soon)
}

async function say(text: string, conversationId: string): Promise<Message> {
  const nothing = { files: [], toolRequest: null, resources: [], prompt: null }
  await host.handlers['conversation.send']({ conversationId, text, ...nothing })
  return await answerEnded(host, conversationId)
}

const notesOf = ({ parts }: Message) =>
  parts.flatMap((part) => (part.type === 'note' ? toEnglish(part.text) : []))

it("names a result that the model doesn't support to the user, only in the turn in which it came", async () => {
  const content = [
    { type: 'text', text: 'Here it is.' },
    { type: 'audio', mimeType: 'audio/ogg', data: 'T2dnUwAC' },
    { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' }
  ]
  await open([{ name: 'record', result: { content } }], ({ body }, index) =>
    index === 0 ? { toolUses: [{ name: String(body.tools?.[0]?.['name']), input: {} }] } : { text: 'Done.' }
  )
  const { id } = await host.handlers['conversation.create']({})
  const answer = await say('Record', id)
  expect(notesOf(answer)).toEqual([
    "The model didn't receive this content, only a note that it exists: audio (audio/ogg)."
  ])
  expect(JSON.stringify(model.requests.at(-1)?.raw)).toContain('iVBORw0KGgo=')
  expect(notesOf(await say('Thanks', id))).toEqual([])
})

it('retries once with fewer tools and a search for the others, and keeps doing that, if a service takes fewer', async () => {
  const tools = Array.from({ length: 40 }, (_, index) => ({ name: `job_${index}`, text: 'ok' }))
  await open(tools, ({ body }) => {
    const count = body.tools?.length ?? 0
    if (count <= 20) return { text: `With ${count}.` }
    const message = `Invalid 'tools': array too long. Expected an array with maximum length 20, but got an array with length ${count} instead.`
    return { failure: { status: 400, type: 'invalid_request_error', message } }
  })
  const { id } = await host.handlers['conversation.create']({})
  const answer = await say('Do job 7', id)
  expect(answer).toMatchObject({ state: 'complete', failure: null })
  const sent = () => model.requests.map(({ body }) => body.tools?.map(({ name }) => name) ?? [])
  expect(sent()[0]?.length).toBeGreaterThan(20)
  expect(sent()[1]).toContain('search_tools')
  await say('And job 8', id)
  expect(sent()).toHaveLength(3)
})

it.each([
  [{}, '/v1/responses'],
  [{ api: 'chat' }, '/v1/chat/completions']
])('uses the newer API if it is offered, and the one that the settings name: %j', async (more, path) => {
  await open([], () => ({ text: 'Hello.' }), more)
  const { id } = await host.handlers['conversation.create']({})
  await say('Hi', id)
  expect(model.requests.map((request) => request.path)).toEqual([path])
})
