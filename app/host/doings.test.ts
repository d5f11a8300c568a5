/** What contained servers did with files and were refused: shown, kept, and opened by one press that asks for trust. */
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSandboxFinder } from '../containment/available/find-sandbox'
import type { Answer, Question } from '../contract/consents'
import type { NotePart } from '../contract/conversations'
import { answerEnded } from '../testing/answer-ended'
import { openHost } from '../testing/open-host'
import type { OpenHost } from '../testing/open-host'
import { quote, toEnglish } from '../texts/said'

const canContain = await createSandboxFinder(process.platform)().then(
  () => true,
  () => false
)
const soon = { timeout: 20_000, interval: 20 }
const fixture = (name: string) => fileURLToPath(new URL(`../testing/servers/${name}`, import.meta.url))

let folder: string
let host: OpenHost | null = null
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

async function open(): Promise<OpenHost> {
  host = await openHost({ folder: place('data') })
  await host.start()
  return host
}

async function start(): Promise<OpenHost> {
  const entry = {
    command: process.execPath,
    args: [place('program/any-code.mjs')],
    containment: { read: [place('open')] }
  }
  await writeFile(place('data/settings.json'), JSON.stringify({ mcpServers: { hands: entry } }))
  const here = await open()
  await answer(here, { type: 'server-trust', decision: 'trust' })
  await connected(here)
  return here
}

async function asked(here: OpenHost, type: Question['type']): Promise<Question> {
  await vi.waitFor(() => expect(here.question()).toMatchObject({ type }), soon)
  return here.question() as Question
}

async function answer(here: OpenHost, said: Answer): Promise<void> {
  const { id } = await asked(here, said.type)
  await here.handlers['consent.answer']({ questionId: id, answer: said })
}

async function connected(here: OpenHost): Promise<void> {
  await vi.waitFor(async () => {
    const { servers } = await here.handlers['app.snapshot']({})
    expect(servers[0]?.state).toBe('connected')
  }, soon)
}

/** What the answer of the call says, with the notes about files in its message. */
async function run(here: OpenHost, code: string, notes: number): Promise<readonly NotePart[]> {
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
  await answerEnded(here, conversationId)
  return await vi.waitFor(async () => {
    const page = await here.handlers['conversation.read']({ conversationId, lastId: null, limit: 9 })
    const found = page.messages.flatMap(({ parts }) => parts).filter((part) => part.type === 'note')
    expect(found).toHaveLength(notes)
    return found
  }, soon)
}

const doings = (here: OpenHost) => here.handlers['server.read-doings']({ serverName: 'hands' })
/** As a server does that goes on without it and prints nothing; a moment more, so that the call is still there. */
const quietly = (code: string) =>
  `try { ${code} } catch {} await new Promise((go) => setTimeout(go, 2_500)); return 'went on'`

describe.skipIf(!canContain)('what a contained server does with files', { timeout: 60_000 }, () => {
  it('is shown where it was refused, and its folder opens by a press, a question and a start', async () => {
    const here = await start()
    const write = `fs.writeFileSync(at.folder + '/notes/new.md', 'made')`
    const [note] = await run(here, quietly(write), 1)
    const file = place('notes/new.md')
    expect(toEnglish(note?.text ?? quote(''))).toBe(`tried to write ${file}, which is not open for it.`)
    expect(note?.closedFolder?.folder).toBe(place('notes'))
    const log = await here.handlers['server.read-log']({ serverName: 'hands' })
    expect(log.map(({ text }) => text)).toContain(`The server tried to write ${file}`)
    const all = {
      recipientType: null,
      recipient: null,
      text: file,
      from: null,
      to: null,
      beforePosition: null
    }
    const { entries } = await here.handlers['ledger.search']({ ...all, limit: 10 })
    expect(entries.filter(({ kind }) => kind === 'closed file')).toMatchObject([
      { recipient: 'hands', subject: file, decidedBy: 'rule', excerpt: 'tried to write it' }
    ])

    await here.handlers['server.allow-place']({ serverName: 'hands', id: note?.closedFolder?.id ?? '' })
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

  it('is shown for what it could not read, and for what is not there at all nothing', async () => {
    const here = await start()
    const tries = [`fs.readFileSync(at.folder + '/notes/page.md')`, `fs.readFileSync(at.folder + '/none/x')`]
    const [note] = await run(here, tries.map((each) => `try { ${each} } catch {}`).join(';') + quietly(''), 1)
    expect(toEnglish(note?.text ?? quote(''))).toContain(`tried to read ${place('notes/page.md')}`)
    expect(note?.closedFolder?.folder).toBe(place('notes'))
  })

  it('is kept over a restart until the person clears it; then its press opens nothing', async () => {
    const here = await start()
    await run(here, quietly(`fs.writeFileSync(at.folder + '/notes/new.md', '')`), 1)
    const [known] = (await doings(here)).files
    await here.dispose()
    const again = await open()
    await vi.waitFor(async () => expect((await doings(again)).files).toEqual([known]), soon)
    await again.handlers['server.clear-doings']({ serverName: 'hands' })
    expect((await doings(again)).files).toEqual([])
    const gone = again.handlers['server.allow-place']({ serverName: 'hands', id: known?.id ?? '' })
    await expect(gone).rejects.toMatchObject({ code: 'SETTINGS_INVALID' })
    expect(await readFile(place('data/settings.json'), 'utf8')).not.toContain(place('notes'))
  })
})
