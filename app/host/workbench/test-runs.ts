/** Saved tests of servers: lists, edits and runs them, and keeps their results. */
import path from 'node:path'
import { HostError, toLocalizedText } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import type { CallInput, CallOutput, Handlers } from '../../contract/bridge/calls'
import type { LocalizedText } from '../../contract/localized-text'
import type { RecordedModelReply, TestResult, TestRun } from '../../contract/workbench/tests'
import { say, toText } from '../../texts/render-localized'
import {
  parseTestFile,
  requireFaultless,
  type ParsedTestFile,
  type PlacedTest
} from '../../workbench/tests/parse-test-file'
import { addCallTest, newTestFile, writeCallAsTest } from '../../workbench/tests/write-test'
import { waitForDrawnApp, type DrawnAppOptions } from './drawn-apps'
import { recordedModelId, type RecordedModels } from './recorded-models'
import { runTest, type TestAreas, type TestPlace, type TestPorts } from './run-test'
import { TestFiles } from './test-files'
import { TestJudges, type ResolveJudge } from './test-judges'

export interface TestRunsOptions {
  readonly ports: TestPorts & {
    readonly dataFolder: string
    readonly testSchemaFile: string
    readonly newId: () => string
    readonly log: Pick<Logger, 'error'>
  }
  readonly recordedModels: RecordedModels
  /** False: a command runs tests of any file. */
  readonly keepsRuns: boolean
  readonly areas: TestAreas
  readonly resolveJudge: ResolveJudge
  /** Null: there is no window that could draw apps. */
  readonly views: DrawnAppOptions['views'] | null
  /** Entries of the activity log must be saved before the entries of a conversation can be blanked. */
  readonly flushLedger: () => Promise<void>
  readonly publish: (run: TestRun) => void
}

interface Running {
  run: TestRun
  /** Null before it has begun. */
  conversationId: string | null
  readonly stop: AbortController
  /** By test, of recordings. */
  readonly replies: NonNullable<CallInput<'test.run'>['replies']>
}

export class TestRuns {
  readonly files: TestFiles
  readonly #options: TestRunsOptions
  readonly #judges: TestJudges
  readonly #running = new Map<string, Running>()
  #isDisposed = false

  constructor(options: TestRunsOptions) {
    this.#options = options
    const { dataFolder, testSchemaFile } = options.ports
    this.#judges = new TestJudges({ ...options.areas, resolveModel: options.resolveJudge })
    this.files = new TestFiles({ folder: path.join(dataFolder, 'tests'), schemaFile: testSchemaFile })
  }

  handlers(): Pick<Handlers, `test.${string}` & keyof Handlers> {
    return {
      'test.read': (input) => this.#read(input),
      'test.check': async ({ text }) => toListed(await parseTestFile(text)),
      'test.save': ({ serverName, text, before }) => this.files.write(serverName, text, before),
      'test.add': (input) => this.#add(input),
      'test.write': async (call) => {
        const { serverName, ...rest } = this.#options.ports.secretRegistry.redactDeep(call)
        return { text: await writeCallAsTest(serverName, rest) }
      },
      'test.run': (input) => this.#run(input),
      'test.stop': ({ serverName }) => this.#stop(serverName)
    }
  }

