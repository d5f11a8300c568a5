import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openHost } from '../../testing/open-host'

let folder = ''
afterEach(() => rm(folder, { recursive: true, force: true }))

test('SEC-16: only secrets that the entry names are listed and stored, and none of a sign-in', async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-secrets-'))
  const env = { A: '${secret:a}', B: 'x ${secret:b} ${secret:a}', C: '${secret:oauth/work}' }
  const mcpServers = { notes: { command: 'nothing-of-that-name', env, disabled: true } }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers }))
  const host = await openHost({ folder })
  host.secrets.set('oauth/work', 'tokens of a sign-in')
  await host.start()
  const list = async () => await host.handlers['server.list-secrets']({ serverName: 'notes' })
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

test('SEC-11-4 a page can’t put its own sign-in in the place of another by the name of a server', async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-secrets-'))
  const mcpServers = { 'oauth/google': { url: 'https://example.com/mcp', disabled: true } }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers }))
  const host = await openHost({ folder })
  host.secrets.set('oauth/google-drive', 'tokens of a sign-in')
  await host.start()
  const header = { serverName: 'oauth/google', headerName: 'Drive', value: '{"tokens": "of the page"}' }
  await expect(host.handlers['server.set-secret-header'](header)).rejects.toMatchObject({
    code: 'SETTINGS_NAME_TAKEN'
  })
  expect(host.secrets.get('oauth/google-drive')).toBe('tokens of a sign-in')
  await host.dispose()
})
