/** Folders on the real disk, with links that lead out of them. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GrantCondition } from '../../contract/grants'
import { brokenCondition } from './conditions'
import { createFindRealPath, findRealPath, isRealPathBelow, resolveRealFolders } from './real-path'
import type { Disk, FindRealPath } from './real-path'
import { suggestConditions } from './suggest-conditions'

let root = ''
const at = (place: string) => path.join(root, place)

beforeAll(() => {
  root = realpathSync.native(mkdtempSync(path.join(tmpdir(), 'parley-places-')))
  mkdirSync(at('notes/deep'), { recursive: true })
  mkdirSync(at('secrets/inner'), { recursive: true })
  writeFileSync(at('notes/a.md'), '')
  writeFileSync(at('secrets/key'), '')
  symlinkSync(at('secrets'), at('notes/out'))
  symlinkSync(at('secrets/inner'), at('notes/inner'))
  symlinkSync(at('secrets/key'), at('notes/key'))
  symlinkSync(at('secrets/not-yet'), at('notes/dangling'))
  symlinkSync(at('notes/round'), at('notes/round'))
  symlinkSync(at('notes/deep'), at('notes/same'))
  symlinkSync(at('notes'), at('alias'))
})
afterAll(() => rmSync(root, { recursive: true }))

const keeps = (place: string, folder = 'notes') => {
  const condition: GrantCondition = { type: 'path-below', pointer: '/path', folder: at(folder) }
  const facts = { arguments: { path: place }, now: 0, usesLeft: null, findRealPath }
  return brokenCondition([condition], facts) === null
}

describe.skipIf(process.platform === 'win32')('a folder on this computer', () => {
  it('contains the files in it and files to be created there', () => {
    for (const place of ['notes', 'notes/a.md', 'notes/new.md', 'notes/new/deep/a.md', 'notes/same/a.md'])
      expect(keeps(at(place))).toBe(true)
    expect(keeps(`file://${at('notes/a.md')}`)).toBe(true)
  })

  it('SEC-11-6 is not replaced by another folder, and may be created later where it was named', () => {
    const condition: GrantCondition = { type: 'path-below', pointer: '/path', folder: at('to-come') }
    const folderPlaces = resolveRealFolders([at('to-come')], findRealPath)
    const facts = { arguments: { path: at('to-come/key') }, now: 0, usesLeft: null, findRealPath }
    const isKept = () => brokenCondition([condition], { ...facts, folderPlaces }) === null
    expect(isKept()).toBe(true)
    mkdirSync(at('to-come'))
    expect(isKept()).toBe(true)
    rmSync(at('to-come'), { recursive: true })
    symlinkSync(at('secrets'), at('to-come'))
    expect(isKept()).toBe(false)
    // Without a stored location, as in older permissions, the link is followed.
    expect(brokenCondition([condition], facts)).toBeNull()
    rmSync(at('to-come'))
  })

  it('SEC-11-6 does not allow leaving through a link', () => {
    for (const place of ['out', 'out/key', 'out/new', 'out/new/deep', 'key', 'inner/x'])
      expect(keeps(at(`notes/${place}`))).toBe(false)
    expect(keeps(`file://${at('notes/out/key')}`)).toBe(false)
  })

  it('does not allow leaving through a link to a missing file, a link to itself, or below a file', () => {
    for (const place of ['dangling', 'dangling/x', 'round', 'round/x', 'a.md/x'])
      expect(keeps(at(`notes/${place}`))).toBe(false)
  })

  it('does not allow leaving by two dots after a link, which systems and servers resolve in a different order', () => {
    expect(keeps(`${at('notes')}/inner/../key`)).toBe(false)
    expect(keeps(`${at('notes')}/inner/../a.md`)).toBe(false)
    expect(keeps(`${at('notes')}/deep/../a.md`)).toBe(true)
    expect(keeps(`${at('notes')}/new/../a.md`)).toBe(true)
  })

  it('may be a link itself: its target is what counts', () => {
    expect(keeps(at('alias/a.md'), 'alias')).toBe(true)
    expect(keeps(at('alias/out/key'), 'alias')).toBe(false)
  })

  it('is compared as written when it does not exist on this computer', () => {
    expect(keeps('/nowhere/on/this/disk/a', '../../../../nowhere/on/this/disk')).toBe(true)
    const elsewhere: FindRealPath = () => ({ type: 'elsewhere' })
    expect(isRealPathBelow('C:\\a\\b', 'C:\\a', { find: elsewhere })).toBe(true)
  })

  it('is not suggested as a limit for a file that is a link out of it', () => {
    expect(suggestConditions({ path: at('notes/key') }, findRealPath)).toEqual([])
    expect(suggestConditions({ path: at('notes/a.md') }, findRealPath)).toEqual([
      { type: 'path-below', pointer: '/path', folder: at('notes') }
    ])
  })

  it('is suggested as the limit when a call names it, instead of its parent folder', () => {
    const limit = (place: string) => suggestConditions({ path: at(place) }, findRealPath)
    expect(limit('notes')).toEqual([{ type: 'path-below', pointer: '/path', folder: at('notes') }])
    expect(limit('notes/')).toEqual([{ type: 'path-below', pointer: '/path', folder: at('notes') }])
    expect(limit('notes/not-there-yet')).toEqual([
      { type: 'path-below', pointer: '/path', folder: at('notes') }
    ])
    expect(
      suggestConditions({ path: '/' }, findRealPath).filter(({ type }) => type === 'path-below')
    ).toEqual([])
  })
})

describe('an unknown location', () => {
  it('asks, for the path and for the folder', () => {
    const unknownAt =
      (place: string): FindRealPath =>
      (asked) =>
        asked === place ? { type: 'unknown' } : { type: 'there', path: asked }
    expect(isRealPathBelow('/a/b', '/a', { find: unknownAt('/a') })).toBe(false)
    expect(isRealPathBelow('/a/b', '/a', { find: unknownAt('/a/b') })).toBe(false)
    expect(isRealPathBelow('/a/b', '/a', { find: unknownAt('/c') })).toBe(true)
  })
})

/** A computer that records lookups. `links`: their targets. Everything else exists. */
function computer(platform: NodeJS.Platform, links: Record<string, string> = {}) {
  const touched: string[] = []
  const disk: Disk = {
    platform,
    home: () => (platform === 'win32' ? String.raw`C:\Users\me` : '/home/me'),
    lstat: (place) => {
      touched.push(place)
      return { isSymbolicLink: () => place in links }
    },
    readlink: (place) => links[place] ?? '',
    realpath: (place) => {
      touched.push(place)
      return place
    }
  }
  return { find: createFindRealPath(disk), touched }
}

