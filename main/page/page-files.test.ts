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
  ])('%s is %s', (pathname, name) => {
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
  ])('%s is none', (pathname) => {
    expect(findPageFile(folder, pathname)).toBeNull()
  })

  test('a sibling whose name begins alike is outside', () => {
    expect(findPageFile(folder, '/../renderer-other/x.js')).toBeNull()
  })

  test('types that the page needs, and one that nothing runs for the rest', () => {
    expect(findContentType('/x/a.js')).toBe('text/javascript; charset=utf-8')
    expect(findContentType('/x/a.exe')).toBe('application/octet-stream')
  })
})

describe('the content policy', () => {
  test('lets nothing in from a network and no script out of text', () => {
    expect(contentPolicy).toContain("default-src 'none'")
    expect(contentPolicy).toContain("require-trusted-types-for 'script'")
    expect(contentPolicy).toMatch(/trusted-types parley-pdf-worker(?:;|$)/)
    expect(contentPolicy).not.toMatch(/unsafe|https?:|wss?:|\*/)
  })

  test('of development reaches the dev server and nobody else', () => {
    expect(developmentPolicy('http://127.0.0.1:5173')).toContain(
      "connect-src 'self' http://127.0.0.1:5173 ws://127.0.0.1:5173"
    )
  })
})
