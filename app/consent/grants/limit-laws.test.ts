/** Checks laws of limits with any arguments: thousands of generated arguments, the same in every run. */
import { describe, expect, it } from 'vitest'
import type { GrantCondition } from '../../contract/grants'
import type { JsonObject, JsonValue } from '../../contract/json'
import { seeds } from '../../testing/fuzz/seeds'
import { nameAlike, namesIn, nameLimits, findUnknownName } from './argument-names'
import { brokenCondition } from './conditions'
import { readAddress } from './host-rules'
import { isAtOrBelow, parsePlainPath, readPath } from './path-rules'
import { suggestConditions } from './suggest-conditions'

const pick = numbers((seeds(1)[0] ?? 1) + 10)
const anyOf = <T>(list: readonly T[]): T => list[pick(list.length)] as T
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

/** Linear congruential generator with the constants of Numerical Recipes. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

const pieces = [
  ...[
    '/',
    '\\',
    '..',
    '.',
    'home',
    'ada',
    'notes',
    '~',
    'C:',
    'file:',
    'https:',
    '//',
    ':',
    '@',
    '%2e',
    '%2f',
    '$HOME'
  ],
  ...[
    '{',
    '}',
    '*',
    '?',
    '[',
    ']',
    ';',
    '|',
    '&',
    '"',
    "'",
    '`',
    '\n',
    '\r',
    '\t',
    '\0',
    '\u2028',
    ' ',
    ',',
    '-'
  ],
  ...[
    '\u00fc',
    'u\u0308',
    '\u200b',
    '\u202e',
    '\uff0f',
    '\uff0e',
    '\u212a',
    'a',
    'A',
    '1',
    'example.com',
    '.com',
    '\u3002'
  ]
]
const text = (): string => times(1 + pick(9), () => anyOf(pieces)).join('')

const names = [
  'path',
  'Path',
  'file_path',
  'filePath',
  'url',
  'options',
  'a/b',
  'a~b',
  '*',
  '0',
  '__proto__',
  'p\u0430th'
]
function value(depth: number): JsonValue {
  const kind = pick(depth > 2 ? 3 : 6)
  if (kind === 0) return text()
  if (kind === 1) return `/home/ada/${text()}`
  if (kind === 2) return anyOf<JsonValue>([1, true, null, ''])
  if (kind === 3) return times(pick(3), () => value(depth + 1))
  return object(depth + 1)
}
function object(depth = 0): JsonObject {
  // Like parsed JSON, where `__proto__` is an ordinary name.
  return Object.fromEntries(times(pick(4), () => [anyOf(names), value(depth)]))
}

describe('a path that counts as inside', () => {
  const texts = times(20_000, () => `${anyOf(['', '/home/ada/', '~/', 'C:\\', 'src/'])}${text()}`)

  it('SEC-11-6 contains nothing that a shell, a file search, or list splitting would read differently', () => {
    for (const one of texts) {
      if (readPath(one) === null) continue
      // A colon also follows a drive letter and the scheme of a file.
      expect(one.replace(/^(?:[a-z]|file):/iu, '')).not.toMatch(
        /[{}*?[\];|&<>"'`\n\r\t\0\u2028\u200b\u202e\uff0f]|^[\s-]|\s$|[:,]\s*[/~]/
      )
    }
    expect(texts.filter((one) => readPath(one) !== null).length).toBeGreaterThan(500)
  })

  it('is also inside in its plain form, and inside every parent folder', () => {
    for (const one of texts) {
      const plain = parsePlainPath(one)
      if (plain === null || plain === '') continue
      expect(isAtOrBelow(plain, plain), JSON.stringify([one, plain])).toBe(true)
      expect(isAtOrBelow(one, plain)).toBe(true)
    }
  })

  it('matches its folder byte for byte, without other forms of a letter', () => {
    for (const one of texts) {
      if (!one.startsWith('/') || !isAtOrBelow(one, '/home/\u00fc')) continue
      expect(parsePlainPath(one)?.startsWith('/home/\u00fc')).toBe(true)
    }
  })
})

describe('an address that has a host', () => {
  it('has the host and scheme that are written in it', () => {
    const texts = times(
      20_000,
      () => `${anyOf(['https', 'http', 'ws', 'wss', 'HTTPS'])}://example.com${text()}`
    )
    let read = 0
    for (const one of texts) {
      const address = readAddress(one)
      if (address === null) continue
      read += 1
      expect(one.toLowerCase().startsWith(`${address.scheme}://`)).toBe(true)
      const written = one.slice(one.indexOf('//') + 2).split(/[/?#]/)[0] ?? ''
      const [name = ''] = address.host.split(':')
      if (/^[\x20-\x7e]+$/.test(written)) expect(written.toLowerCase().split(':')[0]).toBe(name)
      expect(name.endsWith('.')).toBe(false)
    }
    expect(read).toBeGreaterThan(1_000)
  })
})

describe('argument names', () => {
  const calls = times(5_000, () => object())

  it('finds no strange name in the call that a permission was given for, unless two are alike', () => {
    for (const args of calls) {
      expect(findUnknownName(args, namesIn(args)) === null).toBe(nameAlike(args) === null)
    }
    expect(calls.filter((args) => nameAlike(args) !== null).length).toBeGreaterThan(100)
  })

  it('SEC-11-6 reports an added name at any depth', () => {
    for (const args of calls) {
      const known = namesIn(args)
      expect(findUnknownName({ ...args, added: 1 }, known)).not.toBeNull()
      for (const [name, inner] of Object.entries(args)) {
        if (typeof inner !== 'object' || inner === null) continue
        const more = Array.isArray(inner) ? [...inner, { added: 1 }] : { ...inner, added: 1 }
        expect(findUnknownName({ ...args, [name]: more }, known)).not.toBeNull()
      }
    }
  })

  it('reports nothing when a name is removed', () => {
    for (const args of calls) {
      if (nameAlike(args) !== null) continue
      const known = namesIn(args)
      for (const name of Object.keys(args)) {
        const fewer = Object.fromEntries(Object.entries(args).filter(([other]) => other !== name))
        expect(findUnknownName(fewer, known)).toBeNull()
      }
    }
  })

  it.each([
    ['path', 'Path'],
    ['file_path', 'filePath'],
    ['file-path', 'FILE_PATH'],
    ['path', 'p\u0430th'],
    ['path', 'path\u200b'],
    ['\u00fc', 'u\u0308'],
    ['path', '\uff50ath']
  ])('treats %j and %j side by side as alike, also when nested', (one, other) => {
    expect(nameAlike({ [one]: 1, [other]: 2 })).not.toBeNull()
    expect(nameAlike({ deep: [{ in: { [one]: 1, [other]: 2 } }] })).not.toBeNull()
    expect(nameAlike({ [one]: 1, deep: { [other]: 2 } })).toBeNull()
  })

  it('takes the names from the limits for permissions saved without argument names', () => {
    const condition: GrantCondition = { type: 'one-of', pointer: '/options/target', values: ['main'] }
    expect(findUnknownName({ options: { target: 'main' } }, nameLimits([condition]))).toBeNull()
    expect(findUnknownName({ options: { target: 'main', force: 1 } }, nameLimits([condition]))).toBe(
      '/options/force'
    )
  })
})

describe('a suggested limit', () => {
  it('covers the call that it was made from, for any call', () => {
    for (const args of times(5_000, () => object()))
      expect(brokenCondition(suggestConditions(args), { arguments: args, now: 0, usesLeft: null })).toBeNull()
  })
})
