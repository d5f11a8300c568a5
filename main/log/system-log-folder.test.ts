import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLogger, SecretRegistry } from '../../app/base/logger'
import { createLogFiles } from './log-files'
import { linkSystemLogFolder } from './system-log-folder'

let home: string
let folder: string

beforeEach(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'parley-home-'))
  folder = path.join(home, 'Library', 'Application Support', 'Parley', 'logs')
})
afterEach(() => rm(home, { recursive: true }))

const place = () => path.join(home, 'Library', 'Logs', 'Parley')

test('DBG-02: links the logs on macOS where that system keeps logs', async () => {
  const link = () => linkSystemLogFolder({ platform: 'darwin', home, folder })
  expect([await link(), await link()]).toEqual(['linked', 'linked already'])
  const files = createLogFiles(folder, new SecretRegistry())
  createLogger(files.writeHost, { secrets: new SecretRegistry(), now: () => 0 }).info('started')
  await files.close()
  expect(await readFile(path.join(place(), 'host.log'), 'utf8')).toContain('started')
})

test('DBG-02: replaces nothing that exists there, and adds no link on other systems', async () => {
  await mkdir(place(), { recursive: true })
  await writeFile(path.join(place(), 'mine.log'), 'mine')
  expect(await linkSystemLogFolder({ platform: 'darwin', home, folder })).toBe('taken')
  expect(await readFile(path.join(place(), 'mine.log'), 'utf8')).toBe('mine')
  for (const platform of ['linux', 'win32'] as const)
    expect(await linkSystemLogFolder({ platform, home, folder })).toBe('not needed')
  await rm(place(), { recursive: true })
  await linkSystemLogFolder({ platform: 'darwin', home, folder: '/elsewhere' })
  expect(await linkSystemLogFolder({ platform: 'darwin', home, folder })).toBe('taken')
  expect(await readlink(place())).toBe('/elsewhere')
})
