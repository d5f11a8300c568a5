/**
 * Links that add a server, through the whole host. They are shown before anything happens and added only after an
 * approval. A link of any content starts no process and writes no settings.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AddingView } from '../../../contract/servers/adding'
import type { LinkView } from '../../../contract/servers/link'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import { toEnglish } from '../../../texts/render-localized'
import { soon } from '../../../testing/soon'

const before = '{\n  // mine\n  "mcpServers": { "taken": { "command": "true", "disabled": true } }\n}\n'

let folder: string
let host: OpenTestHost

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-links-'))
  await writeFile(path.join(folder, 'settings.json'), before)
  host = await openHost({ folder })
  await host.start()
})

afterEach(async () => {
  await host.dispose()
  await rm(folder, { recursive: true, force: true })
})

const linkTo = (config: unknown, name = 'notes') =>
  `parley://install?name=${encodeURIComponent(name)}&config=${encodeURIComponent(JSON.stringify(config))}`
const shown = async (): Promise<AddingView | null> => await host.handlers['adding.read']({})
const settings = async () => await readFile(path.join(folder, 'settings.json'), 'utf8')
const serversNow = async () => (await host.handlers['app.snapshot']({})).servers
const alerts = () =>
  host.events.flatMap(({ name, payload }) => (name === 'notice.raised' ? [payload as { text: string }] : []))

/** Opens the link and waits until another addition is shown than before. */
async function open(link: string, former = ''): Promise<AddingView> {
  host.takeLink(link)
  return await vi.waitFor(async () => {
    const view = await shown()
    if (view === null || view.id === former) throw new Error('Nothing new lies before the person')
    return view
  }, soon)
}

async function openGood(link: string): Promise<LinkView> {
  const view = await open(link)
  if (view.type !== 'link') throw new Error(view.type === 'refused' ? toEnglish(view.reason) : view.type)
  return view
}

const add = async ({ id }: { id: string }, secrets = {}, filledIn = {}) =>
  await host.handlers['adding.add-link']({ id, secrets, filledIn })

describe('a link before it is added', () => {
  it('shows a link to a bundle with the whole address, and sends or writes nothing', async () => {
    const address = 'https://bundles.example/v1/weather.mcpb'
    const view = await open(`parley://install?bundle=${encodeURIComponent(address)}&sha256=${'a'.repeat(64)}`)
    expect(view).toMatchObject({
      type: 'download',
      url: address,
      host: 'bundles.example',
      from: 'link',
      sha256: 'a'.repeat(64),
      ledHereBy: null,
      mostBytes: 512 * 1_048_576
    })
    expect(await settings()).toBe(before)
    await host.handlers['adding.close']({ id: view.id })
    await expect(host.handlers['adding.download']({ id: view.id })).rejects.toMatchObject({
      code: 'BUNDLE_REFUSED'
    })
    await expect(async () =>
      host.handlers['directory.get-bundle']({ url: 'http://bundles.example/a.mcpb', sha256: null })
    ).rejects.toMatchObject({ code: 'DIRECTORY_FAILED' })
  })

  it("shows everything that it would add and what it doesn't say, and neither writes settings nor starts a server", async () => {
    const view = await openGood(
      linkTo({
        command: 'no-such-runtime',
        args: ['-y', 'a\u202eb'],
        autoApprove: ['*'],
        env: { MODE: 'fast', API_KEY: 'k-123456', TOKEN: '<your token>' }
      })
    )
    expect(view).toMatchObject({
      origin: 'parley',
      name: 'notes',
      takenName: null,
      command: 'no-such-runtime',
      args: ['-y', 'a\u202eb'],
      leftOut: ['autoApprove'],
      asked: ['notes-token'],
      variables: [
        { name: 'MODE', text: 'fast', state: 'plain' },
        { name: 'API_KEY', text: 'k-123456', state: 'key' },
        { name: 'TOKEN', text: '${secret:notes-token}', state: 'asked' }
      ]
    })
    expect(view.warnings.map(toEnglish).join()).toContain('no-such-runtime')
    expect(await settings()).toBe(before)
    expect(await serversNow()).toHaveLength(1)
    expect(host.secrets.size).toBe(0)
    expect(JSON.stringify(host.logged)).not.toContain('k-123456')
  })

  it("leaves nothing behind when it is closed, and can't be added after that", async () => {
    const view = await openGood(linkTo({ command: 'node' }))
    await host.handlers['adding.close']({ id: view.id })
    expect(await shown()).toBeNull()
    await expect(add(view)).rejects.toMatchObject({ code: 'SETTINGS_INVALID' })
    expect(await settings()).toBe(before)
  })

  it('shows why a broken link is refused', async () => {
    const view = await open('parley://chat?text=Delete&send=true')
    expect(view).toMatchObject({
      type: 'refused',
      what: 'link',
      fileName: 'parley://chat?text=Delete&send=true'
    })
    expect(view.type === 'refused' && toEnglish(view.reason)).toContain("can't add a server")
  })

  it('shows a pasted link, too, and refuses a broken one at once', async () => {
    const config = encodeURIComponent(JSON.stringify({ name: 'pasted', command: 'node' }))
    const pasted = await host.handlers['server.paste']({ text: ` vscode:mcp/install?${config}\n` })
    expect(pasted).toEqual({ added: [] })
    await vi.waitFor(
      async () => expect(await shown()).toMatchObject({ origin: 'vscode', name: 'pasted' }),
      soon
    )
    expect(await settings()).toBe(before)
    await expect(host.handlers['server.paste']({ text: 'cursor://x' })).rejects.toMatchObject({
      code: 'SETTINGS_INVALID'
    })
  })
})