  /** Ends the runs, so that their conversations aren't there after the next start. */
  async dispose(): Promise<void> {
    this.#isDisposed = true
    const running = [...this.#running.values()]
    for (const { stop } of running) stop.abort()
    await Promise.all(running.map(({ conversationId }) => this.#removeConversation(conversationId)))
  }

  async #read({ serverName }: CallInput<'test.read'>): Promise<CallOutput<'test.read'>> {
    const text = await this.files.read(serverName)
    const listed = text === null ? { tests: [], problems: [] } : toListed(await parseTestFile(text))
    const running = this.#running.get(serverName)
    const ended = await this.files.readRuns(serverName)
    const runs = running === undefined ? ended : [running.run, ...ended]
    return { ...listed, file: this.files.place(serverName), text, newFile: newTestFile, runs }
  }

  async #add({ serverName, toolName, ...call }: CallInput<'test.add'>): Promise<CallOutput<'test.add'>> {
    const before = await this.files.read(serverName)
    const without = this.#options.ports.secretRegistry.redactDeep({ ...call, toolName })
    const isEmpty = before === null || before.trim() === ''
    const { text, name } = await addCallTest(isEmpty ? null : before, without)
    await this.files.write(serverName, text, before)
    return { name }
  }

  async #run(input: CallInput<'test.run'>): Promise<TestRun> {
    const { serverName, text, names } = input
    const parsed = await parseTestFile(text)
    // It can end, and another run can begin, while the file is parsed.
    if (this.#isDisposed) throw new HostError('TOOL_CANCELLED', say('tests.stopped'))
    if (this.#running.has(serverName))
      throw new HostError('CONVERSATION_BUSY', say('tests.running', { server: serverName }))
    requireFaultless(parsed.problems)
    const tests = parsed.tests.filter(({ name }) => names?.includes(name) ?? true)
    if (tests.length === 0) throw new HostError('SETTINGS_INVALID', say('tests.noneNamed'))
    const { newId, now } = this.#options.ports
    const results = tests.flatMap((test) => this.#listResults(test, input))
    const run: TestRun = { id: newId(), serverName, startedAt: now(), endedAt: null, results }
    const running: Running = {
      run,
      conversationId: null,
      stop: new AbortController(),
      replies: input.replies ?? {}
    }
    this.#running.set(serverName, running)
    try {
      await this.#runAll(running, new Map(tests.map((test) => [test.name, test])))
    } finally {
      this.#running.delete(serverName)
      if (running.run.endedAt === null) this.#tell({ ...running, run: { ...running.run, endedAt: now() } })
      await this.#removeConversation(running.conversationId)
    }
    return running.run
  }

  /** One for each server and model. */
  #listResults(test: PlacedTest, { serverNames, models }: CallInput<'test.run'>): TestResult[] {
    const byDefault = test.model ?? this.#options.areas.models.view().defaultModel
    const chosen = models.length === 0 ? [byDefault] : models
    const asked = test.recording === undefined ? chosen : [recordedModelId]
    const rows = { state: 'waiting' as const, failures: [], tookMs: null, tokens: null, received: '' }
    return serverNames.flatMap((serverName) =>
      (test.task === undefined ? [null] : asked).map((model) => ({
        test: test.name,
        serverName,
        serverVersion: this.#versionOf(serverName),
        model,
        ...rows
      }))
    )
  }

  #versionOf(serverName: string): string | null {
    return this.#options.areas.servers.list().find(({ name }) => name === serverName)?.version ?? null
  }

  async #runAll(running: Running, tests: ReadonlyMap<string, PlacedTest>): Promise<void> {
    this.#tell(running)
    const { conversations } = this.#options.areas
    const { serverName } = running.run
    const title = toText(say('tests.runTitle', { server: serverName }))
    const note = toText(say('tests.runNote', { server: serverName }))
    const conversationId = conversations.marks.begin(title)
    running.conversationId = conversationId
    const rootId = await this.#sendFirst(conversationId, note)
    const { signal } = running.stop
    const allowedJudges = await this.#judges.ask(running.run, tests, signal)
    for (const [index, result] of running.run.results.entries()) {
      const test = tests.get(result.test)
      if (test === undefined) continue
      this.#change(running, index, { state: 'running' })
      const place = { running, index, conversationId, rootId, allowedJudges }
      this.#change(running, index, await this.#runOne(test, result, place))
    }
    running.run = { ...running.run, endedAt: this.#options.ports.now() }
    if (this.#options.keepsRuns && !this.#isDisposed) await this.#keep(running.run)
    this.#tell(running)
  }

  async #keep(run: TestRun): Promise<void> {
    await this.files.addRun(run).catch((error: unknown) => {
      this.#options.ports.log.error('The results of tests could not be kept', { error })
    })
  }

  async #runOne(
    test: PlacedTest,
    result: TestResult,
    {
      running,
      index,
      allowedJudges,
      ...place
    }: {
      readonly running: Running
      readonly index: number
      readonly allowedJudges: ReadonlySet<string>
    } & Pick<TestPlace, 'conversationId' | 'rootId'>
  ): Promise<Partial<TestResult>> {
    const { serverName, model } = result
    const { signal } = running.stop
    if (signal.aborted || !this.#isThere(place.conversationId)) return notRun(say('tests.stopped'))
    const { areas, ports } = this.#options
    await areas.servers.wake(serverName, signal).catch(() => {}) // its state says it
    const server = areas.servers.list().find(({ name }) => name === serverName)
    if (server?.state !== 'connected') return notRun(say('tests.notConnected', { server: serverName }))
    let stopReplies: () => void
    let judge: TestPlace['judge']
    try {
      const { conversationId } = place
      judge = this.#judges.open(test, result, { allowed: allowedJudges, conversationId, signal })
      const replies = await this.#findReplies(test, running)
      stopReplies = this.#playReplies(replies, serverName, place.conversationId)
    } catch (error) {
      return notRun(toLocalizedText(error))
    }
    const drawApp = this.#drawApp(running, index)
    const end = await runTest(test, { serverName, model, judge, drawApp, ...place, areas, ports }).finally(
      stopReplies
    )
    return { ...ports.secretRegistry.redactDeep(end), serverVersion: server.version }
  }

  /** Tells the window to draw an app, until it has. */
  #drawApp(running: Running, index: number): TestPlace['drawApp'] {
    const { views } = this.#options
    if (views === null) return null
    return async (app) => {
      const { signal } = running.stop
      const drawing = waitForDrawnApp({ callId: app.callId, views, signal })
      this.#change(running, index, { app })
      try {
        return await drawing
      } finally {
        this.#change(running, index, { app: undefined })
      }
    }
  }

