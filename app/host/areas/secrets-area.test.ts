import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { EntryForm } from '../../contract/servers/entry-form'
import { openHost } from '../../testing/open-host'

let folder = ''
afterEach(() => rm(folder, { recursive: true, force: true }))

test('SEC-16: lists and stores only secrets that the entry names, and no data of a sign-in', async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-secrets-'))
  const env = { A: '${secret:a}', B: 'x ${secret:b} ${secret:a}', C: '${secret:oauth/work}' }
  const mcpServers = { notes: { command: 'nothing-of-that-name', env, disabled: true } }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers }))
  const host = await openHost({ folder })
  host.secrets.set('oauth/work', 'tokens of a sign-in')
  await host.start()
  const list = async () => await host.handlers['server.read']({ serverName: 'notes', what: 'secrets' })
  const set = async (secretName: string) =>
    await host.handlers['server.set-secret']({ serverName: 'notes', secretName, value: ' typed\n' })
  expect(await list()).toEqual([
    { name: 'a', isStored: false },
    { name: 'b', isStored: false }
  ])
  await set('b')
  expect(await list()).toContainEqual({ name: 'b', isStored: true })
  expect(host.secrets.get('b')).toBe('typed')
  for (const other of ['c', 'oauth/work'])
    await expect(set(other)).rejects.toMatchObject({ code: 'SETTINGS_UNKNOWN_VARIABLE' })
  expect(host.secrets.get('oauth/work')).toBe('tokens of a sign-in')
  await host.dispose()
})

test("SEC-11-4 refuses a server name with which a page would replace another server's sign-in", async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-secrets-'))
  const mcpServers = { 'oauth/google': { url: 'https://example.com/mcp', disabled: true } }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers }))
  const host = await openHost({ folder })
  host.secrets.set('oauth/google-drive', 'tokens of a sign-in')
  await host.start()
  const header = { serverName: 'oauth/google', headerName: 'Drive', value: '{"tokens": "of the page"}' }
  await expect(host.handlers['server.set-secret'](header)).rejects.toMatchObject({
    code: 'SETTINGS_NAME_TAKEN'
  })
  expect(host.secrets.get('oauth/google-drive')).toBe('tokens of a sign-in')
  await host.dispose()
})

const form = (env: Extract<EntryForm, { kind: 'program' }>['env'] = []): EntryForm => ({
  kind: 'program',
  command: 'nothing-of-that-name',
  args: [],
  cwd: '',
  env
})
const key = (secret: string) => [{ name: 'KEY', text: '', secret }]

test('SEC-16: stores a secret from the form of a server in the vault, and its name in the file', async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-secrets-'))
  await writeFile(path.join(folder, 'settings.json'), '{"mcpServers": {}}')
  const host = await openHost({ folder })
  await host.start()
  const save = host.handlers['server.save-entry']
  const added = await save({ previousName: null, serverName: '', form: form(key(' first ')) })
  expect(added).toEqual({ serverName: 'nothing-of-that-name' })
  const file = await readFile(path.join(folder, 'settings.json'), 'utf8')
  expect(JSON.parse(file)).toMatchObject({
    mcpServers: { 'nothing-of-that-name': { env: { KEY: '${secret:nothing-of-that-name-key}' } } }
  })
  expect(host.secrets.get('nothing-of-that-name-key')).toBe('first')
  // A secret without a name gets one of its own.
  const second = await save({ previousName: null, serverName: '', form: form() })
  expect(second).toEqual({ serverName: 'nothing-of-that-name 2' })
  await host.dispose()
})

test.each(['notes', 'oauth/notes'])(
  'SEC-11-4 leaves other secrets unchanged when the form of a new server is named %s',
  async (serverName) => {
    folder = await mkdtemp(path.join(tmpdir(), 'parley-secrets-'))
    const mcpServers = { notes: { command: 'nothing-of-that-name', disabled: true } }
    await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers }))
    const host = await openHost({ folder })
    host.secrets.set('notes-key', 'of notes')
    host.secrets.set('oauth/notes-key', 'tokens of a sign-in')
    await host.start()
    const saved = host.handlers['server.save-entry']({
      previousName: null,
      serverName,
      form: form(key('other'))
    })
    await expect(saved).rejects.toMatchObject({ code: 'SETTINGS_NAME_TAKEN' })
    expect(host.secrets.get('notes-key')).toBe('of notes')
    expect(host.secrets.get('oauth/notes-key')).toBe('tokens of a sign-in')
    await host.dispose()
  }
)
