import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { suggestPlaces } from './suggested-places'

let folder: string
const at = (...parts: string[]) => path.join(folder, ...parts)

beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'parley-places-')))
  await mkdir(at('notes'))
  await mkdir(at('parley'))
  await writeFile(at('report.txt'), '')
  await writeFile(at('server.js'), '')
})

afterEach(async () => await rm(folder, { recursive: true, force: true }))

const suggest = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  await suggestPlaces({ command: 'node', args, cwd: '', env }, { home: at('home'), closed: [at('parley')] })

it('proposes folders and files that an entry names to be read', async () => {
  const { read, write } = await suggest([at('server.js'), at('notes'), `--file=${at('report.txt')}`])
  expect(read).toEqual([at('notes'), at('report.txt')])
  expect(write).toEqual([])
})

it('proposes the folder of a file that a server writes, and each folder once', async () => {
  const { read, write } = await suggest(['--db', at('notes', 'new.sqlite')], { LOG_DIR: at('notes') })
  expect(write).toEqual([at('notes')])
  expect(read).toEqual([])
})

it("proposes no missing path, link, pipe, folder of the system or folder of Parley's own", async () => {
  await symlink(at('notes'), at('link'))
  execFileSync('mkfifo', [at('pipe')])
  const places = [at('missing'), at('link'), at('pipe'), '/etc', '/', at('parley', 'history'), at('parley')]
  expect(await suggest(places)).toEqual({ read: [], write: [], hosts: [] })
})
