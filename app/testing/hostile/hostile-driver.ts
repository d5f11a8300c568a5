/**
 * One case of a corpus of hostile servers and settings, run against the whole core: the case together with a control
 * server, the steps of the corpus, and then the checks that every case must pass. Prints its findings as one line of
 * JSON: `{ "problems": […] }`, empty when everything is as expected.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { findSafeAnswer, type QuestionAnswer, type Question } from '../../contract/questions/questions'
import type { ServerState } from '../../contract/servers'
import { openHost } from '../open-host'
import type { OpenTestHost } from '../open-host'
import { driveBundle } from './bundles'
import { driveProbe } from './probe'

export interface HostileCase {
  readonly id: string
  readonly group: string
  readonly file: string
  readonly transport: string
  readonly args: readonly string[]
  readonly drive: string
  readonly expected?: readonly string[]
}

/**
 * In milliseconds. A case that drips or hangs gets its time, which is longer than a token renewal that hangs; the
 * control server does not.
 */
const limits = { state: 45_000, signIn: 5_000, call: 45_000, control: 5_000, disposal: 15_000 }
const caseTimeoutMs = 5_000
const finalStates: ReadonlySet<ServerState> = new Set(['connected', 'failed', 'needs-sign-in', 'stopped'])
const canary = 'corpus-canary.txt'
const problems: string[] = []

process.on('uncaughtException', (error) => problems.push(`the host would have crashed: ${error.message}`))
process.on('unhandledRejection', (error) => problems.push(`a failure was not handled: ${String(error)}`))

async function run(corpus: string, item: HostileCase): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-hostile-'))
  // Servers inherit HOME, so it marks every process that the case leaves behind.
  process.env['HOME'] = folder
  const remote = item.transport.includes('http') ? await startRemote(corpus, item) : null
  try {
    const isSettings = item.transport === 'settings file'
    if (item.group === 'probes')
      problems.push(...(await driveProbe({ file: path.join(corpus, item.file), args: item.args, folder })))
    else if (item.group === 'bundles')
      problems.push(
        ...(await driveBundle({
          file: path.join(corpus, item.file),
          name: item.args[0] ?? '',
          expected: item.expected ?? [],
          folder
        }))
      )
    else if (isSettings) await driveSettings(corpus, item, folder)
    else await driveServer(corpus, { item, url: remote?.url ?? null, folder })
    const files = await readdir(folder, { recursive: true })
    if (files.some((name) => path.basename(name) === canary)) problems.push('the payload was run')
    const left = await processesOf(folder)
    if (left.length > 0) problems.push(`${left.length} processes were left behind`)
  } finally {
    remote?.child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true }).catch(() => {}) // some cases take their rights away
  }
}

async function startRemote(corpus: string, item: HostileCase): Promise<{ url: string; child: ChildProcess }> {
  const args = item.args.map((arg) => arg.replace('${PORT}', '0'))
  const child = spawn(process.execPath, [path.join(corpus, item.file), ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    // Not marked as one of the host's own.
    env: { ...process.env, HOME: corpus }
  })
  if (child.stdout === null) throw new Error('The server of the case has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line) as { event?: string; url?: string }
    if (said.event === 'listening' && said.url !== undefined) return { url: said.url, child }
  }
  throw new Error('The server of the case does not listen')
}

interface ServerDrive {
  readonly item: HostileCase
  readonly url: string | null
  readonly folder: string
}

async function driveServer(corpus: string, { item, url, folder }: ServerDrive): Promise<void> {
  const node = (file: string, args: readonly string[]) => ({
    command: process.execPath,
    args: [path.join(corpus, file), ...args],
    timeoutMs: caseTimeoutMs,
    maxTotalTimeoutMs: 2 * caseTimeoutMs,
    cwd: folder
  })
  const timeouts = { timeoutMs: caseTimeoutMs, maxTotalTimeoutMs: 2 * caseTimeoutMs }
  const entry = url === null ? node(item.file, item.args) : { url, ...timeouts }
  const mcpServers = { control: node('control/C00-well-behaved.mjs', []), case: entry }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers }))
  const host = await openHost({ folder })
  answerQuestions(host)
  const stopBrowsing = browse(host)
  void host.start()
  await stateOf(host, 'control', new Set(['connected']))
  await stateOf(host, 'case', finalStates)
  for (const step of item.drive.split(',')) {
    await driveStep(host, step.trim())
    await checkControl(host)
  }
  stopBrowsing()
  const strange = host.openedLinks.filter((link) => !isSignInPage(link))
  if (strange.length > 0) problems.push(`links were opened: ${strange.join(', ')}`)
  await dispose(host)
}

