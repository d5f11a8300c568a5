import { describe, expect, it, test } from 'vitest'
import { describeCondition } from '../../texts/condition-texts'
import type { GrantCondition } from '../../contract/grants'
import type { JsonObject } from '../../contract/json'
import { brokenCondition, valueAt } from './conditions'
import { readAddress } from './host-rules'
import { findCommonFolder, isAtOrBelow } from './path-rules'
import { suggestConditions } from './suggest-conditions'
import { toEnglish } from '../../texts/render-localized'

describe('a path inside a folder', () => {
  test.each([
    ['/home/ada/a.md', '/home/ada'],
    ['/home/ada', '/home/ada'],
    ['/home/ada/', '/home/ada'],
    ['/home/ada/x/../a.md', '/home/ada'],
    ['//home//ada/./a.md', '/home/ada/'],
    ['/home/ada/with spaces/ü.md', '/home/ada'],
    ['/home/ada/u\u0308.md', '/home/ada/u\u0308.md'],
    ['~/notes/a.md', '~/notes'],
    ['src/a.ts', 'src'],
    ['./src/x/../a.ts', 'src'],
    ['file:///home/ada/a%20b.md', '/home/ada'],
    ['FILE:///home/ada/a.md', '/home/ada'],
    ['file:///C:/Users/Ada/a.md', 'C:\\Users\\Ada'],
    ['~', '~'],
    ['~/a.md', '~'],
    ['/home/ada/.notes/...', '/home/ada'],
    ['/home/ada/100%/a', '/home/ada'],
    ['/home/ada/a$.b', '/home/ada'],
    ['/home/ada/a:b', '/home/ada'],
    ['file:///home/ada/c:b', '/home/ada'],
    ['/a', '/'],
    ['C:\\', 'c:/'],
    ['C:\\Users\\Ada\\contents\\a.md', 'C:\\Users\\Ada'],
    ['C:\\Users\\Ada\\.notes\\com10.x', 'C:\\Users\\Ada'],
    ['C:\\Users\\Ada\\a.md', 'c:/users/ada'],
    ['c:/Users/Ada/x/../a.md', 'C:\\Users\\ADA'],
    ['\\\\host\\share\\a\\b', '\\\\HOST\\share\\a']
  ])('accepts %s at or below %s', (path, folder) => {
    expect(isAtOrBelow(path, folder)).toBe(true)
  })

  test.each([
    ['/home/ada2/a.md', '/home/ada'],
    ['/home/ada/%TEMP%/a', '/home/ada'],
    ['/home/ada/%x%/a', '/home/ada'],
    ['/home/ada/../bob/a.md', '/home/ada'],
    ['/home/Ada/a.md', '/home/ada'],
    ['/../home/ada/a.md', '/home/ada'],
    ['home/ada/a.md', '/home/ada'],
    ['../a.md', 'src'],
    ['src/../../a.md', 'src'],
    ['~root/a.md', '~'],
    // Another user's home folder. The dots after it leave that folder, not the folder that the server works in.
    ['~root/../src/a.md', 'src'],
    ['file:///home/ada/a?file:///b', '/home/ada'],
    ['file:///home/ada/a#file:///b', '/home/ada'],
    ['file:///home/ada/a?b', '/home/ada'],
    ['file:///home/ada/a#b', '/home/ada'],
    ['file:/home/ada/a', '/home/ada'],
    ['file:///home/ada/%zz', '/home/ada'],
    ['file:///home/ada/%252e%252e/bob', '/home/ada'],
    ['file:///home/ada%5cb', '/home/ada'],
    ['/home/ada/ a/b', '/home/ada'],
    ['/home/ada/a /b', '/home/ada'],
    ['//home/ada/a', 'home/ada'],
    ['C:\\Users\\Ada\\a.md.', 'C:\\Users\\Ada'],
    ['C:\\Users\\Ada\\COM1', 'C:\\Users\\Ada'],
    ['\\\\.\\C:\\Users\\Ada\\a', 'C:\\Users\\Ada'],
    ['\\\\?\\share\\a\\b', '\\\\?\\share\\a'],
    ['\\\\host\\share\\b', '\\\\host\\share\\a'],
    ['\\\\host\\other\\a\\b', '\\\\host\\share\\a'],
    ['/home/ada/~/../../x', '/home/ada'],
    ['/home/ada/\u0000/a.md', '/home/ada'],
    ['/home/ada/..\\..\\etc', '/home/ada'],
    ['/home/ada/%2e%2e/etc', '/home/ada'],
    ['/home/ada/%2E%2E%2Fetc', '/home/ada'],
    ['/home/ada/$HOME/x', '/home/ada'],
    ['/home/ada/$(id)', '/home/ada'],
    ['/home/ada/`id`', '/home/ada'],
    ['/home/ada/．．/x', '/home/ada'],
    ['/home/ada/a／..／b', '/home/ada'],
    ['/home/ada/\u202e/x', '/home/ada'],
    ['/home/ada/.\u200b./x', '/home/ada'],
    ['file:///home/ada/../bob', '/home/ada'],
    ['file:///home/ada/%2e%2e/bob', '/home/ada'],
    ['file:///home/ada%2f..%2fbob', '/home/ada'],
    ['file://host/home/ada/x', '/home/ada'],
    ['file:home/ada/x', '/home/ada'],
    ['file:///home/ada\u0000/x', '/home/ada'],
    ['C:\\Users\\Ada\\..\\Bob', 'C:\\Users\\Ada'],
    ['C:\\Users\\Ada\\a.md:stream', 'C:\\Users\\Ada'],
    ['C:\\Users\\Ada\\.. \\Bob', 'C:\\Users\\Ada'],
    ['C:\\Users\\Ada\\PROGRA~1', 'C:\\Users\\Ada'],
    ['D:\\Users\\Ada\\a.md', 'C:\\Users\\Ada'],
    ['\\\\?\\C:\\Users\\Ada\\a', 'C:\\Users\\Ada'],
    ['\\\\other\\share\\a', '\\\\host\\share\\a'],
    ['C:\\Users\\Ada\\nul.txt', 'C:\\Users\\Ada'],
    ['C:\\Users\\Ada\\a.md', 'C:\\Users\\\u00c4da'],
    ['', '/home/ada']
  ])('rejects %s as outside %s', (path, folder) => {
    expect(isAtOrBelow(path, folder)).toBe(false)
  })

  /** Each of these looked like a path inside the folder but was read differently by some program. */
  test.each([
    ['braces', '/home/ada/{..,a}/x'],
    ['a star', '/home/ada/*/../../x'],
    ['a question mark', '/home/ada/a?'],
    ['a range', '/home/ada/[a-z]'],
    ['a command separator', '/home/ada/a;cat'],
    ['a pipe', '/home/ada/a|b'],
    ['a second command', '/home/ada/a&b'],
    ['an output redirection', '/home/ada/a>b'],
    ['quotes', '/home/ada/"a"'],
    ['single quotes', "/home/ada/'a'"],
    ['a line break', '/home/ada/a\nb'],
    ['a Unicode line separator', '/home/ada/a\u2028b'],
    ['a Unicode paragraph separator', '/home/ada/a\u2029b'],
    ['a list with colons', '/home/ada/a:/etc/passwd'],
    ['a list with commas', '/home/ada/a, /etc/passwd'],
    ['a space at the end', '/home/ada/a ']
  ])('SEC-11-6 rejects %s because it can be read in two ways: %j', (_what, path) => {
    expect(isAtOrBelow(path, '/home/ada')).toBe(false)
    expect(suggestConditions({ path }).filter(({ type }) => type === 'path-below')).toEqual([])
  })

  test.each([
    ['-rf/a', '-rf'],
    [' /etc/passwd', ' '],
    ['https://a@b/c', 'https:'],
    ['c:a/b', 'c:a']
  ])('rejects %j as a path below %j', (path, folder) => {
    expect(isAtOrBelow(path, folder)).toBe(false)
  })

  it("SEC-11-6 treats the other Unicode form of a folder's name as a different folder", () => {
    expect(isAtOrBelow('/home/u\u0308/a', '/home/\u00fc')).toBe(false)
    expect(isAtOrBelow('/home/\u00fc/a', '/home/u\u0308')).toBe(false)
    expect(isAtOrBelow('C:\\u\u0308\\a', 'C:\\\u00fc')).toBe(false)
    expect(isAtOrBelow('C:\\\u212a\\a', 'C:\\k')).toBe(false)
  })

  test.each([
    ['/home/ada/a.md', '/home/ada'],
    ['C:\\Users\\Ada\\a.md', 'c:\\users\\ada'],
    ['~/notes/a.md', '~/notes'],
    ['src/lib/a.ts', 'src/lib'],
    ['/a.md', null],
    ['a.md', null]
  ])('finds the folder of %s: %s', (path, folder) => {
    expect(findCommonFolder(path)).toBe(folder)
    if (folder !== null) expect(isAtOrBelow(path, folder)).toBe(true)
  })
})