describe('a path on another computer', () => {
  it.each([
    String.raw`\\host\share\a`,
    '//host/share/a',
    String.raw`/\host\share`,
    String.raw`\\?\UNC\host\share`,
    String.raw`\??\UNC\host\share`,
    'file://host/share',
    String.raw`~\..\..\..`,
    String.raw`C:a`
  ])('never makes Windows contact it: %j', (place) => {
    const { find, touched } = computer('win32')
    find(place)
    suggestConditions({ path: place, paths: [place, `${place}/b`] }, find)
    expect(touched.filter((each) => !each.startsWith('C:\\'))).toEqual([])
  })

  it('is not contacted through a link either', () => {
    const share = String.raw`\\host\share`
    const windows = computer('win32', { [String.raw`C:\a\out`]: String.raw`C:\b`, [String.raw`C:\b`]: share })
    expect(windows.find(String.raw`C:\a\out\key`)).toEqual({ type: 'unknown' })
    const linux = computer('linux', { '/a/out': '../net/host', '/a/root': '/' })
    expect(linux.find('/a/out/key')).toEqual({ type: 'unknown' })
    expect(linux.find('/a/root/net/host/key')).toEqual({ type: 'unknown' })
    expect(linux.find('/net/host/key')).toEqual({ type: 'elsewhere' })
    for (const place of [...windows.touched, ...linux.touched]) expect(place).not.toMatch(/host|net/)
  })

  it('does not affect paths on this computer', () => {
    const { find } = computer('win32', { [String.raw`C:\a\in`]: String.raw`D:\b` })
    expect(find(String.raw`C:\a/in/..\c`)).toEqual({ type: 'there', path: String.raw`D:\c` })
  })
})
