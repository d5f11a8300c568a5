import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile
} from 'node:fs/promises'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFile, makeFolder, makeLink } from './folder-access'
import { createHomeStore, type HomeStore } from './home-store'
import { measureFolder } from './measure-folder'
import { removeFolder } from './remove-folder'

// Sandboxes need Linux.
const here = describe.skipIf(process.platform !== 'linux')

let folder: string
let outside: string
let homes: HomeStore

beforeEach(async () => {
  folder = await mkdtemp('/var/tmp/homes-')
  outside = path.join(folder, 'outside')
  await mkdir(outside)
  await writeFile(path.join(outside, 'diary.txt'), 'dear diary')
  homes = createHomeStore(path.join(folder, 'homes'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const notes = { serverName: 'notes', program: 'package notes' }

here('the private folder of a server', () => {
  it('is empty at first except for the usual folders, and open to its user only', async () => {
    const home = await homes.open(notes)
    expect((await readdir(home)).toSorted()).toEqual(['.cache', '.config', '.local'])
    expect((await readdir(path.join(home, '.local'))).toSorted()).toEqual(['share', 'state'])
    expect((await stat(path.join(folder, 'homes'))).mode & 0o777).toBe(0o700)
    expect(await homes.measure('notes')).toBe(0)
  })

  it('is found again, also by two simultaneous starts', async () => {
    const [one, other] = await Promise.all([homes.open(notes), homes.open(notes)])
    await writeFile(path.join(one, 'kept'), 'kept')
    expect(other).toBe(one)
    expect(await createHomeStore(path.join(folder, 'homes')).open(notes)).toBe(one)
  })

  it.each([
    ['another name', { ...notes, serverName: 'other' }],
    ['another program under the same name', { ...notes, program: 'package other' }],
    ['a name that looks like a path to it', { ...notes, serverName: '../notes' }],
    ['a name that differs in what a folder can’t hold', { ...notes, serverName: 'notes/' }]
  ])("isn't given to %s", async (_what, owner) => {
    const home = await homes.open(notes)
    const other = await homes.open(owner)
    expect(other).not.toBe(home)
    expect(path.relative(path.join(folder, 'homes'), other).startsWith('..')).toBe(false)
  })

  it('moves with a server that is renamed, and the old name starts empty', async () => {
    const home = await homes.open(notes)
    await homes.rename('notes', 'diary')
    expect(await homes.open({ ...notes, serverName: 'diary' })).toBe(home)
    expect(await homes.open(notes)).not.toBe(home)
  })

  it("isn't what an earlier server of the new name left", async () => {
    const left = await homes.open({ ...notes, serverName: 'diary' })
    const home = await homes.open(notes)
    await homes.rename('notes', 'diary')
    expect(await homes.open({ ...notes, serverName: 'diary' })).toBe(home)
    // Renaming back doesn't return it to the old name either.
    await homes.rename('diary', 'notes')
    expect(await homes.open(notes)).toBe(home)
    expect(existsSync(left)).toBe(true)
    await homes.remove('diary')
    expect(existsSync(left)).toBe(false)
  })

  it('is cleared, and stays with its server', async () => {
    const home = await homes.open(notes)
    await writeFile(path.join(home, 'token'), 'x'.repeat(100_000))
    expect(await homes.measure('notes')).toBeGreaterThanOrEqual(100_000)
    await homes.clear('notes')
    expect(await homes.open(notes)).toBe(home)
    expect(await homes.measure('notes')).toBe(0)
  })

  it('is removed with all programs of the name, and others keep theirs', async () => {
    const other = await homes.open({ ...notes, serverName: 'other' })
    await homes.open(notes)
    await homes.open({ ...notes, program: 'package notes of another kind' })
    await homes.remove('notes')
    expect(await readdir(path.join(folder, 'homes'))).toHaveLength(1)
    expect(existsSync(other)).toBe(true)
    expect(await homes.measure('notes')).toBeNull()
  })

  it('can be opened after its server removed its own access', async () => {
    const home = await homes.open(notes)
    await chmod(home, 0)
    await homes.open(notes)
    expect((await stat(home)).mode & 0o777).toBe(0o700)
  })

  it('keeps a link with which the server replaced a usual folder, and changes nothing behind it', async () => {
    const home = await homes.open(notes)
    await rm(path.join(home, '.local'), { recursive: true })
    await symlink(outside, path.join(home, '.local'))
    await homes.open(notes)
    expect(await readdir(outside)).toEqual(['diary.txt'])
  })
})

here('a folder of a server', () => {
  let home: string
  const inHome = (name: string) => path.join(home, name)

  beforeEach(async () => {
    home = await homes.open(notes)
  })

  it('is measured without targets of links, and counts a file with two names once', async () => {
    const before = await measureFolder(home)
    await symlink(outside, inHome('folder'))
    await symlink('/usr', inHome('system'))
    await symlink('.', inHome('itself'))
    expect((await measureFolder(home)) - before).toBeLessThan(20_000)
    await writeFile(inHome('one'), 'x'.repeat(1_000_000))
    await link(inHome('one'), inHome('other'))
    const after = (await measureFolder(home)) - before
    expect(after).toBeGreaterThanOrEqual(1_000_000)
    expect(after).toBeLessThan(1_100_000)
  })

  it('is measured by its disk usage: holes in files count nothing, and many small files count much', async () => {
    const before = await measureFolder(home)
    await writeFile(inHome('hole'), '')
    await truncate(inHome('hole'), 1_000_000_000)
    expect((await measureFolder(home)) - before).toBeLessThan(20_000)
    await Promise.all(Array.from({ length: 300 }, (_one, index) => writeFile(inHome(`small-${index}`), '')))
    expect((await measureFolder(home)) - before).toBeGreaterThan(300 * 4_000)
  })

  it('is measured completely: behind closed folders, and deeply nested ones', async () => {
    await mkdir(inHome('closed/inner'), { recursive: true })
    await writeFile(inHome('closed/inner/file'), 'x'.repeat(1_000_000))
    await chmod(inHome('closed/inner'), 0)
    await chmod(inHome('closed'), 0)
    expect(await measureFolder(home)).toBeGreaterThan(1_000_000)
    deepen(home, 110, 'd')
    expect(await measureFolder(home)).toBe(Infinity)
  })

  it("isn't measured further once it is over the limit", async () => {
    await writeFile(inHome('large'), 'x'.repeat(1_000_000))
    deepen(home, 110, 'd')
    expect(await measureFolder(home, 1_000)).toBeLessThan(Infinity)
  })

  it('is removed completely, no matter how deep and closed, without touching targets of its links', async () => {
    await symlink(outside, inHome('folder'))
    await symlink(path.join(outside, 'diary.txt'), inHome('file'))
    await link(path.join(outside, 'diary.txt'), inHome('hard'))
    await mkdir(inHome('closed/inner'), { recursive: true })
    await symlink(outside, inHome('closed/inner/folder'))
    await writeFile(inHome('closed/inner/file'), '')
    await chmod(inHome('closed/inner'), 0o500)
    await chmod(inHome('closed'), 0)
    // Longer than any path may be.
    deepen(home, 30, 'd'.repeat(200))
    await removeFolder(home)
    expect(existsSync(home)).toBe(false)
    expect(await readFile(path.join(outside, 'diary.txt'), 'utf8')).toBe('dear diary')
  })

  it("isn't removed if it is a link itself", async () => {
    await symlink(outside, inHome('link'))
    await expect(removeFolder(inHome('link'))).rejects.toThrow()
    expect(await readdir(outside)).toEqual(['diary.txt'])
    await removeFolder(inHome('missing'))
  })

  it('gets mount points that no link can redirect', async () => {
    await symlink(outside, inHome('projects'))
    await symlink(path.join(outside, 'made'), inHome('file'))
    makeFolder(home, ['projects', 'app', 'deep'])
    makeFile(home, ['file'])
    makeFile(home, ['projects', 'app', 'page.md'])
    makeLink(home, ['projects', 'program'], '/usr/bin/node')
    makeLink(home, ['projects', 'program'], '/usr/bin/node')
    expect(await readdir(outside)).toEqual(['diary.txt'])
    expect((await readdir(inHome('projects'))).toSorted()).toEqual(['app', 'program'])
    expect((await stat(inHome('file'))).isFile()).toBe(true)
  })

  it('keeps an existing file, and reports a full folder that is in the way', async () => {
    await writeFile(inHome('page.md'), 'a page')
    makeFile(home, ['page.md'])
    expect(await readFile(inHome('page.md'), 'utf8')).toBe('a page')
    await mkdir(inHome('full/inner'), { recursive: true })
    expect(() => makeFile(home, ['full'])).toThrow()
  })
})

/** Without a path that would be too long for the system: each level is created around the last one. */
function deepen(top: string, levels: number, name: string): void {
  const around = path.join(top, 'around')
  const inner = path.join(top, name)
  mkdirSync(inner)
  for (let level = 1; level < levels; level += 1) {
    mkdirSync(around)
    renameSync(inner, path.join(around, name))
    renameSync(around, inner)
  }
}