  /** Null: the test needs none. @throws HostError RECORDING_INVALID */
  async #findReplies(
    { name, recording }: PlacedTest,
    { replies }: Running
  ): Promise<RecordedModelReply[] | null> {
    if (recording === undefined) return null
    // A command has read them, as its files are in any folder.
    return replies[name] ?? (await this.files.readReplies(recording))
  }

  #playReplies(replies: RecordedModelReply[] | null, serverName: string, conversationId: string): () => void {
    if (replies === null) return () => {}
    const { recordedModels, areas } = this.#options
    const nameTool = (tool: string) =>
      areas.servers.catalog().find((one) => one.serverName === serverName && one.name === tool)
        ?.modelToolName ?? tool
    return recordedModels.play(conversationId, replies, nameTool)
  }

  /** A message that tasks replace. Returns its id. */
  async #sendFirst(conversationId: string, text: string): Promise<string> {
    const { conversations } = this.#options.areas
    await conversations.send({ conversationId, text, toolRequest: null, resources: [], prompt: null })
    await conversations.marks.settled(conversationId)
    const { messages } = await conversations.read({ conversationId, lastId: null, limit: 10 })
    return messages[0]?.id ?? ''
  }

  /** The user can delete it meanwhile. */
  #isThere(conversationId: string): boolean {
    return this.#options.areas.conversations.list().some(({ id }) => id === conversationId)
  }

  #change(running: Running, index: number, change: Partial<TestResult>): void {
    const results = running.run.results.map((result, at) =>
      at === index ? { ...result, ...change } : result
    )
    running.run = { ...running.run, results }
    this.#tell(running)
  }

  #tell({ run }: Running): void {
    this.#options.publish(run)
  }

  async #stop(serverName: string): Promise<void> {
    const running = this.#running.get(serverName)
    if (running === undefined) return
    running.stop.abort()
    const { conversationId } = running
    if (conversationId === null || !this.#isThere(conversationId)) return
    await this.#options.areas.conversations.stop({ conversationId })
  }

  /** What it allowed ends with it. The activity log keeps who received what. */
  async #removeConversation(conversationId: string | null): Promise<void> {
    if (conversationId === null || !this.#isThere(conversationId)) return
    await this.#options.flushLedger().catch(() => {}) // a log that fails doesn't keep the conversation
    if (this.#isThere(conversationId)) await this.#options.areas.conversations.delete({ conversationId })
  }
}

function notRun(reason: LocalizedText): Partial<TestResult> {
  return { state: 'not-run', failures: [reason] }
}

function toListed({ tests, problems }: ParsedTestFile): CallOutput<'test.check'> {
  return {
    problems: [...problems],
    tests: tests.map(({ name, line, call, read, prompt, task }) => {
      if (call !== undefined) return { name, line, kind: 'call', subject: call }
      if (read !== undefined) return { name, line, kind: 'read', subject: read }
      if (prompt !== undefined) return { name, line, kind: 'prompt', subject: prompt }
      return { name, line, kind: 'task', subject: [task ?? ''].flat().join(' ') }
    })
  }
}
