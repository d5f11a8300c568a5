/** Tests of a server in the window's core, with several models and a model that judges. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tabulateResults } from '../../../contract/workbench/tabulate-results'
import type { QuestionAnswer } from '../../../contract/questions/questions'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import { createScriptedModel, type ScriptedModel } from '../../../testing/scripted-model/scripted-model'
import { soon } from '../../../testing/soon'

const counter = fileURLToPath(new URL('../../../testing/servers/counter.mjs', import.meta.url))
const [small, large] = ['anthropic/claude-haiku-4-5', 'anthropic/claude-sonnet-5-5']

let folder: string
let host: OpenTestHost
let model: ScriptedModel

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-test-runs-'))
  model = await createScriptedModel({
    script: ({ body, text }) => {
      if (text.includes('"verdict"'))
        return { toolUses: [{ name: 'verdict', input: { passes: true, reason: 'It has a count.' } }] }
      if (text.includes('stands at')) return { text: 'It is counted.' }
      const by = String(body['model']).includes('haiku') ? 1 : 2
      return { toolUses: [{ name: 'counter__count', input: { by } }] }
    }
  })
  const entry = {
    command: process.execPath,
    args: [counter, '--label=counter', `--record=${path.join(folder, 'counter.log')}`],
    sandbox: 'off'
  }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers: { counter: entry } }))
  const environment = { ANTHROPIC_API_KEY: 'sk-test-key', ANTHROPIC_BASE_URL: model.baseUrl }
  host = await openHost({ folder, environment })
  await host.start()
  await answer({ type: 'server-trust', decision: 'trust' })
  await vi.waitFor(async () => {
    const { servers } = await host.handlers['app.snapshot']({})
    expect(servers.map(({ state }) => state)).toEqual(['connected'])
  }, soon)
})
afterEach(async () => {
  await host.dispose()
  await model.close()
  await rm(folder, { recursive: true, force: true })
})

async function answer(given: QuestionAnswer) {
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type: given.type }), soon)
  const question = host.question()
  await host.handlers['consent.answer']({ questionId: question?.id ?? '', answer: given })
  return question
}

const run = (text: string, models: string[]) =>
  host.handlers['test.run']({ serverName: 'counter', text, names: null, serverNames: ['counter'], models })

const file = (expected: string) =>
  `tests:\n  - name: counts\n    task: Count\n    expect: ${expected}\n  - name: counts again\n    task: Count\n    expect: ${expected}\n`

it('gives each test to each model, and names the first call in which they differ', async () => {
  const running = run(file('{ tools: { exactly: [{ tool: count, arguments: { by: 1 } }] } }'), [small, large])
  await answer({ type: 'tool-call', decision: 'allow-conversation' })
  const { columns, rows } = tabulateResults([await running])
  expect(columns.map((column) => column.model)).toEqual([small, large])
  expect(rows.map(({ cells }) => cells.map((cell) => cell?.result.state))).toEqual([
    ['passed', 'failed'],
    ['passed', 'failed']
  ])
  expect(rows[0]?.cells[1]?.difference).toEqual({
    type: 'call',
    number: 1,
    made: 'count {"by":2}',
    first: 'count {"by":1}'
  })
  const [kept] = (await host.handlers['test.read']({ serverName: 'counter' })).runs
  expect(tabulateResults(kept === undefined ? [] : [kept])).toEqual({ columns, rows })
})

it('asks once for a run whether models may judge, and keeps their reasons', async () => {
  const running = run(file('{ judge: { criteria: Has a count. } }'), [small, large])
  expect(await answer({ type: 'test-judges', decision: 'send' })).toMatchObject({
    serverName: 'counter',
    judges: [small, large].map((one) => ({
      model: one,
      address: model.baseUrl,
      tests: ['counts', 'counts again'].map((name) => ({ name, criteria: 'Has a count.' }))
    }))
  })
  await answer({ type: 'tool-call', decision: 'allow-conversation' })
  const { results } = await running
  expect(results.map(({ verdict }) => verdict)).toEqual(
    [small, large, small, large].map((one) => ({ model: one, passes: true, reason: 'It has a count.' }))
  )
  const sent = model.requests.filter(({ text }) => text.includes('"verdict"'))
  expect(sent).toHaveLength(4)
  expect(sent[0]?.text).toContain('It is counted.')
})

it('runs no test whose answer a model may not judge', async () => {
  const running = run(file('{ judge: { criteria: Has a count. } }'), [small])
  await answer({ type: 'test-judges', decision: 'not-now' })
  expect((await running).results.map(({ state }) => state)).toEqual(['not-run', 'not-run'])
  expect(model.requests).toEqual([])
})