/** Trusts and calls, as the corpus asks for; hands out nothing and opens nothing. */
function answerQuestions(host: OpenTestHost): void {
  const answered = new Set<string>()
  host.onEvent(({ name, payload }) => {
    if (name !== 'questions.changed') return
    for (const question of payload as Question[]) {
      if (answered.has(question.id)) continue
      answered.add(question.id)
      // One that was withdrawn meanwhile needs no answer.
      const answering = host.handlers['consent.answer']({
        questionId: question.id,
        answer: answerTo(question)
      })
      void Promise.resolve(answering).catch(() => {})
    }
  })
}

function answerTo(question: Question): QuestionAnswer {
  const { type } = question
  switch (type) {
    case 'sign-in':
      return signInAnswer(question.places, signInCount++)
    case 'server-trust':
      return { type, decision: 'trust' }
    case 'tool-call':
      return { type, decision: 'allow-once' }
    case 'ask-again':
      return { type, decision: 'let-ask' }
    default:
      return findSafeAnswer(type)
  }
}

let signInCount = 0
/** A user signs in, and does not repeat it again and again. */
const mostSignIns = 2

function signInAnswer([place]: readonly { readonly issuer: string }[], count: number): QuestionAnswer {
  if (place === undefined || count >= mostSignIns) return { type: 'sign-in', decision: 'cancel' }
  return { type: 'sign-in', decision: 'open-browser', issuer: place.issuer }
}

/** What the system's browser is given is followed; it may be a page of a sign-in and nothing else. */
function browse(host: OpenTestHost): () => void {
  const visited = new Set<string>()
  return host.onEvent(() => {
    for (const link of host.openedLinks.filter((each) => isSignInPage(each) && !visited.has(each))) {
      visited.add(link)
      void fetch(link)
        .then((page) => page.text())
        .then((text) => {
          if (/<script|<img/i.test(text))
            problems.push('the page at the end of a sign-in shows what it was sent')
        })
        .catch(() => {}) // the case may end meanwhile
    }
  })
}

function isSignInPage(link: string): boolean {
  return /^http:\/\/127\.0\.0\.1:\d+\/authorize\?/.test(link)
}

async function stateOf(host: OpenTestHost, name: string, wanted: ReadonlySet<ServerState>): Promise<void> {
  const isThere = async () => {
    const { servers } = await host.handlers['app.snapshot']({})
    return servers.some((server) => server.name === name && wanted.has(server.state))
  }
  const isInTime = await within(limits.state, async () => {
    while (!(await isThere())) await sleep(50)
  })
  if (!isInTime) problems.push(`the server ${name} came to no stated end within ${limits.state / 1_000} s`)
}

/** Steps outside the core are left to the window. */
async function driveStep(host: OpenTestHost, step: string): Promise<void> {
  const [verb, ...rest] = step.split(':')
  const subject = rest.join(':')
  if (verb === 'call') {
    const [, name = '', times = '1'] = /^(\S+)(?: x(\d+))?/u.exec(subject) ?? []
    for (let count = 0; count < Number(times); count += 1) await callTool(host, 'case', name)
  }
  if (step === 'call each') {
    const tools = await host.handlers['server.read']({ serverName: 'case', what: 'tools' })
    for (const { name, problem } of tools.slice(0, 10))
      if (problem === null) await callTool(host, 'case', name)
  }
  if (verb === 'list') {
    await settled('listing resources', Promise.resolve(host.handlers['resource.list']({})))
    await settled('listing prompts', Promise.resolve(host.handlers['prompt.list']({})))
  }
  // It continues automatically, from question to question; its result is known when the server's state is.
  if (step === 'sign in') await within(limits.signIn, () => untilSettled(host))
  if (verb === 'search') await host.handlers['tool.search']({ query: 'a', limit: 50 })
  if (verb === 'read') {
    const reading = host.handlers['resource.read']({ serverName: 'case', uri: subject })
    await settled('reading', Promise.resolve(reading))
  }
  if (verb === 'prompt') {
    const getting = host.handlers['prompt.get']({ serverName: 'case', name: subject, arguments: {} })
    await settled('getting a prompt', Promise.resolve(getting))
  }
}

