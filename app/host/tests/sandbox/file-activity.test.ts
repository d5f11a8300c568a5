/** File activity of sandboxed servers, blocked attempts and exceeded limits: shown, kept, and in the ledger. */
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sandboxFinder } from '../../../sandbox/available/find-sandbox'
import type { SandboxChoices } from '../../../contract/consent/sandbox-choices'
import type { QuestionAnswer, Question } from '../../../contract/questions/questions'
import type { NotePart } from '../../../contract/conversations'
import { answerEnded } from '../../../testing/answer-ended'
import { openHost } from '../../../testing/open-host'
import type { OpenTestHost } from '../../../testing/open-host'
import { quote, toEnglish } from '../../../texts/render-localized'
import { soon } from '../../../testing/soon'

const canContain = await sandboxFinder(process.platform)().then(
  () => true,
  () => false
)
const fixture = (name: string) => fileURLToPath(new URL(`../../../testing/servers/${name}`, import.meta.url))

let folder: string
let host: OpenTestHost | null = null
const place = (name: string) => path.join(folder, name)

beforeEach(async () => {
  folder = await realpath(await mkdtemp('/var/tmp/doings-'))
  for (const name of ['data', 'program', 'open', 'notes']) await mkdir(place(name))
  for (const name of ['any-code.mjs', 'line-server.mjs']) await cp(fixture(name), place(`program/${name}`))
  await writeFile(place('program/package.json'), '{"type": "module"}')
  await writeFile(place('notes/page.md'), 'a page')
})

afterEach(async () => {
  await host?.dispose()
  host = null
  await rm(folder, { recursive: true, force: true })
})

async function open(): Promise<OpenTestHost> {
  host = await openHost({ folder: place('data') })
  await host.start()
  return host
}

async function start(limits: Partial<SandboxChoices> = {}): Promise<OpenTestHost> {
  const entry = {
    command: process.execPath,
    args: [place('program/any-code.mjs')],
    containment: { read: [place('open')], ...limits }
  }
  await writeFile(place('data/settings.json'), JSON.stringify({ mcpServers: { hands: entry } }))
  const here = await open()
  await answer(here, { type: 'server-trust', decision: 'trust' })
  await connected(here)
  return here
}

async function asked(here: OpenTestHost, type: Question['type']): Promise<Question> {
  await vi.waitFor(() => expect(here.question()).toMatchObject({ type }), soon)
  return here.question() as Question
}

async function answer(here: OpenTestHost, said: QuestionAnswer): Promise<void> {
  const { id } = await asked(here, said.type)
  await here.handlers['consent.answer']({ questionId: id, answer: said })
}

async function connected(here: OpenTestHost): Promise<void> {
  await vi.waitFor(async () => {
    const { servers } = await here.handlers['app.snapshot']({})
    expect(servers[0]?.state).toBe('connected')
  }, soon)
}

/** The conversation in which the user allows the call. */
async function call(here: OpenTestHost, code: string): Promise<string> {
  const { id: conversationId } = await here.handlers['conversation.create']({})
  await here.handlers['conversation.set-model']({ conversationId, model: 'direct' })
  await here.handlers['conversation.send']({
    conversationId,
    text: '',
    toolRequest: { serverName: 'hands', toolName: 'run', arguments: { code, at: { folder } } },
    resources: [],
    prompt: null
  })
  await answer(here, { type: 'tool-call', decision: 'allow-once' })
  return conversationId
}

/** The text of its messages, once there are as many notes. */
async function noted(
  here: OpenTestHost,
  conversationId: string,
  notes: number
): Promise<readonly NotePart[]> {
  return await vi.waitFor(async () => {
    const page = await here.handlers['conversation.read']({ conversationId, lastId: null, limit: 9 })
    const found = page.messages.flatMap(({ parts }) => parts).filter((part) => part.type === 'note')
    expect(found).toHaveLength(notes)
    return found
  }, soon)
}

/** The notes about files in the message of the call, which ends when they have arrived. */
async function run(here: OpenTestHost, code: string, notes: number): Promise<readonly NotePart[]> {
  await rm(place('open/go-on'), { force: true })
  const conversationId = await call(here, code)
  await noted(here, conversationId, notes)
  await writeFile(place('open/go-on'), '')
  await answerEnded(here, conversationId)
  return await noted(here, conversationId, notes)
}

async function inLedger(here: OpenTestHost, text: string) {
  const any = { recipientType: null, recipient: null, from: null, to: null, beforePosition: null }
  return (await here.handlers['ledger.search']({ ...any, text, limit: 50 })).entries
}

const doings = (here: OpenTestHost) =>
  here.handlers['server.read']({ serverName: 'hands', what: 'file-activity' })
/** Simulates a server that continues without the file and prints nothing: the call runs until its note was seen. */
const quietly = (code: string) =>
  `try { ${code} } catch {} while (!fs.existsSync(at.folder + '/open/go-on')) await new Promise((go) => setTimeout(go, 20)); return 'went on'`

