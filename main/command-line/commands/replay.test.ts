/** A conversation of twenty turns with a real server, exported as a recording, and run again without both. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openHost, type OpenTestHost } from '../../../app/testing/open-host'
import { createScriptedModel, type ScriptedReply } from '../../../app/testing/scripted-model/scripted-model'
import { soon } from '../../../app/testing/soon'
import { runParley } from '../run'

const module = '../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js'
const everything = fileURLToPath(new URL(module, import.meta.url))
const turns = 20

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-replay-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function answerQuestions(host: OpenTestHost): Promise<void> {
  const question = host.question()
  if (question?.type === 'server-trust')
    await host.handlers['consent.answer']({
      questionId: question.id,
      answer: { type: 'server-trust', decision: 'trust' }
    })
  if (question?.type === 'tool-call')
    await host.handlers['consent.answer']({
      questionId: question.id,
      answer: { type: 'tool-call', decision: 'allow-always' }
    })
}

const script = (index: number): ScriptedReply =>
  index % 2 === 0
    ? { text: 'I add.', toolUses: [{ name: 'everything__get-sum', input: { a: index, b: 1 } }] }
    : { text: `Turn ${(index + 1) / 2} is done.` }

/** Returns the file. The model and the server have ended. */
async function recordTurns(): Promise<string> {
  const model = await createScriptedModel({ script: (_request, index) => script(index) })
  const settings = {
    models: { default: 'anthropic/claude-haiku-4-5' },
    mcpServers: { everything: { command: process.execPath, args: [everything] } }
  }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings))
  const environment = { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: model.baseUrl }
  const host = await openHost({ folder, environment })
  void host.start()
  const until = (isDone: () => Promise<boolean>) =>
    vi.waitFor(async () => {
      await answerQuestions(host)
      expect(await isDone()).toBe(true)
    }, soon)
  await until(async () => (await host.handlers['app.snapshot']({})).servers[0]?.state === 'connected')
  const { id: conversationId } = await host.handlers['conversation.create']({})
  for (let turn = 1; turn <= turns; turn += 1) {
    const sent = { conversationId, text: `Turn ${turn}`, toolRequest: null, resources: [], prompt: null }
    await host.handlers['conversation.send'](sent)
    await until(async () => !(await host.handlers['app.snapshot']({})).conversations[0]?.isRunning)
  }
  await host.handlers['archive.export']({ conversationIds: [conversationId], format: 'recording' })
  await host.dispose()
  await model.close()
  const [[name, content] = ['', new Uint8Array()]] = host.savedFiles
  expect(name).toMatch(/\.parleyrec$/)
  const file = path.join(folder, 'talk.parleyrec')
  await writeFile(file, content)
  return file
}

async function replay(...words: readonly string[]) {
  const told = { out: '', error: '' }
  const status = await runParley(['replay', `--data-dir=${folder}`, '--json', ...words], {
    terminal: {
      out: (text) => (told.out += text),
      error: (text) => (told.error += text),
      isInteractive: false,
      readLine: async () => '',
      readLines: async function* () {}
    },
    environment: { PATH: process.env['PATH'] ?? '', HOME: folder },
    resources: fileURLToPath(new URL('../../../resources', import.meta.url)),
    version: '0.0.0',
    signal: new AbortController().signal
  })
  return {
    status,
    ...told,
    value: JSON.parse(told.out) as { steps: { isSame: boolean }[]; different: number }
  }
}

it('runs twenty turns again without the model and the server, and finds what a changed server changes', async () => {
  const file = await recordTurns()
  const same = await replay(file)
  expect(same.value).toMatchObject({ ok: true, different: 0 })
  // In each turn: a text, a call, its result, a text.
  expect(same.value.steps).toHaveLength(4 * turns)
  expect(same).toMatchObject({ status: 0, error: '' })

  const changed = path.join(folder, 'changed.mjs')
  const lines = new URL('../../../app/testing/servers/line-server.mjs', import.meta.url).href
  await writeFile(
    changed,
    `import { serve, textResult } from ${JSON.stringify(lines)}
    const tools = [{ name: 'get-sum', inputSchema: { type: 'object' } }]
    serve({ name: 'changed', tools, call: { 'get-sum': () => textResult('No idea') } })`
  )
  const entry = JSON.stringify({ command: process.execPath, args: [changed] })
  const differing = await replay(file, '--yes', '--server', `everything=${entry}`)
  expect(differing.status).toBe(1)
  expect(differing.value.different).toBe(turns)
  expect(await readFile(file, 'utf8')).toContain('"of":"conversation"')
}, 120_000)