describe('finding the common folder of several paths', () => {
  test.each([
    [['/a/b/x', '/a/b/y'], '/a/b'],
    [['/a/b/x', '/a/b/c/d/y'], '/a/b'],
    [['/a/b/c/d/y', '/a/b/x'], '/a/b'],
    [['/a/b/x', '/a/c/x', '/a/b/y'], '/a'],
    [['/a/b/x', '/c/b/x'], null],
    [['/a/b', '~/a/b'], null],
    [['/a/b', 'a/b'], null],
    [['/a/b', '/a/*'], null],
    [['/a/*', '/a/b'], null],
    [['C:\\a\\x', 'c:/A/y'], 'c:\\a'],
    [['\\\\host\\share\\a\\x', '//host/share/a/y'], null],
    [['\\\\host\\share\\a\\x', '\\\\HOST\\share\\a\\y'], '\\\\host\\share\\a'],
    [['~/a/x', '~/a/y'], '~/a'],
    [[], null]
  ])('finds it for %j: %s', (paths, folder) => {
    expect(findCommonFolder(...paths)).toBe(folder)
  })
})

describe('reading the scheme and host of an address', () => {
  test.each([
    ['https://example.com/a?b#c', 'https', 'example.com'],
    ['HTTPS://EXAMPLE.com', 'https', 'example.com'],
    ['https://example.com:443/', 'https', 'example.com'],
    ['wss://example.com:443/', 'wss', 'example.com'],
    ['http://example.com:80/', 'http', 'example.com'],
    ['ws://example.com:80/', 'ws', 'example.com'],
    ['http://example.com:8080/', 'http', 'example.com:8080'],
    ['https://b\u00fccher.example/', 'https', 'xn--bcher-kva.example'],
    ['https://xn--bcher-kva.example/', 'https', 'xn--bcher-kva.example'],
    ['http://127.0.0.1:3000/x', 'http', '127.0.0.1:3000'],
    ['http://[::1]:3000/x', 'http', '[::1]:3000'],
    ['wss://example.com/socket', 'wss', 'example.com'],
    ['ws://example.com/socket', 'ws', 'example.com']
  ])('reads %s: %s, %s', (address, scheme, host) => {
    expect(readAddress(address)).toEqual({ scheme, host })
  })

  test.each([
    'https://example.com./x',
    'https://example.com.:443/x',
    'https://bu\u0308cher.example/',
    'https://stra\u00dfe.example/',
    'https://\u03b2\u03cc\u03bb\u03bf\u03c2.example/',
    'https://{example.com,evil.test}/',
    'https://*.example.com/',
    'https://example.com/ https://evil.test/',
    'https://example.com/{..}/x',
    'https://example.com/|x',
    'https://example.com@evil.test/',
    'https://user:pass@example.com/',
    'https://example.com\\@evil.test/',
    'https://example.com\t.evil.test/',
    'https://exam\nple.com/',
    'https://example.com\u200b/',
    'https:example.com',
    'https:///example.com/',
    '//example.com/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://127.1/',
    'http://\uff11\uff12\uff17.0.0.1/',
    'https://\uff45xample.com/',
    'https://example\u3002com/',
    'https://exam%70le.com/',
    'ftp://example.com/',
    'javascript://example.com/%0aalert(1)',
    'example.com',
    ''
  ])('SEC-11-6 rejects %j, where programs disagree', (address) => {
    expect(readAddress(address)).toBeNull()
  })
})

