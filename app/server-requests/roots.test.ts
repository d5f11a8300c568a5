import fs from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OfferedRoot } from '../contract/requests'
import { createRoots } from './roots'
import type { Roots } from './roots'
import { toEnglish } from '../texts/render-localized'
import { soon } from '../testing/soon'

let folder: string
let published: (readonly OfferedRoot[])[]
let told: string[]
let dropped: string[][]
let roots: Roots
let newsCount: number

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-roots-'))
  published = []
  told = []
  dropped = []
  newsCount = 0
  roots = createRoots({
    publish: (list) => published.push(list),
    tell: (text) => told.push(toEnglish(text)),
    dropped: (paths) => dropped.push(paths),
    lookEveryMs: 20
  })
  roots.onNews(() => (newsCount += 1))
})

afterEach(async () => {
  roots.dispose()
  await rm(folder, { recursive: true, force: true })
})

/** An administrator could read everything. */
function asOrdinaryUser(work: () => void): void {
  const isAdministrator = process.geteuid?.() === 0
  if (isAdministrator) process.seteuid?.(65_534)
  try {
    work()
  } finally {
    if (isAdministrator) process.seteuid?.(0)
  }
}

const inside = (...parts: string[]) => path.join(folder, ...parts)
const uris = () => published.at(-1)?.map(({ uri }) => uri)

describe('a folder on another computer', () => {
  it('never makes the system contact it, from any source', () => {
    const place = process.platform === 'win32' ? String.raw`\\host\share` : '/net/host/share'
    const looks = (['opendirSync', 'lstatSync', 'realpathSync', 'watchFile'] as const).map((name) =>
      vi.spyOn(fs, name)
    )
    syncBuiltinESMExports()
    try {
      roots.apply([place])
      roots.join('c', [place])
      roots.drop([place])
      expect(roots.news()).toEqual([{ path: place, isThere: false, leadsTo: null }])
    } finally {
      const paths = looks.flatMap(({ mock }) => mock.calls.map(([first]) => String(first)))
      vi.restoreAllMocks()
      syncBuiltinESMExports()
      expect(paths).not.toContain(place)
    }
    expect(uris()).toEqual([])
    expect(dropped).toEqual([])
  })
})

