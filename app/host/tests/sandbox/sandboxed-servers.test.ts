/** Sandbox of a server as a part of its trust: the user can allow less than its entry asks for. */
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sandboxFinder } from '../../../sandbox/available/find-sandbox'
import type { QuestionAnswer, ServerTrustQuestion } from '../../../contract/questions/questions'
import { openHost } from '../../../testing/open-host'
import type { OpenTestHost } from '../../../testing/open-host'
import { soon } from '../../../testing/soon'

const canContain = await sandboxFinder(process.platform)().then(
  () => true,
  () => false
)
const script = fileURLToPath(new URL('../../../testing/servers/any-code.mjs', import.meta.url))

let folder: string
let host: OpenTestHost | null = null
const place = (name: string) => path.join(folder, name)

beforeEach(async () => {
  folder = await realpath(await mkdtemp('/var/tmp/contained-host-'))
  for (const name of ['one', 'two', 'kept', 'data']) await mkdir(place(name))
  await writeFile(place('two/page.md'), 'a page')
})

afterEach(async () => {
  await host?.dispose()
  host = null
  await rm(folder, { recursive: true, force: true })
})

const usual = () => ({
  command: process.execPath,
  args: [script],
  env: { TOKEN: '${secret:token}', MODE: 'fast' },
  containment: { read: [place('one'), place('two')], write: [place('kept')], hosts: ['example.com'] }
})

async function open(entry: string): Promise<OpenTestHost> {
  await writeFile(place('data/settings.json'), `{"mcpServers": {"notes": ${entry}}}`)
  host = await openHost({ folder: place('data') })
  await host.start()
  return host
}

async function asked(from: OpenTestHost): Promise<ServerTrustQuestion> {
  await vi.waitFor(() => expect(from.question()).toMatchObject({ type: 'server-trust' }), soon)
  return from.question() as ServerTrustQuestion
}

async function answer(from: OpenTestHost, more: Partial<QuestionAnswer> = {}): Promise<ServerTrustQuestion> {
  const question = await asked(from)
  const said = { type: 'server-trust', decision: 'trust', ...more } as QuestionAnswer
  await from.handlers['consent.answer']({ questionId: question.id, answer: said })
  return question
}

async function reaches(from: OpenTestHost, state: string): Promise<void> {
  await vi.waitFor(async () => {
    const { servers } = await from.handlers['app.snapshot']({})
    expect(servers[0]?.state).toBe(state)
  }, soon)
}