async function untilSettled(host: OpenTestHost): Promise<void> {
  const isSettled = async () => {
    const { servers, accounts = [], questions } = await host.handlers['app.snapshot']({})
    const isConnected = servers.some(({ name, state }) => name === 'case' && state === 'connected')
    return isConnected || (questions.length === 0 && accounts.some(({ state }) => state === 'needs-sign-in'))
  }
  while (!(await isSettled())) await sleep(50)
}

/** Any result is fine, but it must end. */
async function settled(what: string, work: Promise<unknown>): Promise<void> {
  const isInTime = await within(4 * limits.call, () => work.then(undefined, () => {}))
  if (!isInTime) problems.push(`${what} came to no end`)
}

async function callTool(
  host: OpenTestHost,
  serverName: string,
  toolName: string,
  args = {}
): Promise<boolean> {
  const { id } = await host.handlers['conversation.create']({})
  const isDone = async (): Promise<boolean> => {
    const page = await host.handlers['conversation.read']({
      conversationId: id,
      lastId: null,
      limit: 5
    })
    const last = page.messages.at(-1)
    return last?.role === 'assistant' && last.state !== 'streaming'
  }
  await host.handlers['conversation.send']({
    conversationId: id,
    text: '',
    toolRequest: { serverName, toolName, arguments: args },
    resources: [],
    prompt: null
  })
  return await within(limits.call, async () => {
    while (!(await isDone())) await sleep(20)
  }).then((isInTime) => {
    if (!isInTime) problems.push(`the call of ${toolName} on ${serverName} came to no end`)
    return isInTime
  })
}

/** The control server must keep answering during every case. */
async function checkControl(host: OpenTestHost): Promise<void> {
  const started = Date.now()
  await callTool(host, 'control', 'echo', { text: 'still there?' })
  const took = Date.now() - started
  if (took > limits.control) problems.push(`the control server answered after ${took} ms only`)
}

async function driveSettings(corpus: string, item: HostileCase, folder: string): Promise<void> {
  const file = path.join(folder, 'settings.json')
  const isMade = item.file.endsWith('.mjs')
  if (isMade) await makeSettings(corpus, { item, folder, file })
  else await copyFile(path.join(corpus, item.file), file)
  const before = isMade ? null : await readFile(file)
  const host = await openHost({ folder })
  void host.start()
  const isUp = await within(limits.state, () => Promise.resolve(host.handlers['app.snapshot']({})))
  if (!isUp) problems.push('the host does not come up with these settings')
  const running = await processesOf(folder)
  if (running.length > 0) problems.push('a server was started that nobody trusted')
  if (before !== null && !before.equals(await readFile(file))) problems.push('the file was changed')
  await dispose(host)
}

async function makeSettings(
  corpus: string,
  { item, folder, file }: { readonly item: HostileCase; readonly folder: string; readonly file: string }
): Promise<void> {
  const made = path.join(folder, 'made')
  const maker = spawn(process.execPath, [path.join(corpus, item.file), made, '--huge-mb=8'], {
    stdio: 'ignore'
  })
  await new Promise((resolve) => maker.once('close', resolve))
  const { rename } = await import('node:fs/promises')
  await rename(path.join(made, item.args[0] ?? ''), file)
}

async function dispose(host: OpenTestHost): Promise<void> {
  const isInTime = await within(limits.disposal, () => host.dispose())
  if (!isInTime) problems.push('the host did not come to an end')
}

/** Whether the work ended in time. */
async function within(limitMs: number, work: () => Promise<unknown>): Promise<boolean> {
  const controller = new AbortController()
  const late = sleep(limitMs, false, { signal: controller.signal, ref: false }).catch(() => false)
  const isInTime = await Promise.race([work().then(() => true), late])
  controller.abort()
  return isInTime
}

/** Processes other than this one whose HOME is the folder; empty where the system does not tell. */
async function processesOf(folder: string): Promise<string[]> {
  const ids = await readdir('/proc').catch(() => [])
  const found = await Promise.all(
    ids
      .filter((id) => /^\d+$/u.test(id) && Number(id) !== process.pid)
      .map(async (id) => {
        const environment = await readFile(`/proc/${id}/environ`, 'utf8').catch(() => '')
        return environment.split('\0').includes(`HOME=${folder}`) ? [id] : []
      })
  )
  return found.flat()
}

const [, , corpus = '', item = '{}'] = process.argv
await run(corpus, JSON.parse(item) as HostileCase).catch((error: unknown) =>
  problems.push(
    `it could not be driven: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
  )
)
process.stdout.write(`${JSON.stringify({ problems })}\n`)
process.exit()
