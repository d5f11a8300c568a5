import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FoundServer } from '../../../contract/servers/other-apps'
import { calls } from '../../../contract/bridge/calls'
import { openHost, type OpenTestHost } from '../../../testing/open-host'

let folder = ''
let home = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-import-'))
  home = path.join(folder, 'home')
  await mkdir(path.join(home, '.cursor'), { recursive: true })
  await mkdir(path.join(home, '.lmstudio'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const key = 'madeUpForTests0123456789'
const cursorFile = () => path.join(home, '.cursor/mcp.json')
const program = { command: process.execPath, args: ['--stdio'], env: { API_KEY: key, MODE: 'fast' } }

async function open(inCursor: object, settings: object = {}): Promise<OpenTestHost> {
  await writeFile(cursorFile(), JSON.stringify({ mcpServers: inCursor }))
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers: settings }))
  const host = await openHost({ folder, environment: { HOME: home, USERPROFILE: home } })
  await host.start()
  return host
}

async function find(host: OpenTestHost): Promise<readonly FoundServer[]> {
  const found = await host.handlers['other-apps.find']({})
  // The view for the window has no member for a key.
  calls['other-apps.find'].output.parse(found)
  expect(JSON.stringify(found)).not.toContain(key)
  return found.files.flatMap(({ servers }) => servers)
}

const settingsText = () => readFile(path.join(folder, 'settings.json'), 'utf8')

it('CONF-04 SEC-16: adds a server with its key in the vault, and waits for trust', async () => {
  const host = await open({ notes: program, other: { command: 'unwanted' } })
  const [notes] = await find(host)
  expect(notes).toMatchObject({
    name: 'notes',
    status: 'new',
    values: [
      { name: 'API_KEY', text: null, state: 'key' },
      { name: 'MODE', text: 'fast', state: 'plain' }
    ]
  })
  expect(await host.handlers['other-apps.import']({ servers: [{ id: notes!.id, filledIn: {} }] })).toEqual({
    added: ['notes']
  })
  expect(host.secrets.get('notes-api_key')).toBe(key)
  const written = JSON.parse(await settingsText()) as { mcpServers: unknown }
  expect(written.mcpServers).toMatchObject({
    notes: { ...program, env: { API_KEY: '${secret:notes-api_key}', MODE: 'fast' } }
  })
  await expect.poll(() => host.question()).toMatchObject({ type: 'server-trust', serverName: 'notes' })
  expect(JSON.stringify([host.logged, host.events])).not.toContain(key)
  expect(JSON.parse(await readFile(cursorFile(), 'utf8'))).toMatchObject({ mcpServers: { notes: program } })
  await host.dispose()
})

it('distinguishes a server that exists already from one that only has its name, and renames that', async () => {
  const here = { ...program, env: { API_KEY: '${secret:mine}', MODE: 'fast' }, disabled: true }
  const host = await open(
    { notes: program, files: { command: 'files-a' }, more: { command: 'more-b' } },
    { mine: here, files: { command: 'files-b', disabled: true } }
  )
  await writeFile(
    path.join(home, '.lmstudio/mcp.json'),
    JSON.stringify({ mcpServers: { more: { command: 'more-b' } } })
  )
  const found = await find(host)
  expect(found.map(({ name, status, other }) => [name, status, other])).toEqual([
    ['notes', 'here', 'mine'],
    ['files', 'name-taken', 'files 2'],
    ['more', 'new', null],
    ['more', 'twice', 'Cursor']
  ])
  const { added } = await host.handlers['other-apps.import']({
    servers: found.map(({ id }) => ({ id, filledIn: {} }))
  })
  expect(added).toEqual(['notes', 'files 2', 'more', 'more 2'])
  await host.dispose()
})

it('never replaces a stored key with a new one', async () => {
  const host = await open({ notes: program })
  host.secrets.set('notes-api_key', 'of somebody else')
  const [notes] = await find(host)
  await host.handlers['other-apps.import']({ servers: [{ id: notes!.id, filledIn: {} }] })
  expect(Object.fromEntries(host.secrets)).toEqual({
    'notes-api_key': 'of somebody else',
    'notes-api_key-2': key
  })
  expect(await settingsText()).toContain('${secret:notes-api_key-2}')
  await host.dispose()
})

it('adds nothing that differs from what was shown', async () => {
  const host = await open({ notes: program })
  const [notes] = await find(host)
  await writeFile(cursorFile(), JSON.stringify({ mcpServers: { notes: { ...program, args: ['--other'] } } }))
  for (const id of [notes!.id, 'made-up'])
    await expect(
      host.handlers['other-apps.import']({ servers: [{ id, filledIn: {} }] })
    ).rejects.toMatchObject({
      code: 'SETTINGS_INVALID',
      message: expect.stringMatching(/file has changed/) as string
    })
  expect(JSON.parse(await settingsText())).toEqual({ mcpServers: {} })
  expect(host.secrets.size).toBe(0)
  await host.dispose()
})

it('lets the user fill in a placeholder before it is written', async () => {
  const host = await open({
    files: { command: 'nothing-of-that-name', args: ['/Users/username/Desktop', '--in=<FOLDER>'] }
  })
  const [files] = await find(host)
  expect(files!.placeholders).toEqual(['/Users/username/Desktop', '<FOLDER>'])
  const filledIn = { '/Users/username/Desktop': ' /srv/$& desk ', '<FOLDER>': '' }
  await host.handlers['other-apps.import']({ servers: [{ id: files!.id, filledIn }] })
  expect(JSON.parse(await settingsText())).toMatchObject({
    mcpServers: { files: { args: ['/srv/$& desk', '--in=<FOLDER>'] } }
  })
  await host.dispose()
})