describe.skipIf(!canContain)('a sandboxed server', { timeout: 300_000 }, () => {
  it('shows in the question what is open for it, and that it is sandboxed', async () => {
    const here = await open(JSON.stringify({ ...usual(), env: {} }))
    const { act } = await answer(here)
    expect(act.containment).toEqual(usual().containment)
    await reaches(here, 'connected')
    const { servers } = await here.handlers['app.snapshot']({})
    expect(servers[0]?.isContained).toBe(true)
  })

  it('starts with what the user left: the entry says so, comments stay, and no question follows', async () => {
    const here = await open(`{
      // mine
      "command": ${JSON.stringify(process.execPath)}, "args": ${JSON.stringify([script])},
      "env": { "TOKEN": "\${secret:token}", "MODE": "fast" },
      "containment": {
        "read": [
          ${JSON.stringify(place('one'))}, // the first
          ${JSON.stringify(place('two'))}
        ],
        "write": [${JSON.stringify(place('kept'))}],
        "hosts": ["example.com"]
      }
    }`)
    await answer(here, {
      left: {
        containment: { read: [place('one')], write: [], hosts: [] },
        withoutVariables: ['TOKEN']
      }
    } as Partial<QuestionAnswer>)
    await reaches(here, 'connected')
    expect(here.question()).toBeNull()
    const text = await readFile(place('data/settings.json'), 'utf8')
    expect(text).toContain('// mine')
    expect(text).toContain('// the first')
    expect(text).not.toContain(place('two'))
    expect(text).not.toContain('secret:token')
    expect(text).toContain('"MODE": "fast"')
    const { servers } = await here.handlers['app.snapshot']({})
    const told = await here.handlers['tool.read']({ serverName: 'notes', toolName: 'run' })
    expect([servers[0]?.isContained, told.name]).toEqual([true, 'run'])
    await here.dispose()
    host = await openHost({ folder: place('data') })
    await host.start()
    await reaches(host, 'connected')
    expect(host.question()).toBeNull()
  })

  it('starts if only a host was removed', async () => {
    const here = await open(JSON.stringify({ ...usual(), env: {} }))
    const containment = { ...usual().containment, hosts: [] }
    await answer(here, { left: { containment, withoutVariables: [] } } as Partial<QuestionAnswer>)
    await reaches(here, 'connected')
    expect(here.question()).toBeNull()
    expect(await readFile(place('data/settings.json'), 'utf8')).not.toContain('example.com')
  })

  it('starts with less than it asks for: a subfolder, read access only, one port, a secret that it uses', async () => {
    await mkdir(place('two/inside'))
    const here = await open(JSON.stringify({ ...usual(), env: { TOKEN: '${secret:token}' } }))
    here.secrets.set('token', 'madeUpForTests0123456789')
    const containment = {
      read: [place('one'), place('two/inside'), place('kept')],
      write: [],
      hosts: ['example.com:443'],
      masked: { TOKEN: ['example.com'] }
    }
    await answer(here, { left: { containment, withoutVariables: [] } } as Partial<QuestionAnswer>)
    await reaches(here, 'connected')
    expect(here.question()).toBeNull()
    const text = await readFile(place('data/settings.json'), 'utf8')
    expect(JSON.parse(text)).toMatchObject({ mcpServers: { notes: { containment } } })
  })

  it('never gets more than it asks for', async () => {
    const here = await open(JSON.stringify({ ...usual(), env: {} }))
    const { id } = await asked(here)
    const more = [
      { containment: { ...usual().containment, read: [folder] }, withoutVariables: [] },
      { containment: { ...usual().containment, hosts: ['other.example'] }, withoutVariables: [] },
      { containment: { ...usual().containment, read: [`${place('one')}/../kept2`] }, withoutVariables: [] },
      { containment: { ...usual().containment, read: [`${place('one')}x`] }, withoutVariables: [] },
      { containment: { ...usual().containment, write: [place('one')] }, withoutVariables: [] },
      { containment: { ...usual().containment, hosts: ['example.com:8080'] }, withoutVariables: [] },
      { containment: { ...usual().containment, hosts: ['*.example.com'] }, withoutVariables: [] },
      { containment: { ...usual().containment, masked: { OTHER: ['example.com'] } }, withoutVariables: [] },
      { containment: { ...usual().containment, memoryMb: 100_000 }, withoutVariables: [] },
      { withoutVariables: [] },
      { containment: usual().containment, withoutVariables: ['OTHER'] }
    ]
    for (const left of more)
      await expect(
        here.handlers['consent.answer']({
          questionId: id,
          answer: { type: 'server-trust', decision: 'trust', left }
        })
      ).rejects.toMatchObject({ code: 'BRIDGE_INVALID_INPUT' })
    expect(here.question()?.id).toBe(id)
  })

  it('never gets a secret that it only asked to use', async () => {
    const masked = { TOKEN: ['api.example.com'] }
    const containment = { ...usual().containment, masked }
    const here = await open(JSON.stringify({ ...usual(), env: { TOKEN: '${secret:token}' }, containment }))
    const { id, act } = await asked(here)
    expect(act.containment?.masked).toEqual(masked)
    const others = [usual().containment, { ...containment, masked: { TOKEN: ['evil.example'] } }]
    for (const other of others)
      await expect(
        here.handlers['consent.answer']({
          questionId: id,
          answer: {
            type: 'server-trust',
            decision: 'trust',
            left: { containment: other, withoutVariables: [] }
          }
        })
      ).rejects.toMatchObject({ code: 'BRIDGE_INVALID_INPUT' })
    await answer(here, {
      left: { containment: { ...containment, read: [] }, withoutVariables: [] }
    } as Partial<QuestionAnswer>)
    const text = await readFile(place('data/settings.json'), 'utf8')
    expect(JSON.parse(text)).toMatchObject({ mcpServers: { notes: { containment: { masked, read: [] } } } })
  })

  it.each([
    ['more to read', { read: ['one', 'two', 'data/..'] }],
    ['more to write', { write: ['kept', 'one'] }],
    ['more hosts', { hosts: ['example.com', 'more.example'] }],
    ['more memory', { memoryMb: 4_096 }],
    ['no sandbox', null]
  ])('asks again when its entry says %s, and shows what changed', async (_what, change) => {
    const here = await open(JSON.stringify({ ...usual(), env: {} }))
    await answer(here)
    await reaches(here, 'connected')
    const { containment, ...plain } = { ...usual(), env: {} }
    const places = Object.fromEntries(
      Object.entries(change ?? {}).map(([key, names]) => [
        key,
        typeof names === 'number'
          ? names
          : names.map((name: string) => (key === 'hosts' ? name : path.resolve(folder, name)))
      ])
    )
    const entry = change === null ? plain : { ...plain, containment: { ...containment, ...places } }
    await here.handlers['server.save-entry']({
      previousName: 'notes',
      serverName: 'notes',
      json: JSON.stringify(entry)
    })
    // A running server doesn't get more hosts: they are asked about when it starts.
    if (change !== null && 'hosts' in change)
      await here.handlers['server.control']({ serverName: 'notes', act: 'restart' })
    const { previous } = await asked(here)
    expect(previous?.containment).toEqual(containment)
  })

  it("isn't asked about again if only the order changed", async () => {
    const here = await open(JSON.stringify({ ...usual(), env: {} }))
    await answer(here)
    await reaches(here, 'connected')
    const containment = { ...usual().containment, read: usual().containment.read.toReversed() }
    await here.handlers['server.save-entry']({
      previousName: 'notes',
      serverName: 'notes',
      json: JSON.stringify({ ...usual(), env: {}, containment })
    })
    await reaches(here, 'connected')
    expect(here.question()).toBeNull()
  })

  it("reports why it didn't start if a folder is gone", async () => {
    await rm(place('kept'), { recursive: true })
    const here = await open(JSON.stringify({ ...usual(), env: {} }))
    await answer(here)
    await reaches(here, 'failed')
    const { servers } = await here.handlers['app.snapshot']({})
    expect(JSON.stringify(servers[0]?.reason)).toContain('containment.pathMissing')
  })
})
