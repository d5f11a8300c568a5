import { describe, expect, it } from 'vitest'
import type { GrantCondition } from '../../contract/grants'
import { nameAlike, namesIn, namesLeftFree, nameLimits, findUnknownName } from './argument-names'

describe('argument names', () => {
  it('lists each name by its place, names in list items once', () => {
    const args = { to: [{ name: 'a' }, { name: 'b', note: 'c' }], 'a/b': { '~': 1, '*': [1] } }
    expect(namesIn(args)).toEqual(['/a~1b', '/a~1b/~0', '/a~1b/~2', '/to', '/to/*/name', '/to/*/note'])
    expect(namesIn({})).toEqual([])
  })

  it('reports only the innermost names that no limit covers', () => {
    const args = { path: '/a', head: 1, options: { deep: true, to: { host: 'x' } }, list: [{ name: 'a' }] }
    const limit = (pointer: string): GrantCondition => ({ type: 'one-of', pointer, values: ['x'] })
    expect(namesLeftFree(args, [limit('/path')])).toEqual([
      ...['/head', '/list/*/name', '/options/deep', '/options/to/host']
    ])
    expect(namesLeftFree(args, [limit('/path'), limit('/options'), limit('/head')])).toEqual(['/list/*/name'])
    expect(namesLeftFree(args, [{ type: 'at-most', calls: 3 }])).toContain('/path')
    expect(namesLeftFree({}, [])).toEqual([])
  })

  it.each([
    [{ path: '/a' }, null],
    [{}, null],
    [{ path: '/a', mode: 'w' }, '/mode'],
    [{ path: { mode: 'w' } }, '/path/mode'],
    [{ path: [{ mode: 'w' }] }, '/path/*/mode']
  ])('finds the names that are new since the permission: %j', (args, strange) => {
    expect(findUnknownName(args, ['/path'])).toBe(strange)
  })

  it('rejects a known name beside one that a server may read as the same', () => {
    expect(findUnknownName({ path: '/a', Path: '/b' }, ['/path', '/Path'])).toBe('/Path')
  })

  it.each([
    [{ file_path: 1, filePath: 2 }, '/filePath'],
    [{ 'file-path': 1, FILEPATH: 2 }, '/FILEPATH'],
    [{ a: { path: 1, pаth: 2 } }, '/a/pаth'],
    [{ list: [{ a: 1 }, { b: 1, B: 2 }] }, '/list/*/B'],
    [{ _: 1, __: 2 }, null],
    [{ path: 1, paths: 2 }, null],
    [{ list: [{ a: 1 }, { a: 2 }], a: 3 }, null]
  ])('treats names as alike where servers fold them into one: %j', (args, alike) => {
    expect(nameAlike(args)).toBe(alike)
  })

  it('falls back to the names in the limits for permissions saved without a list of names', () => {
    expect(
      nameLimits([
        { type: 'path-below', pointer: '/files/path', folder: '/home' },
        { type: 'one-of', pointer: '/mode', values: ['r'] },
        { type: 'at-most', calls: 3 }
      ])
    ).toEqual(['/files', '/files/path', '/mode'])
  })
})
