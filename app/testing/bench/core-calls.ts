/**
 * Tool calls by way of the whole core, as a turn makes them: arguments checked, text of others looked for in them, decided
 * by a permission, recorded in the ledger, and kept with their message on the history's own thread. A script of the model
 * asks for them, one after the other, so that nothing of a model's request stands between two; it runs without a sandbox.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Question } from '../../contract/consents'
import { createHistory } from '../../history/client'
import type { RunScript, Script } from '../../scripts/interface'
import { openHost } from '../open-host'
import type { OpenHost } from '../open-host'
import { createScriptedModel } from '../scripted-model/scripted-model'
import { exampleServer } from './servers'

export interface CoreCalls {
  /** Hands a turn of its own to `work`, which calls the tool `echo` in it. */
  inTurn<T>(work: (call: (message: string) => Promise<void>) => Promise<T>): Promise<T>
  readonly host: OpenHost
  /** The only server is stopped and started again, and connected. */
  restartServer(): Promise<void>
  close(): Promise<void>
}

const serverName = 'bench'
const modelToolName = 'bench__echo'

export async function openCoreCalls(): Promise<CoreCalls> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-bench-core-'))
  let wanted: ((script: Script) => Promise<void>) | null = null
  const runScript: RunScript = async (script) => {
    await wanted?.(script)
    return { type: 'returned', text: null }
  }
  const model = await createScriptedModel({
    keepsRequests: false,
    script: ({ body }) => {
      const asks = body.messages.length === 1
      return asks
        ? { toolUses: [{ name: 'run_script', input: { code: 'as the bench does it' } }] }
        : { text: 'Done.' }
    }
  })
  const host = await startHost(folder, model.baseUrl, runScript)
  return {
    inTurn: (work) =>
      new Promise((resolve, reject) => {
        wanted = async (script) => {
          await work((message) => call(script, message)).then(resolve, reject)
        }
        send(host).catch(reject)
      }),
    host,
    restartServer: async () => {
      await host.handlers['server.stop']({ serverName })
      await untilServersAre(host, 'stopped')
      await host.handlers['server.start']({ serverName })
      await untilServersAre(host, 'connected')
    },
    close: async () => {
      await host.dispose()
      await model.close()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

async function call(script: Script, message: string): Promise<void> {
  const answer = await script.call(modelToolName, { message })
  if (answer.type !== 'value') throw new Error(`The call came to nothing: ${JSON.stringify(answer)}`)
}

async function send(host: OpenHost): Promise<void> {
  const { id: conversationId } = await host.handlers['conversation.create']({})
  await host.handlers['conversation.send']({
    ...{ conversationId, text: 'Call it.', toolRequest: null, resources: [], prompt: null },
    choices: { codeMode: true }
  })
}

async function startHost(folder: string, modelUrl: string, runScript: RunScript): Promise<OpenHost> {
  const settings = {
    models: { default: 'anthropic/claude-haiku-4-5' },
    mcpServers: { [serverName]: exampleServer }
  }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings))
  const environment = { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: modelUrl }
  const history = createHistory(
    () =>
      new Worker(path.resolve('out/main/history-worker.js'), {
        workerData: { file: path.join(folder, 'history', 'parley.db') }
      })
  )
  const host = await openHost({ folder, environment, runScript, history, isHeard: false })
  allowForGood(host)
  void host.start()
  await untilServersAre(host, 'connected')
  return host
}

type State = 'connected' | 'stopped'

async function untilServersAre(host: OpenHost, state: State): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const look = (): void => {
      void areServers(host, state).then((isDone) => {
        if (!isDone) return
        stop()
        resolve()
      }, reject)
    }
    const stop = host.onEvent(look)
    look()
  })
}

async function areServers(host: OpenHost, wanted: State): Promise<boolean> {
  const { servers } = await host.handlers['app.snapshot']({})
  return servers.length > 0 && servers.every(({ state }) => state === wanted)
}

/** Trusts the server, and lets the tool be called from the first call on. */
function allowForGood(host: OpenHost): void {
  const answered = new Set<string>()
  host.onEvent(({ name, payload }) => {
    if (name !== 'questions.changed') return
    for (const { id, type } of payload as Question[]) {
      if (answered.has(id) || (type !== 'server-trust' && type !== 'tool-call')) continue
      answered.add(id)
      const answer =
        type === 'server-trust'
          ? ({ type, decision: 'trust' } as const)
          : ({ type, decision: 'allow-always' } as const)
      void Promise.resolve(host.handlers['consent.answer']({ questionId: id, answer }))
    }
  })
}
