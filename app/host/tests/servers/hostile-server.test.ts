/**
 * A hostile server in a sandbox tries to send data out in every known way. Attempts that Parley can detect are shown,
 * and are in the ledger.
 */
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { sandboxFinder } from '../../../sandbox/available/find-sandbox'
import type { QuestionAnswer } from '../../../contract/questions/questions'
import type { JsonObject } from '../../../contract/json'
import { answerEnded } from '../../../testing/answer-ended'
import { openHost } from '../../../testing/open-host'
import type { OpenTestHost } from '../../../testing/open-host'
import {
  inSilence,
  intoOwnHome,
  observeNodeEscapes,
  observePythonEscapes
} from '../../../testing/sandbox/observed-escapes'
import { createSandboxFixture, type SandboxFixture } from '../../../testing/sandbox/sandbox-fixture'
import { pythonEscapes } from '../../../testing/sandbox/python-escapes'
import { sandboxEscapes, type SandboxEscape } from '../../../testing/sandbox/sandbox-escapes'
import { soon } from '../../../testing/soon'

const canContain = await sandboxFinder(process.platform)().then(
  () => true,
  () => false
)
const python = '/usr/bin/python3'
const library = spawnSync(python, ['-c', 'import os; print(os.__file__)'], { encoding: 'utf8' })
const hasPython = library.status === 0
const longest = 180_000

interface Kind {
  readonly language: string
  readonly ways: readonly SandboxEscape[]
  readonly seen: Readonly<Record<string, string>>
  readonly command: string
  readonly program: string
}

const kinds: readonly Kind[] = [
  {
    language: 'Node',
    ways: sandboxEscapes,
    seen: observeNodeEscapes,
    command: process.execPath,
    program: 'any-code.mjs'
  },
  {
    language: 'Python',
    ways: pythonEscapes,
    seen: observePythonEscapes,
    command: python,
    program: 'any-code.py'
  }
]

it.each(kinds)(
  "is shown or has a reason why it can't be: every escape attempt in $language",
  ({ ways, seen }) => {
    const unclear = ways.filter(({ what }) => Number(what in seen) + Number(what in inSilence) !== 1)
    expect(unclear.map(({ what }) => what)).toEqual([])
    expect(Object.keys(seen).filter((way) => ways.every(({ what }) => what !== way))).toEqual([])
  }
)

describe.skipIf(!canContain)('a hostile server in a sandbox', { timeout: longest }, () => {
  let built: SandboxFixture
  let data: string
  let host: OpenTestHost | null = null

  beforeAll(async () => {
    built = await createSandboxFixture()
    data = await realpath(await mkdtemp('/var/tmp/hostile-'))
  })
  afterEach(async () => {
    await host?.dispose()
    host = null
    vi.unstubAllEnvs()
    await rm(data, { recursive: true, force: true })
    await mkdir(data)
  })
  afterAll(async () => {
    await built.end()
    await rm(data, { recursive: true, force: true })
  })

  it.each(kinds.filter(({ language }) => language === 'Node' || hasPython))(
    'is blocked in each attempt, and detectable attempts are in Inspect, its log and the ledger: $language',
    async ({ ways, seen, command, program }) => {
      const at: SandboxFixture['at'] = {
        ...built.at,
        program: path.join(built.testFolder, 'program', program),
        runtime: process.execPath,
        library: library.stdout?.trim() ?? ''
      }
      vi.stubEnv('HOME', String(at['home']))
      vi.stubEnv('SSH_AUTH_SOCK', String(at['agent']))
      for (const name of ['DISPLAY', 'DOCKER_HOST', 'DBUS_SESSION_BUS_ADDRESS']) vi.stubEnv(name, undefined)
      const containment = { read: [at['open']], write: [at['work']], hosts: [] }
      const entry = { command, args: [at['program']], containment }
      await writeFile(path.join(data, 'settings.json'), JSON.stringify({ mcpServers: { hostile: entry } }))
      const here = (host = await openHost({ folder: data }))
      await here.start()
      await answered(here, { type: 'server-trust', decision: 'trust' })
      const asked = answerAll(here)
      const { id: conversationId } = await here.handlers['conversation.create']({})
      await here.handlers['conversation.set-model']({ conversationId, model: 'direct' })
      const home = await readTree(String(at['home']), String(at['work']))
      for (const { what, code } of ways) {
        if (intoOwnHome.has(what)) {
          // It may find or write anything there, but no data of the user.
          const [, result = ''] = (await run(here, conversationId, { code, at })).split('"content":')
          // The next attempt may name a file that an earlier one was denied.
          const [answer] = result.split('}]', 1)
          expect(answer, what).toContain('"text":')
          expect(answer, what).not.toContain('diary.txt')
          continue
        }
        expect(await run(here, conversationId, { code, at }), what).toContain(String.raw`{\"refused\":`)
        // Counted after the others, and together with its requests to the proxy.
        if (seen[what] === 'ports ')
          await vi.waitFor(async () => expect(await told(here)).toContain('ports '), soon)
      }

      expect(await readTree(String(at['home']), String(at['work']))).toEqual(home)
      const wanted = Object.entries(seen)
        .flatMap(([what, each]) => (intoOwnHome.has(what) ? [] : [each]))
        .map((each) => each.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(at[name])))
      const files = wanted.filter((each) => !each.startsWith('asked '))
      const { handlers } = here
      await vi.waitFor(async () => {
        const known = await told(here)
        expect(files.filter((each) => !known.includes(each))).toEqual([])
      }, soon)
      expect(asked()).toEqual(wanted.filter((each) => !files.includes(each)).map((each) => each.slice(6)))

      const lines = (await handlers['server.read']({ serverName: 'hostile', what: 'log' })).map(
        ({ text }) => text
      )
      const entries = await refusedInLedger(here)
      for (const each of files) {
        const [access = ''] = each.split(' ', 1)
        const words = each.slice(access.length + 1) || String(pastWords[access])
        expect(lines, each).toContainEqual(expect.stringMatching(/^The server tried to /))
        expect(lines, each).toContainEqual(expect.stringContaining(words))
        expect(entries, each).toContainEqual(expect.stringContaining(words))
      }
    }
  )
})

