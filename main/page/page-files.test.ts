import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { contentPolicy, developmentPolicy } from './content-policy'
import { findContentType, findPageFile } from './page-files'

const folder = path.resolve('/app/out/renderer')

describe('files of the page', () => {
  test.each([
    ['/', 'index.html'],
    ['/index.html', 'index.html'],
    ['/assets/a%20b.js', 'assets/a b.js'],
    ['/a/../b.js', 'b.js']
  ])('maps %s to %s', (pathname, name) => {
    expect(findPageFile(folder, pathname)).toBe(path.join(folder, name))
  })

  test.each([
    '/..',
    '/../main/index.js',
    '/%2e%2e/main/index.js',
    '/..%2fmain',
    '/a/../../x',
    '/%00',
    '/x%00.js',
    '/%',
    '/%e0%a4%a',
    ''
  ])('maps %s to no file', (pathname) => {
    expect(findPageFile(folder, pathname)).toBeNull()
  })

  test('excludes a sibling folder whose name begins the same', () => {
    expect(findPageFile(folder, '/../renderer-other/x.js')).toBeNull()
  })

  test('has the types that the page needs, and a type that never runs for the rest', () => {
    expect(findContentType('/x/a.js')).toBe('text/javascript; charset=utf-8')
    expect(findContentType('/x/a.exe')).toBe('application/octet-stream')
  })
})

describe('the content policy', () => {
  test('allows no network and no script from text', () => {
    expect(contentPolicy).toContain("default-src 'none'")
    expect(contentPolicy).toContain("require-trusted-types-for 'script'")
    expect(contentPolicy).toMatch(/trusted-types parley-pdf-worker(?:;|$)/)
    expect(contentPolicy).not.toMatch(/unsafe|https?:|wss?:|\*/)
  })

  test('allows only the dev server in development', () => {
    expect(developmentPolicy('http://127.0.0.1:5173')).toContain(
      "connect-src 'self' http://127.0.0.1:5173 ws://127.0.0.1:5173"
    )
  })
})