describe('a limit of a permission', () => {
  const facts = (args: JsonObject) => ({ arguments: args, now: 0, usesLeft: null })
  const keeps = (condition: GrantCondition, args: JsonObject) =>
    brokenCondition([condition], facts(args)) === null

  it('covers every item of a list, and nothing when the list is empty', () => {
    const below: GrantCondition = { type: 'path-below', pointer: '/paths', folder: '/a' }
    expect(keeps(below, { paths: ['/a/b', '/a/c'] })).toBe(true)
    expect(keeps(below, { paths: ['/a/b', '/c'] })).toBe(false)
    expect(keeps(below, { paths: ['/a/b', 7] })).toBe(false)
    expect(keeps(below, { paths: [] })).toBe(false)
    expect(keeps(below, {})).toBe(false)
    expect(keeps(below, { paths: { 0: '/a/b' } })).toBe(false)
  })

  it('covers lists up to the length that a user can check', () => {
    const below: GrantCondition = { type: 'path-below', pointer: '/paths', folder: '/a' }
    const paths = (count: number) => Array.from({ length: count }, (_, index) => `/a/${index}`)
    expect(keeps(below, { paths: paths(200) })).toBe(true)
    expect(keeps(below, { paths: paths(201) })).toBe(false)
  })

  it('SEC-05 rejects a link that leads out of the folder', () => {
    const below: GrantCondition = { type: 'path-below', pointer: '/path', folder: '/a' }
    const findRealPath = (text: string) => ({
      type: 'there' as const,
      path: text.replace(/^\/a\/link/u, '/etc')
    })
    const holds = (path: string) => brokenCondition([below], { ...facts({ path }), findRealPath }) === null
    expect(holds('/a/b')).toBe(true)
    expect(holds('/a/link/passwd')).toBe(false)
    expect(holds('/b')).toBe(false)
  })

  it('holds until the last call and the last moment', () => {
    const count: GrantCondition = { type: 'at-most', calls: 2 }
    const isCounted = (usesLeft: number | null) =>
      brokenCondition([count], { arguments: {}, now: 0, usesLeft }) === null
    expect([2, 1, 0, null].map(isCounted)).toEqual([true, true, false, false])
    const end: GrantCondition = { type: 'until', at: 10 }
    const isInTime = (now: number) => brokenCondition([end], { arguments: {}, now, usesLeft: null }) === null
    expect([9, 10, 11].map(isInTime)).toEqual([true, false, false])
  })

  it('distinguishes values that have the same text', () => {
    const isOne: GrantCondition = { type: 'one-of', pointer: '/n', values: [1, 'a', null] }
    for (const value of [1, 'a', null]) expect(keeps(isOne, { n: value })).toBe(true)
    for (const value of ['1', 'A', false, [1]]) expect(keeps(isOne, { n: value })).toBe(false)
    expect(keeps(isOne, {})).toBe(false)
  })

  it('SEC-11-6 does not extend an approval of https to http or ws on the same host, or the reverse', () => {
    const schemes = ['https', 'http', 'wss', 'ws'] as const
    for (const allowed of schemes)
      for (const used of schemes) {
        const condition: GrantCondition = {
          type: 'host-is',
          pointer: '/url',
          host: 'a.test',
          scheme: allowed
        }
        expect(keeps(condition, { url: `${used}://a.test/x` })).toBe(used === allowed)
      }
    const older: GrantCondition = { type: 'host-is', pointer: '/url', host: 'a.test' }
    expect(schemes.filter((scheme) => keeps(older, { url: `${scheme}://a.test/` }))).toEqual(['https'])
  })

  it('reports the first limit that is broken', () => {
    const good: GrantCondition = { type: 'one-of', pointer: '/n', values: [1] }
    const bad: GrantCondition = { type: 'host-is', pointer: '/url', host: 'example.com' }
    expect(brokenCondition([good, bad], facts({ n: 1, url: 'https://example.com.evil.test' }))).toBe(bad)
  })

  it('finds values by JSON Pointer, but not members that every object inherits', () => {
    const args = { 'a/b': { '~': [1, { c: 2 }] } }
    expect(valueAt(args, '/a~1b/~0/1/c')).toBe(2)
    expect(valueAt(args, '/constructor')).toBeUndefined()
    expect(valueAt(args, '/a~1b/~0/length')).toBeUndefined()
    expect(valueAt(args, '/a~1b/~0/0/c')).toBeUndefined()
    expect(valueAt({ a: null }, '/a/b')).toBeUndefined()
    expect(valueAt(args, '')).toBe(args)
  })

  it('finds list items only by their index, with one or more digits', () => {
    const args = { list: Array.from({ length: 12 }, (_, index) => index) }
    expect(['/list/0', '/list/9', '/list/10', '/list/11'].map((at) => valueAt(args, at))).toEqual([
      0, 9, 10, 11
    ])
    for (const at of ['/list/12', '/list/x1', '/list/1x', '/list/-1', '/list/'])
      expect(valueAt(args, at)).toBeUndefined()
  })

  it('SEC-11-6 decodes an escaped argument name once, so no other argument can match it', () => {
    expect(valueAt({ '~1': 'a', '/': 'b' }, '/~01')).toBe('a')
    expect(valueAt({ 'a~b~c': 1 }, '/a~0b~0c')).toBe(1)
    expect(valueAt({ 'a/b/c': 1 }, '/a~1b~1c')).toBe(1)
  })
})