/** Every file of the folder with its content, without the folder that is open for writing. */
async function readTree(folder: string, open: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .filter((file) => !file.startsWith(`${open}/`))
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const))
  )
}

const pastWords: Readonly<Record<string, string>> = {
  addresses: 'an address past its proxy',
  names: 'a name past its proxy',
  ports: 'a port of this computer past its proxy'
}

async function answered(here: OpenTestHost, said: QuestionAnswer): Promise<void> {
  await vi.waitFor(() => expect(here.question()).toMatchObject({ type: said.type }), soon)
  await here.handlers['consent.answer']({ questionId: here.question()?.id ?? '', answer: said })
  await vi.waitFor(async () => {
    const { servers } = await here.handlers['app.snapshot']({})
    expect(servers[0]?.state).toBe('connected')
  }, soon)
}

/** Allows each call and denies each host. Returns the hosts that were asked for. */
function answerAll(here: OpenTestHost): () => readonly string[] {
  const hosts: string[] = []
  here.onEvent(({ name }) => {
    if (name !== 'questions.changed') return
    const question = here.question()
    if (question?.type !== 'reach' && question?.type !== 'tool-call') return
    if (question.type === 'reach') hosts.push(question.host)
    const answer: QuestionAnswer =
      question.type === 'reach'
        ? { type: 'reach', decision: 'not-now' }
        : { type: 'tool-call', decision: 'allow-once' }
    // An earlier notice may have answered it already.
    void Promise.resolve(here.handlers['consent.answer']({ questionId: question.id, answer })).catch(() => {})
  })
  return () => [...new Set(hosts)]
}

/** The answer of the server. */
async function run(here: OpenTestHost, conversationId: string, args: JsonObject): Promise<string> {
  const toolRequest = { serverName: 'hostile', toolName: 'run', arguments: args }
  const message = { conversationId, text: '', toolRequest, resources: [], prompt: null }
  await here.handlers['conversation.send'](message)
  await answerEnded(here, conversationId)
  const { messages } = await here.handlers['conversation.read']({ conversationId, lastId: null, limit: 1 })
  return JSON.stringify(messages.at(-1)?.parts)
}

async function told(here: OpenTestHost): Promise<readonly string[]> {
  const { files } = await here.handlers['server.read']({ serverName: 'hostile', what: 'file-activity' })
  return files.map(({ access, path: place }) => `${access} ${place}`)
}

/** Blocked attempts in the ledger, as subject and details. */
async function refusedInLedger(here: OpenTestHost): Promise<readonly string[]> {
  const found: string[] = []
  let beforePosition: number | null = null
  do {
    const all = { recipientType: 'server', recipient: 'hostile', text: '', from: null, to: null } as const
    const page: Awaited<ReturnType<(typeof here.handlers)['ledger.search']>> = await here.handlers[
      'ledger.search'
    ]({ ...all, beforePosition, limit: 100 })
    const refused = page.entries.filter(({ kind }) => kind === 'closed file')
    found.push(...refused.map(({ subject, excerpt }) => `${subject}: ${excerpt}`))
    beforePosition = page.entries.at(-1)?.position ?? null
    if (page.entries.length < 100) beforePosition = null
  } while (beforePosition !== null)
  return found
}