describe.skipIf(!canContain)('file activity of a sandboxed server', { timeout: 180_000 }, () => {
  it('shows a blocked attempt, and opens its folder after a click, a question and a restart', async () => {
    const here = await start()
    const write = `fs.writeFileSync(at.folder + '/notes/new.md', 'made')`
    const [note] = await run(here, quietly(write), 1)
    const file = place('notes/new.md')
    expect(toEnglish(note?.text ?? quote(''))).toBe(`tried to write to ${file}. The sandbox blocked it.`)
    expect(note?.closedFolder?.folder).toBe(place('notes'))
    const log = await here.handlers['server.read']({ serverName: 'hands', what: 'log' })
    expect(log.map(({ text }) => text)).toContain(`The server tried to write ${file}`)
    const entries = await inLedger(here, file)
    expect(entries.filter(({ kind }) => kind === 'closed file')).toMatchObject([
      { recipient: 'hands', subject: file, decidedBy: 'rule', excerpt: 'tried to write it' }
    ])

    await here.handlers['server.allow-folder']({ serverName: 'hands', id: note?.closedFolder?.id ?? '' })
    const question = await asked(here, 'server-trust')
    expect(question).toMatchObject({
      act: { containment: { read: [place('open')], write: [place('notes')] } },
      previous: { containment: { read: [place('open')], write: [] } }
    })
    await answer(here, { type: 'server-trust', decision: 'trust' })
    await connected(here)
    await run(here, `${write}; return 'wrote'`, 0)
    expect(await readFile(file, 'utf8')).toBe('made')
    await vi.waitFor(async () => {
      const { files } = await doings(here)
      expect(files.map(({ access, path: named }) => `${access} ${named}`)).toEqual([
        `wrote ${file}`,
        `write ${file}`
      ])
    }, soon)
  })

  it("shows what the server couldn't read, and nothing for a path that doesn't exist", async () => {
    const here = await start()
    const tries = [`fs.readFileSync(at.folder + '/notes/page.md')`, `fs.readFileSync(at.folder + '/none/x')`]
    const [note] = await run(here, tries.map((each) => `try { ${each} } catch {}`).join(';') + quietly(''), 1)
    expect(toEnglish(note?.text ?? quote(''))).toContain(`tried to read ${place('notes/page.md')}`)
    expect(note?.closedFolder?.folder).toBe(place('notes'))
  })

  it('is kept over a restart until the user clears it; then its button opens nothing', async () => {
    const here = await start()
    await run(here, quietly(`fs.writeFileSync(at.folder + '/notes/new.md', '')`), 1)
    const [known] = (await doings(here)).files
    await here.dispose()
    const again = await open()
    await vi.waitFor(async () => expect((await doings(again)).files).toEqual([known]), soon)
    await again.handlers['server.clear']({ serverName: 'hands', what: 'file-activity' })
    expect((await doings(again)).files).toEqual([])
    const gone = again.handlers['server.allow-folder']({ serverName: 'hands', id: known?.id ?? '' })
    await expect(gone).rejects.toMatchObject({ code: 'SETTINGS_INVALID' })
    expect(await readFile(place('data/settings.json'), 'utf8')).not.toContain(place('notes'))
  })

  it('records an exceeded limit in the ledger with its call, and the call names the limit', async () => {
    const here = await start({ memoryMb: 128 })
    // Slow enough to be measured in between, also on a busy machine: at twice the limit the system itself refuses.
    const eat = `const kept = []; setInterval(() => kept.push(Buffer.alloc(4_000_000, 1)), 100); await new Promise(() => {})`
    const { parts } = await answerEnded(here, await call(here, eat))
    const [ended] = parts.filter((part) => part.type === 'tool-call')
    expect(ended?.state).toBe('failed')
    expect(ended?.failure?.message).toContain('it used more than 128 MB of memory')
    await vi.waitFor(async () => {
      const entries = await inLedger(here, 'hands')
      expect(entries.filter(({ kind }) => kind === 'limit')).toMatchObject([
        {
          recipient: 'hands',
          subject: 'memory',
          excerpt: 'it was ended for more than 128 MB',
          bytes: 0,
          decidedBy: 'rule',
          decision: 'more than it may take',
          callId: ended?.callId
        }
      ])
    }, soon)
  })

  it('reports throttling in the message of each call, and in the ledger once', async () => {
    // Less than the server gets on a busy machine.
    const here = await start({ cpuPercent: 5 })
    const spin = `cp.spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }); await new Promise(() => {})`
    for (const code of [spin, `await new Promise(() => {})`]) {
      const conversationId = await call(here, code)
      const [note] = await noted(here, conversationId, 1)
      expect(toEnglish(note?.text ?? quote(''))).toBe(
        'used more than 5 % of one processor, so Parley pauses it at times.'
      )
      await here.handlers['conversation.stop']({ conversationId })
    }
    await vi.waitFor(async () => {
      const entries = await inLedger(here, 'hands')
      expect(entries.filter(({ kind }) => kind === 'limit')).toMatchObject([
        { subject: 'processor', excerpt: 'it stands still now and then for more than 5 % of one processor' }
      ])
    }, soon)
  })
})
