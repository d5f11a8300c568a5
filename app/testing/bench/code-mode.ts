/**
 * What scripts save: tokens and requests of ten recorded tasks over the tools of the reference servers, with code mode and
 * without. The model is scripted, all else is real: servers, core, sandbox, and the bytes that a provider would get. Tokens are
 * estimated as the product does it. Every call must end well, or there is no figure.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import type { Question } from '../../contract/consents'
import type { Message } from '../../contract/conversations'
import { tokensOfText } from '../../conversation/context/request-size'
import { runInProcess } from '../../scripts/testing/in-process-sandbox'
import { openHost } from '../open-host'
import type { OpenHost } from '../open-host'
import { createScriptedModel } from '../scripted-model/scripted-model'
import type { ScriptedModel, ScriptedReply } from '../scripted-model/scripted-model'
import { codeTasks, taskFiles } from './code-mode-tasks'
import type { CodeTask } from './code-mode-tasks'
import type { Effort, Row } from './rows'

interface Cost {
  readonly requests: number
  /** Of all requests, what is sent again included. */
  readonly read: number
  readonly written: number
}

interface Costs {
  readonly calls: Cost
  readonly script: Cost
}

/** In short: two tasks. The figures are the same however often they are counted. */
export async function measureCodeMode({ isShort }: Effort): Promise<Row[]> {
  const tasks = isShort ? codeTasks.slice(0, 2) : codeTasks
  const costs = await costsOf(tasks)
  const row = (name: string, unit: string, of: (cost: Cost) => number): Row => ({
    name,
    unit,
    ours: [sum(costs.map(({ script }) => of(script)))],
    theirs: [sum(costs.map(({ calls }) => of(calls)))],
    budget: null
  })
  if (process.env['PARLEY_SHOW_TASKS'] === '1')
    tasks.forEach(({ says }, at) => process.stderr.write(`${says} ${JSON.stringify(costs[at])}\n`))
  return [
    row('code mode: requests to the model', '', ({ requests }) => requests),
    row('code mode: tokens that are sent', '', ({ read }) => read),
    row('code mode: tokens that are written', '', ({ written }) => written)
  ]
}

function sum(figures: readonly number[]): number {
  return figures.reduce((all, one) => all + one, 0)
}

/** In conversations of their own, in their order: later tasks find what earlier ones left behind. */
async function costsOf(tasks: readonly CodeTask[]): Promise<readonly Costs[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-code-'))
  const files = path.join(folder, 'files')
  await mkdir(files)
  for (const [name, text] of Object.entries(taskFiles)) await writeFile(path.join(files, name), text)
  let replies: ScriptedReply[] = []
  const model = await createScriptedModel({ script: () => replies.shift() ?? { text: 'Nothing more.' } })
  const host = await startHost({ folder, files, model })
  const run = async (task: CodeTask, codeMode: boolean): Promise<Cost> => {
    replies = repliesOf(task, files, codeMode)
    return costOf(task, { host, model, codeMode, written: tokensOfText(JSON.stringify(replies)) })
  }
  try {
    const costs: Costs[] = []
    for (const task of tasks) costs.push({ calls: await run(task, false), script: await run(task, true) })
    return costs
  } finally {
    await host.dispose()
    await model.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function repliesOf(task: CodeTask, folder: string, isCodeMode: boolean): ScriptedReply[] {
  const steps = isCodeMode
    ? [[{ name: 'run_script', input: { code: task.script(folder) } }]]
    : task.steps(folder)
  return [...steps.map((toolUses) => ({ toolUses })), { text: task.answer }]
}

interface Place {
  readonly folder: string
  readonly files: string
  readonly model: ScriptedModel
}

async function startHost({ folder, files, model }: Place): Promise<OpenHost> {
  const require = createRequire(`${process.cwd()}/package.json`)
  const server = (name: string, ...args: string[]) => ({
    command: process.execPath,
    args: [require.resolve(`@modelcontextprotocol/server-${name}/dist/index.js`), ...args]
  })
  const memory = { ...server('memory'), env: { MEMORY_FILE_PATH: path.join(folder, 'memory.json') } }
  const settings = {
    models: { default: 'anthropic/claude-haiku-4-5' },
    mcpServers: { files: server('filesystem', files), memory, everything: server('everything') }
  }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings))
  const environment = { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: model.baseUrl }
  const host = await openHost({ folder, environment, runScript: runInProcess })
  sayYes(host)
  const connected = until(host, async () => {
    const { servers } = await host.handlers['app.snapshot']({})
    return servers.length === 3 && servers.every(({ state }) => state === 'connected') ? true : null
  })
  void host.start()
  await connected
  return host
}

/** Trusts the servers and allows each call once, as a person would who reads none of it. */
function sayYes(host: OpenHost): void {
  const answered = new Set<string>()
  host.onEvent(({ name, payload }) => {
    if (name !== 'questions.changed') return
    for (const { id, type } of payload as Question[]) {
      if (answered.has(id) || (type !== 'server-trust' && type !== 'tool-call')) continue
      answered.add(id)
      const answer =
        type === 'server-trust'
          ? ({ type, decision: 'trust' } as const)
          : ({ type, decision: 'allow-once' } as const)
      void Promise.resolve(host.handlers['consent.answer']({ questionId: id, answer })).catch(() => {}) // withdrawn
    }
  })
}

interface Asking {
  readonly host: OpenHost
  readonly model: ScriptedModel
  readonly codeMode: boolean
  readonly written: number
}

async function costOf({ says }: CodeTask, { host, model, codeMode, written }: Asking): Promise<Cost> {
  const first = model.requests.length
  const { id: conversationId } = await host.handlers['conversation.create']({})
  await host.handlers['conversation.send']({
    ...{ conversationId, text: says, toolRequest: null, resources: [], prompt: null },
    choices: { codeMode }
  })
  const answer = await until(host, async () => {
    const read = { conversationId, lastId: null, limit: 2 }
    const { messages } = await host.handlers['conversation.read'](read)
    const last = messages.at(-1)
    return last?.role === 'assistant' && last.state !== 'streaming' ? last : null
  })
  requireAllWell(says, answer)
  const sent = model.requests.slice(first).map(({ raw }) => tokensOfText(JSON.stringify(raw)))
  return { requests: sent.length, read: sum(sent), written }
}

function requireAllWell(says: string, { state, parts }: Message): void {
  const bad = parts.find((part) => part.type === 'tool-call' && (part.state !== 'done' || part.isError))
  if (state === 'complete' && bad === undefined) return
  throw new Error(`"${says}" did not end well: ${JSON.stringify(bad ?? state)}`)
}

/** Looks again at every event of the host. */
function until<T>(host: OpenHost, look: () => Promise<T | null>): Promise<T> {
  return new Promise((resolve, reject) => {
    const check = (): void =>
      void look().then((found) => {
        if (found === null) return
        stop()
        resolve(found)
      }, reject)
    const stop = host.onEvent(check)
    check()
  })
}
