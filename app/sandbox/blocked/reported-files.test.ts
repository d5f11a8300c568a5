/** Blocked files that a server reports: shown if they mean something to the user, and limited in number. */
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ReportedFile } from '../../contract/consent/file-activity'
import { createReportedFiles } from './reported-files'
import { soon } from '../../testing/soon'

let testFolder: string
let told: ReportedFile[]
const place = (name: string) => path.join(testFolder, name)

beforeEach(async () => {
  testFolder = await realpath(await mkdtemp('/var/tmp/told-'))
  for (const name of ['home/notes', 'home/open', 'home/desk', 'home/.ssh', 'data'])
    await mkdir(place(name), { recursive: true })
  await writeFile(place('home/notes/page.md'), '')
  await writeFile(place('home/.ssh/key'), '')
  await symlink(place('home/.ssh'), place('home/link'))
  told = []
})
afterEach(() => rm(testFolder, { recursive: true, force: true }))

const files = () =>
  createReportedFiles({
    rules: { read: [place('home/open')], write: [place('home/desk')], hosts: [] },
    home: place('home'),
    closed: [place('data')],
    tell: (file) => told.push(file)
  })
const seen = async (count: number) => {
  await vi.waitFor(() => expect(told).toHaveLength(count), soon)
  return told.map(({ access, path: named, folder }) => [
    access,
    path.relative(testFolder, named),
    folder === null ? null : path.relative(testFolder, folder)
  ])
}

it('reports a closed path once, with the folder that can be opened', async () => {
  const { report, hear } = files()
  report({ access: 'read', path: place('home/notes/page.md') })
  report({ access: 'read', path: place('home/notes/page.md') })
  report({ access: 'write', path: place('home/open/new.md') })
  report({ access: 'wrote', path: place('home/desk/made.md') })
  hear(`ENOENT: no such file or directory, open '${place('home/notes/later.md')}'`)
  expect((await seen(4)).toSorted()).toEqual([
    ['read', 'home/notes/page.md', 'home/notes'],
    ['write', 'home/notes/later.md', 'home/notes'],
    ['write', 'home/open/new.md', 'home/open'],
    ['wrote', 'home/desk/made.md', null]
  ])
})

it("offers no folder that is hidden, Parley's, the whole home, or the target of a link", async () => {
  const { report } = files()
  for (const name of ['home/.ssh/key', 'data/vault.json', 'home/link/key'])
    report({ access: 'write', path: place(name) })
  report({ access: 'read', path: place('home') })
  expect((await seen(4)).map(([, , folder]) => folder)).toEqual([null, null, null, null])
})

it("ignores paths that exist for no program, open paths, system paths, and what isn't a path", async () => {
  const { report } = files()
  const nothing = ['home/nothing/at/all', 'home/open/page.md', 'home/desk/x'].map(place)
  for (const named of [
    ...nothing,
    '/usr/lib/none',
    '/proc/cpuinfo',
    '/etc/hostname',
    '/net/other/x',
    'relative',
    `/a\0b`,
    `/${'x'.repeat(2_000)}`
  ])
    report({ access: 'read', path: named })
  for (const named of ['/usr/lib/none', place('home/desk/x')]) report({ access: 'write', path: named })
  report({ access: 'wrote', path: place('home/elsewhere') })
  report({ access: 'read', path: place('home/notes') })
  expect(await seen(1)).toEqual([['read', 'home/notes', 'home/notes']])
})

it("reports other users' processes, system jobs and other programs' caches, and offers no folder for them", async () => {
  const { report } = files()
  const other = path.join(tmpdir(), path.basename(testFolder))
  await writeFile(other, '')
  for (const named of ['/proc/1/environ', '/proc/1/root/home', other]) report({ access: 'read', path: named })
  for (const named of ['/etc/cron.d/x', '/proc/sys/kernel/x']) report({ access: 'write', path: named })
  expect((await seen(5)).map(([access, , folder]) => `${access} ${folder}`).toSorted()).toEqual([
    'read null',
    'read null',
    'read null',
    'write null',
    'write null'
  ])
  await rm(other)
})

it('reports an attempt to write programs of the system, and no caches next to them', async () => {
  const { report } = files()
  const program = await realpath('/bin/sh')
  for (const named of [`${program}.cache`, path.dirname(program), program])
    report({ access: 'write', path: named })
  for (const named of ['/proc/kcore', program]) report({ access: 'read', path: named })
  report({ access: 'write', path: '/proc/sysrq-trigger' })
  await seen(3)
  expect(told.map(({ access, path: named }) => `${access} ${named}`).toSorted()).toEqual(
    ['read /proc/kcore', 'write /proc/sysrq-trigger', `write ${program}`].toSorted()
  )
})

it('reports the target of a link in an open folder, folders that were to be created, and files that other programs would run later', async () => {
  const { report } = files()
  await symlink(place('home/notes/page.md'), place('home/open/way'))
  report({ access: 'read', path: place('home/open/way') })
  report({ access: 'write', path: place('none/at/all') })
  report({ access: 'write', path: place('home/desk/.git/hooks/pre-commit') })
  expect((await seen(3)).map(([access, named]) => `${access} ${named}`).toSorted()).toEqual([
    'read home/notes/page.md',
    'write home/desk/.git/hooks/pre-commit',
    'write none/at/all'
  ])
})

it('ignores files that a server creates and removes in its private folder, at the path of the home', async () => {
  const { report } = files()
  for (const name of ['home/.server', 'home/.server/config.json.tmp', 'home/new.txt', 'home/none/at/all'])
    report({ access: 'write', path: place(name) })
  for (const name of ['home/notes/new.md', 'home/open/none/new.md'])
    report({ access: 'write', path: place(name) })
  expect((await seen(2)).map(([, named]) => named).toSorted()).toEqual([
    'home/notes/new.md',
    'home/open/none/new.md'
  ])
})

it("isn't flooded by a server that reports more and more", async () => {
  const { report, hear } = files()
  for (let index = 0; index < 5_000; index += 1)
    report({ access: 'write', path: place(`home/notes/${index}`) })
  hear(`EROFS '${place('home/notes/last')}'\n`.repeat(1_000))
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(50), soon)
  await sleep(0)
  expect(told.length).toBeLessThanOrEqual(1_000)
})

it('reports blocked attempts also of a server that has written more than is reported', async () => {
  const { report } = files()
  for (let index = 0; index < 2_000; index += 1)
    report({ access: 'wrote', path: place(`home/desk/${index}`) })
  report({ access: 'read', path: place('home/.ssh/key') })
  const refused = () => told.filter(({ access }) => access === 'read')
  await vi.waitFor(() => expect(refused()).toHaveLength(1), soon)
  expect(told.length).toBeLessThanOrEqual(101)
})