describe('suggesting limits for a call', () => {
  it('suggests a folder for a path, a host for an address, and the value for short text', () => {
    const args = {
      path: '/home/ada/notes/a.md',
      url: 'https://api.example.com/v1',
      level: 'info',
      count: 2,
      isDry: true,
      content: 'x'.repeat(500),
      files: ['src/a.ts', 'src/b.ts'],
      both: ['/home/ada/notes/a.md', '/home/ada/letters/2026/b.md'],
      links: ['https://example.com/a', 'https://example.com/b'],
      labels: ['bug', 'urgent'],
      pages: [1, 2],
      options: { target: 'main', paths: [{ from: '/a/b' }] }
    }
    const suggested = suggestConditions(args)
    expect(suggested.map((condition) => toEnglish(describeCondition(condition)))).toEqual([
      '“path” is inside /home/ada/notes',
      '“url” points to the host api.example.com',
      '“level” is “info”',
      '“count” is 2',
      '“isDry” is true',
      '“files” is inside src',
      '“both” is inside /home/ada',
      '“links” points to the host example.com',
      '“labels” is ["bug","urgent"]',
      '“pages” is [1,2]',
      '“options → target” is “main”',
      '“options → paths” is [{"from":"/a/b"}]'
    ])
  })

  const limits = (args: JsonObject) =>
    suggestConditions(args).map((condition) => toEnglish(describeCondition(condition)))

  it('looks three levels deep, and no deeper', () => {
    expect(limits({ a: { b: { c: 1 } } })).toEqual(['“a → b → c” is 1'])
    expect(limits({ a: { b: { c: { d: 1 } } } })).toEqual([])
    expect(limits({ a: { b: { c: { d: 1 } }, e: 2 } })).toEqual(['“a → e” is 2'])
  })

  it('treats a list as one value unless all items are places of the same kind', () => {
    expect(limits({ list: ['/a/b', 7] })).toEqual(['“list” is ["/a/b",7]'])
    expect(limits({ list: ['https://a.test/', '/a/b'] })).toEqual(['“list” is ["https://a.test/","/a/b"]'])
    expect(limits({ list: ['/a/b', 'word'] })).toEqual(['“list” is ["/a/b","word"]'])
    expect(limits({ list: ['https://a.test/', 'http://a.test/'] })).toEqual([
      '“list” is ["https://a.test/","http://a.test/"]'
    ])
    expect(limits({ list: [] })).toEqual(['“list” is []'])
    expect(limits({ list: ['x'.repeat(80)] })).toEqual([])
    expect(limits({ list: ['x'.repeat(76)] })).toHaveLength(1)
  })

  it('uses a text as a value only where it looks like a choice: short, on one line, and not empty', () => {
    expect(limits({ text: 'x'.repeat(80) })).toHaveLength(1)
    expect(limits({ text: 'x'.repeat(81) })).toEqual([])
    expect(limits({ text: '' })).toEqual([])
    expect(limits({ text: 'a\nb' })).toEqual([])
    expect(limits({ none: null, no: false })).toEqual(['“none” is null', '“no” is false'])
  })

  it.each([
    ['/home/ada/my notes/a.md', '“at” is inside /home/ada/my notes'],
    ['~/my notes/a.md', '“at” is inside ~/my notes'],
    ['C:\\my notes\\a.md', '“at” is inside c:\\my notes'],
    ['file:///home/ada/a.md', '“at” is inside /home/ada'],
    ['src/my notes/a.md', '“at” is “src/my notes/a.md”'],
    ['/a.md', '“at” is “/a.md”'],
    ['a.md', '“at” is “a.md”'],
    ['C:a', '“at” is “C:a”']
  ])('matches what the user means by %s: %s', (at, limit) => {
    expect(limits({ at })).toEqual([limit])
  })

  it('treats a text of up to 1,000 characters as a path, and a longer text as content', () => {
    const path = (length: number) => `/home/ada/${'x'.repeat(length - 10)}`
    expect(limits({ path: path(1_000) })).toEqual(['“path” is inside /home/ada'])
    expect(limits({ path: path(1_001) })).toEqual([])
  })

  it('SEC-11-6 suggests none when two names look alike, because a server may read either one', () => {
    expect(limits({ path: '/a/b', Path: '/c/d' })).toEqual([])
    expect(limits({ other: [{ a: 1, A: 2 }], path: '/a/b' })).toEqual([])
  })

  it('points to an argument whose name contains separators by its own place', () => {
    const args = { 'a/b': 1, '~c~': 2 }
    expect(suggestConditions(args)).toEqual([
      { type: 'one-of', pointer: '/a~1b', values: [1] },
      { type: 'one-of', pointer: '/~0c~0', values: [2] }
    ])
  })

  it('SEC-05 suggests none for a folder that only seems to contain the path', () => {
    const findRealPath = (text: string) => ({
      type: 'there' as const,
      path: text.replace(/^\/a\/link/u, '/etc')
    })
    expect(suggestConditions({ path: '/a/x' }, findRealPath)).toMatchObject([{ folder: '/a' }])
    expect(suggestConditions({ paths: ['/a/link/x', '/a/y'] }, findRealPath)).toEqual([])
  })

  it('suggests at most twenty, and skips lists that are too long to check', () => {
    const paths = Array.from({ length: 1_001 }, (_, index) => `/home/ada/notes-${index}/a.md`)
    expect(suggestConditions(Object.fromEntries(paths.map((path, at) => [`path-${at}`, path])))).toHaveLength(
      20
    )
    expect(suggestConditions({ paths })).toEqual([])
  })

  test.each([
    { text: 'a/b or c, whichever you like' },
    { path: '/home/ada/../../etc/passwd' },
    { path: 'C:\\Users\\a\\b.txt' },
    { url: 'https://a@b/' },
    { deep: { deep: { deep: { deep: 1 } } } },
    { list: ['/a/b', '/c/d'] },
    { list: ['C:\\Users\\a\\b.txt', 'c:/users/A/x/c.txt'] },
    { list: ['https://a.test/', 'https://b.test/'] },
    { list: [] },
    { list: [['/a/b'], null] },
    { 'odd/na~me': 'x' }
  ])('%j: covers the call that the limits were made from', (args) => {
    const now = Date.now()
    expect(
      brokenCondition(suggestConditions(args as JsonObject), {
        arguments: args as JsonObject,
        now,
        usesLeft: 1
      })
    ).toBeNull()
  })
})