describe('roots for servers', () => {
  it('ROOT-03 ROOT-02: offers file URIs with a name, for any characters in the path', async () => {
    await mkdir(inside('a b#ä'))
    roots.apply([inside('a b#ä')])
    const [root] = published.at(-1) ?? []
    expect(root).toEqual({ uri: expect.stringMatching(/^file:\/\/\/.*\/a%20b%23%C3%A4$/), name: 'a b#ä' })
  })

  it('ROOT-06 SEC-04: offers only folders that the user added, and none at first', async () => {
    await mkdir(inside('one'))
    await mkdir(inside('two'))
    roots.apply([])
    expect(published).toEqual([[]])
    roots.apply([inside('one')])
    expect(uris()).toEqual([expect.stringMatching(/\/one$/)])
  })

  it('ROOT-07: normalizes paths, so that none leads to a different place than it shows', async () => {
    await mkdir(inside('one'))
    roots.apply([`${folder}/none/../one`, `${folder}//one/`, inside('one')])
    expect(uris()).toEqual([expect.stringMatching(/\/one$/)])
    expect(uris()?.join()).not.toContain('..')
  })

  it('ROOT-04 ROOT-14: announces the list after every change, and only then', async () => {
    await mkdir(inside('one'))
    await mkdir(inside('two'))
    roots.apply([inside('one')])
    roots.apply([inside('one')])
    roots.apply([inside('one'), inside('two')])
    roots.apply([inside('two')])
    expect(published.map((list) => list.map(({ name }) => name))).toEqual([['one'], ['one', 'two'], ['two']])
  })

  it('ROOT-08: removes a missing folder from the list, adds it when it is back, and notifies the user', async () => {
    await mkdir(inside('one'))
    await writeFile(inside('file'), '')
    roots.apply([inside('one'), inside('file'), inside('later')])
    expect(uris()).toHaveLength(1)
    expect(told).toHaveLength(2)
    await rm(inside('one'), { recursive: true })
    await vi.waitFor(() => expect(uris()).toEqual([]), soon)
    expect(told.at(-1)).toMatch(/one is missing or can't be read/)
    await mkdir(inside('later'))
    await vi.waitFor(() => expect(uris()).toEqual([expect.stringMatching(/\/later$/)]), soon)
    expect(told.at(-1)).toMatch(/later is available again/)
  })

  it('ROOT-08 ROOT-09: offers no unreadable folder, and notifies the user', async () => {
    await chmod(folder, 0o755)
    await mkdir(inside('open'))
    await mkdir(inside('closed'))
    await chmod(inside('closed'), 0o000)
    asOrdinaryUser(() => roots.apply([inside('open'), inside('closed')]))
    expect(uris()).toEqual([expect.stringMatching(/\/open$/)])
    expect(told).toEqual([expect.stringMatching(/closed is missing or can't be read/)])
    expect(roots.news()).toEqual([{ path: inside('closed'), isThere: false, leadsTo: null }])
    await chmod(inside('closed'), 0o755)
  })

  it('ROOT-02 ROOT-12: uses the name and the servers that the user chose', async () => {
    await mkdir(inside('one'))
    const uri = pathToFileURL(inside('one')).href
    roots.apply([{ path: inside('one'), name: 'Garden', servers: ['notes'] }])
    expect(published.at(-1)).toEqual([{ uri, name: 'Garden', servers: ['notes'] }])
    roots.apply([{ path: inside('one'), servers: [] }])
    expect(published.at(-1)).toEqual([{ uri, name: 'one', servers: [] }])
    // Added twice: both choices apply.
    roots.apply([
      { path: inside('one'), servers: ['notes'] },
      { path: inside('one', '.'), name: 'Garden', servers: ['weather', 'notes'] }
    ])
    expect(published.at(-1)).toEqual([{ uri, name: 'Garden', servers: ['notes', 'weather'] }])
    roots.apply([{ path: inside('one'), servers: ['notes'] }, inside('one')])
    expect(published.at(-1)).toEqual([{ uri, name: 'one' }])
  })

  it('ROOT-04 ROOT-06: includes the folders of a conversation only while a turn is running in it', async () => {
    for (const name of ['one', 'two', 'three']) await mkdir(inside(name))
    const names = () => published.at(-1)?.map(({ name }) => name)
    roots.apply([inside('one'), { path: inside('two'), servers: ['notes'] }])
    roots.join('a', [inside('two'), inside('three')])
    expect(published.at(-1)).toEqual([
      { uri: pathToFileURL(inside('one')).href, name: 'one' },
      { uri: pathToFileURL(inside('two')).href, name: 'two' },
      { uri: pathToFileURL(inside('three')).href, name: 'three' }
    ])
    roots.join('b', [inside('three')])
    roots.join('a', [])
    expect(names()).toEqual(['one', 'two', 'three'])
    expect(published.at(-1)?.[1]).toMatchObject({ servers: ['notes'] })
    roots.join('b', [])
    expect(names()).toEqual(['one', 'two'])
    const count = published.length
    roots.join('c', [])
    expect(published).toHaveLength(count)
  })

  it('ROOT-02 ROOT-12: keeps own names and servers for the folders of a conversation', async () => {
    await mkdir(inside('plans'))
    roots.join('a', [{ path: inside('plans'), name: 'Garden', servers: ['notes'] }])
    expect(published.at(-1)).toEqual([
      { uri: pathToFileURL(inside('plans')).href, name: 'Garden', servers: ['notes'] }
    ])
  })

  it('ROOT-07 ROOT-08 ROOT-10: marks folders that are missing or link to another place', async () => {
    await mkdir(inside('real'))
    await symlink(inside('real'), inside('link'))
    const gone = `${inside('gone')}/`
    roots.apply([inside('real'), inside('link'), { path: gone, name: 'Gone' }])
    expect(roots.news()).toEqual([
      { path: inside('link'), isThere: true, leadsTo: inside('real') },
      { path: gone, isThere: false, leadsTo: null }
    ])
    await mkdir(inside('gone'))
    await vi.waitFor(() => expect(newsCount).toBe(1), soon)
    expect(roots.news()).toHaveLength(1)
    await rm(inside('real'), { recursive: true })
    await vi.waitFor(() => expect(roots.news().map(({ isThere }) => isThere)).toEqual([false, false]), soon)
    expect(uris()).toEqual([pathToFileURL(inside('gone')).href])
  })

  it('ROOT-06 ROOT-09 ROOT-11: only shows dropped folders to the user, and ignores files and missing paths', async () => {
    await mkdir(inside('one'))
    await writeFile(inside('file'), '')
    roots.drop([inside('file'), inside('gone'), 'relative', ''])
    expect(dropped).toEqual([])
    roots.drop([inside('file'), `${inside('one')}/`, inside('none', '..', 'one')])
    expect(dropped).toEqual([[inside('one')]])
    expect(published).toEqual([])
  })
})
