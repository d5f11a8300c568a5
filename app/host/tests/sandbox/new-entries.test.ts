/** New local servers are sandboxed if the system supports it, from every source. */
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sandboxFinder } from '../../../sandbox/available/find-sandbox'
import { readyMadeEntry, readyMadeNames } from '../../../contract/servers/ready-made-permissions'
import type { EntryForm } from '../../../contract/servers/entry-form'
import type { ServerTrustQuestion } from '../../../contract/questions/questions'
import { openHost } from '../../../testing/open-host'
import type { OpenTestHost } from '../../../testing/open-host'
import { readyMadePermissions } from '../../../testing/ready-made-permissions'
import { codePackage, startPackageRegistry } from '../../../testing/package-registry'
import { soon } from '../../../testing/soon'

const canContain = await sandboxFinder(process.platform)().then(
  () => true,
  () => false
)

let folder: string
let host: OpenTestHost
const place = (name: string) => path.join(folder, name)
const entryOf = async (name: string): Promise<unknown> => {
  const text = await readFile(place('data/settings.json'), 'utf8')
  return (JSON.parse(text) as { mcpServers: Record<string, unknown> }).mcpServers[name]
}

beforeEach(async () => {
  folder = await realpath(await mkdtemp('/var/tmp/new-entries-'))
  for (const name of ['notes', 'data', 'home']) await mkdir(place(name))
  await writeFile(place('notes/page.md'), 'a page')
  vi.stubEnv('HOME', place('home'))
  await writeFile(
    place('data/settings.json'),
    '{"mcpServers": {"old": {"command": "true", "disabled": true}}}'
  )
  host = await openHost({ folder: place('data') })
  await host.start()
})

