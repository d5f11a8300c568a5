import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { CommandInput } from './command'
import { serversCommand } from './server-commands'

async function list(content?: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-servers-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const settingsFile = path.join(folder, 'settings.json')
  if (content !== undefined) await writeFile(settingsFile, content)
  return await serversCommand({
    request: { target: null },
    places: { settingsFile }
  } as unknown as CommandInput)
}

it('lists the servers in the order of the settings, also those that are off or broken', async () => {
  const servers = {
    notes: { command: 'notes', args: ['--all'] },
    maps: { type: 'http' },
    mail: { url: 'https://mail.example/mcp', disabled: true }
  }
  const { text, value } = await list(JSON.stringify({ mcpServers: servers }))
  expect((value as { servers: { name: string }[] }).servers.map(({ name }) => name)).toEqual([
    'notes',
    'maps',
    'mail'
  ])
  const [notes, maps, mail] = text.split('\n')
  expect(notes).toBe('notes\tnotes --all')
  expect(maps).toMatch(/^maps\t.*! /u)
  expect(mail).toMatch(/^mail\thttps:\/\/mail\.example\/mcp\t! /u)
})

it('says that there are none without settings, and that broken ones cannot be read', async () => {
  expect((await list()).value).toEqual({ servers: [] })
  await expect(list('{ "mcpServers": [')).rejects.toMatchObject({ code: 'SETTINGS_INVALID' })
})