describe('a link that is added', () => {
  it('becomes an entry that waits for trust, moves keys to the vault, and keeps comments of the file', async () => {
    const view = await openGood(
      linkTo({
        command: process.execPath,
        args: ['/path/to/notes', '--key', 'YOUR_KEY'],
        env: { API_KEY: 'k-123456', TOKEN: '${input:token}' }
      })
    )
    const secrets = { 'notes-token': ' t-1 ', 'notes-your_key': 'y-1', anthropic: 'stolen place' }
    await add(view, secrets, { '/path/to/notes': '/srv/notes', '-y': 'evil' })
    const { json } = await host.handlers['server.read']({ serverName: 'notes', what: 'entry' })
    expect(JSON.parse(json)).toMatchObject({
      command: process.execPath,
      args: ['/srv/notes', '--key', '${secret:notes-your_key}'],
      env: { API_KEY: '${secret:notes-api_key}', TOKEN: '${secret:notes-token}' }
    })
    expect(Object.fromEntries(host.secrets)).toEqual({
      'notes-token': 't-1',
      'notes-your_key': 'y-1',
      'notes-api_key': 'k-123456'
    })
    expect(await settings()).toContain('// mine')
    await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'server-trust' }), soon)
    expect((await serversNow()).find(({ name }) => name === 'notes')?.state).toBe('waiting-for-trust')
    expect(await shown()).toBeNull()
  })

  it('never changes a server of the same name, nor replaces an existing secret', async () => {
    host.secrets.set('taken 2-token', 'somebody else’s')
    const view = await openGood(
      linkTo({ url: 'https://example.com', headers: { A: '${input:token}' } }, 'taken')
    )
    expect(view).toMatchObject({ name: 'taken 2', takenName: 'taken', asked: ['taken 2-token-2'] })
    await add(view, { 'taken 2-token-2': 'mine', 'taken 2-token': 'overwritten' })
    expect(host.secrets.get('taken 2-token')).toBe('somebody else’s')
    expect(await settings()).toContain('"taken": { "command": "true", "disabled": true }')
  })

  it("doesn't replace a server that got its name meanwhile", async () => {
    const view = await openGood(linkTo({ command: 'node' }))
    const json = '{ "command": "true", "disabled": true, "containment": "off" }'
    await host.handlers['server.save-entry']({ previousName: null, serverName: 'notes', json })
    await expect(add(view)).rejects.toMatchObject({ code: 'SETTINGS_NAME_TAKEN' })
    expect((await host.handlers['server.read']({ serverName: 'notes', what: 'entry' })).json).toBe(json)
  })
})

it('shows one of ten links at once, queues three, notifies once about the rest, and shows each once', async () => {
  // A window listens.
  await serversNow()
  const links = Array.from({ length: 10 }, (_, at) => linkTo({ command: 'node' }, `n${at}`))
  const first = await open(links[0] ?? '')
  for (const link of links) host.takeLink(link)
  await vi.waitFor(() => expect(alerts()).toHaveLength(1), soon)
  const names: string[] = []
  let view: AddingView | null = first
  while (view !== null) {
    names.push(view.type === 'link' ? view.name : view.type)
    await host.handlers['adding.close']({ id: view.id })
    view = await vi.waitFor(async () => {
      const next = await shown()
      if (next === null && names.length < 4) throw new Error('The next one is still to come')
      return next
    }, soon)
  }
  expect(names).toEqual(['n0', 'n1', 'n2', 'n3'])
  expect(alerts()).toHaveLength(1)
})

it('starts no process, writes no settings and keeps no secret for any content of a link', async () => {
  const trace = path.join(folder, 'trace')
  const leavesTrace = {
    command: process.execPath,
    args: ['-e', `require("fs").writeFileSync(${JSON.stringify(trace)}, "")`]
  }
  const word = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.constantFrom(
      'sh',
      '-c',
      '$(id)',
      '`id`',
      '; touch x',
      '${env:HOME}',
      'file:///etc',
      '../../x',
      '\u202e\u0000'
    )
  )
  const config = fc.record(
    {
      command: word,
      args: fc.array(word, { maxLength: 4 }),
      url: fc.webUrl(),
      type: word,
      env: fc.dictionary(word, word, { maxKeys: 3 }),
      disabled: fc.boolean(),
      autoStart: fc.boolean()
    },
    { requiredKeys: [] }
  )
  const link = fc.oneof(
    fc.constantFrom(linkTo(leavesTrace), linkTo({ ...leavesTrace, autoStart: true }, 'taken')),
    fc.tuple(config, word).map(([entry, name]) => linkTo(entry, name)),
    fc.webUrl().map((url) => url.replace(/^https?/, 'parley')),
    fc.string().map((text) => `parley:${text}`)
  )
  const questions = host.events.length
  let former = ''
  await fc.assert(
    fc.asyncProperty(link, async (text) => {
      const view = await open(text, former)
      former = view.id
      await host.handlers['adding.close']({ id: view.id })
    }),
    { numRuns: 40 }
  )
  expect(await settings()).toBe(before)
  expect(host.secrets.size).toBe(0)
  expect((await serversNow()).map(({ name, state }) => [name, state])).toEqual([['taken', 'stopped']])
  const news = new Set(host.events.slice(questions).map(({ name }) => name))
  expect([...news].filter((name) => name !== 'adding.changed')).toEqual([])
  expect(host.question()).toBeNull()
  expect(existsSync(trace)).toBe(false)
}, 300_000)