afterEach(async () => {
  await host.dispose()
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

const nothing = { read: [], write: [], hosts: [] }
const paste = (text: string | object) =>
  host.handlers['server.paste']({ text: typeof text === 'string' ? text : JSON.stringify(text) })
const save = (form: Partial<EntryForm> & { command: string }, name = 'new') =>
  host.handlers['server.save-entry']({
    previousName: null,
    serverName: name,
    form: { kind: 'program', args: [], cwd: '', env: [], ...form } as EntryForm
  })

describe.skipIf(!canContain)('a new local server', { timeout: 300_000 }, () => {
  it("is sandboxed when it is added from another app, with its folders proposed, unless it couldn't work in a sandbox", async () => {
    await mkdir(place('home/.cursor'))
    const theirs = {
      files: { command: 'node', args: ['server.mjs', place('notes')] },
      work: { command: 'node', args: ['server.mjs'], cwd: place('notes') },
      time: { command: 'docker', args: ['run', '-i', 'mcp/time'] }
    }
    await writeFile(place('home/.cursor/mcp.json'), JSON.stringify({ mcpServers: theirs }))
    const { files } = await host.handlers['other-apps.find']({})
    const servers = files.flatMap((file) => file.servers.map(({ id }) => ({ id, filledIn: {} })))
    await host.handlers['other-apps.import']({ servers })
    expect(await entryOf('files')).toMatchObject({ sandbox: { ...nothing, read: [place('notes')] } })
    expect(await entryOf('work')).toMatchObject({ sandbox: { ...nothing, read: [place('notes')] } })
    expect(await entryOf('time')).toEqual(theirs.time)
    expect(JSON.parse(await readFile(place('home/.cursor/mcp.json'), 'utf8'))).toEqual({ mcpServers: theirs })
  })

  it('that existed before is sandboxed with one button and unsandboxed with another, and is asked about each time', async () => {
    const text = `{"mcpServers": {"old": {"command": "node", "args": ["a.mjs", ${JSON.stringify(place('notes'))}]} // mine\n}}`
    await writeFile(place('data/settings.json'), text)
    const before = await asked()
    expect(before.act.containment).toBeUndefined()
    await host.handlers['sandbox.set']({ serverName: 'old', isSandboxed: true })
    await vi.waitFor(async () => {
      expect((await asked()).act.containment).toEqual({ ...nothing, read: [place('notes')] })
    }, soon)
    expect(await readFile(place('data/settings.json'), 'utf8')).toContain('// mine')
    await host.handlers['sandbox.set']({ serverName: 'old', isSandboxed: false })
    await vi.waitFor(async () => expect((await asked()).act.containment).toBeUndefined(), soon)
    expect(await entryOf('old').catch(() => null)).toBeNull() // it has a comment
    expect(await readFile(place('data/settings.json'), 'utf8')).toContain('"sandbox": "off"')
  })

  it("isn't sandboxed by the button if the sandbox would have no effect", async () => {
    await paste('docker run -i mcp/time')
    await expect(
      host.handlers['sandbox.set']({ serverName: 'time', isSandboxed: true })
    ).rejects.toMatchObject({ code: 'SERVER_NOT_CONTAINED' })
  })

  it('is sandboxed when it is pasted, and an existing one is unchanged', async () => {
    await paste('node server.mjs --verbose')
    await paste({ mcpServers: { second: { command: 'node', args: ['b.mjs'] } } })
    expect(await entryOf('server')).toEqual({
      command: 'node',
      args: ['server.mjs', '--verbose'],
      sandbox: nothing
    })
    expect(await entryOf('second')).toMatchObject({ sandbox: nothing })
    expect(await entryOf('old')).toEqual({ command: 'true', disabled: true })
  })

  it.each(readyMadeNames)('gets the proposed access for a known package: %s', async (name) => {
    const entry = readyMadeEntry(name, place('notes'))
    const json = JSON.stringify(entry)
    await host.handlers['server.save-entry']({ previousName: null, serverName: name, json })
    expect(await entryOf(name)).toEqual({ ...entry, sandbox: readyMadePermissions(name, place('notes')) })
  })

  it('keeps the sandbox that its entry describes', async () => {
    await paste({ mcpServers: { a: { command: 'a', containment: 'off' } } })
    await paste({ mcpServers: { b: { command: 'b', containment: { read: [place('notes')] } } } })
    await paste({ mcpServers: { c: { command: 'c', sandbox: 'off' } } })
    expect(await entryOf('a')).toEqual({ command: 'a', containment: 'off' })
    expect(await entryOf('b')).toEqual({ command: 'b', containment: { read: [place('notes')] } })
    expect(await entryOf('c')).toEqual({ command: 'c', sandbox: 'off' })
  })

  it.each(['docker run -i mcp/time', 'uv run server.py', 'ssh box server', 'npm run server'])(
    "isn't sandboxed by “%s”, which couldn't work",
    async (line) => {
      const { added } = await paste(line)
      expect(await entryOf(added[0] ?? '')).not.toHaveProperty('sandbox')
    }
  )

  it('has no sandbox if it is at an address', async () => {
    const { added } = await paste('https://example.com/mcp')
    expect(await entryOf(added[0] ?? '')).not.toHaveProperty('sandbox')
  })

  it('follows the sandbox choice of the form, and stays unsandboxed if the user switched it off', async () => {
    await save({ command: 'node', args: ['a.mjs'], containment: nothing }, 'walls')
    await save({ command: 'node', args: ['a.mjs'] }, 'none')
    expect(await entryOf('walls')).toMatchObject({ sandbox: nothing })
    expect(await entryOf('none')).toMatchObject({ sandbox: 'off' })
    expect(await host.handlers['sandbox.read']({})).toEqual({ canContain: true, remedy: null, advice: null })
  })

  it('is proposed the paths that its arguments name, and no path that would open too much', async () => {
    const args = [
      ...['server.mjs', place('notes'), place('home'), '/etc', '/tmp', place('data'), place('none')],
      ...['--db-path', place('notes/new.db'), `--page=${place('notes/page.md')}`]
    ]
    await paste({ mcpServers: { files: { command: 'node', args } } })
    expect(await entryOf('files')).toMatchObject({
      sandbox: { read: [place('notes'), place('notes/page.md')], write: [place('notes')], hosts: [] }
    })
    const filesystem = ['-y', '@modelcontextprotocol/server-filesystem', place('notes')]
    await paste({ mcpServers: { writer: { command: 'npx', args: filesystem } } })
    expect(await entryOf('writer')).toMatchObject({ sandbox: { read: [], write: [place('notes')] } })
  })

  it('downloads its package after the approval, is identified by the download, and an update is asked about', async () => {
    await using registry = await startPackageRegistry()
    await writeFile(place('home/.npmrc'), `registry=${registry.address}\n`)
    const { integrity } = await registry.publish(await codePackage('hands', '1.2.0'))
    await paste('npx -y hands')
    const question = await asked()
    expect(question.act).toMatchObject({ containment: nothing, packages: [{ name: 'hands', version: null }] })
    expect(registry.asked).toEqual([])
    await trust(question)
    await connects('hands')
    await vi.waitFor(async () => {
      const { consent } = await host.handlers['app.snapshot']({})
      const known = consent.trustedServers.find(({ serverName }) => serverName === 'hands')
      expect(known?.act.packages).toMatchObject([{ version: '1.2.0', integrity }])
    }, soon)

    expect(await host.handlers['server.update-package']({ serverName: 'hands' })).toMatchObject({
      isOther: false
    })
    await registry.publish(await codePackage('hands', '2.0.0'))
    expect(await host.handlers['server.update-package']({ serverName: 'hands' })).toEqual({
      packages: [{ name: 'hands', version: '2.0.0', before: '1.2.0' }],
      isOther: true
    })
    const again = await asked()
    expect(again.act.packages).toMatchObject([{ version: '2.0.0' }])
    expect(again.previous?.packages).toMatchObject([{ version: '1.2.0' }])
    await trust(again)
    await connects('hands')
  }, 300_000)
})

async function asked(): Promise<ServerTrustQuestion> {
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'server-trust' }), soon)
  return host.question() as ServerTrustQuestion
}

async function trust({ id }: ServerTrustQuestion): Promise<void> {
  await host.handlers['consent.answer']({
    questionId: id,
    answer: { type: 'server-trust', decision: 'trust' }
  })
}

async function connects(name: string): Promise<void> {
  await vi.waitFor(async () => {
    const { servers } = await host.handlers['app.snapshot']({})
    expect(servers.find((server) => server.name === name)?.state).toBe('connected')
  }, soon)
}
