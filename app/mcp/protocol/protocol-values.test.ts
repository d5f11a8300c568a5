/** Untrusted values: how deeply they nest, which text they have, and how errors in them are described. */
import { beforeEach, describe, expect, it } from 'vitest'
import { toErrorText } from './error-text'
import { isDeeperThan } from './json-depth'
import { escapePointer, isJsonFields, textOrNull, toTextOrNull } from './json-fields'
import { findOddity, toClause, listEntryLimits, toDescription, toLabel } from './list-entry-text'
import { logMessage } from './log-notification'
import { createRateLimiter } from './rate-limiter'

describe('the nesting depth of a value', () => {
  it.each<[string, unknown, number]>([
    ['a text', 'tea', 0],
    ['nothing', null, 0],
    ['an empty list', [], 1],
    ['an object', { a: 1 }, 1],
    ['a list in an object', { a: 1, b: [2] }, 2],
    ['the deepest of several', [[], [[[]]], {}], 4]
  ])('%s', (_what, value, levels) => {
    expect(isDeeperThan(value, levels)).toBe(false)
    if (levels > 0) expect(isDeeperThan(value, levels - 2)).toBe(true)
  })

  it('RPC-21: is found for one that would overflow the stack', () => {
    expect(isDeeperThan(JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)), 1_000)).toBe(true)
  })
})

describe('untrusted JSON', () => {
  it('has fields if it is an object', () => {
    expect([{}, { a: 1 }].every(isJsonFields)).toBe(true)
    expect([null, undefined, [], 'a', 7, true].some(isJsonFields)).toBe(false)
  })

  it('has a text or null', () => {
    expect([textOrNull('a'), textOrNull(''), textOrNull(7), textOrNull(null)]).toEqual(['a', '', null, null])
    expect([toTextOrNull('a'), toTextOrNull(''), toTextOrNull(7)]).toEqual(['a', null, null])
  })

  it('has paths with names of any characters', () => {
    expect(['plain', 'a/b', 'a~b', '~1/'].map(escapePointer)).toEqual(['plain', 'a~1b', 'a~0b', '~01~1'])
  })
})

describe('a text in a list', () => {
  it('labels an entry, and is cut if it is long', () => {
    expect([toLabel('Tea'), toLabel(''), toLabel(7)]).toEqual(['Tea', null, null])
    expect(toLabel('x'.repeat(listEntryLimits.label))).toBe('x'.repeat(listEntryLimits.label))
    expect(toLabel('x'.repeat(300))).toMatch(/^x{256}… \[44 more/)
  })

  it('describes an entry, or is null', () => {
    expect([toDescription('Tea'), toDescription(undefined)]).toEqual(['Tea', ''])
    expect(toDescription('x'.repeat(20_000))).toMatch(/^x{16384}… \[3616 more/)
  })

  it.each([
    ['plain', null],
    ['größe 漢字 😀', null],
    ['two words', null],
    ['a\nb', 'invisible characters'],
    ['a\u200bb', 'invisible characters'],
    ['a\u202eb', 'invisible characters'],
    ['a\u2028b', 'invisible characters'],
    ['a\u3164b', 'invisible characters'],
    ['a\ud800b', 'invisible characters'],
    ['x'.repeat(10), null],
    ['x'.repeat(11), 'more than 10 characters']
  ])('COMP-07: %j can be shown, or could imitate another', (identifier, expected) => {
    const oddity = findOddity(identifier, identifier.startsWith('x') ? 10 : 100)
    if (expected === null) expect(oddity).toBeNull()
    else expect(oddity === null ? '' : toClause(oddity)).toContain(expected)
  })
})

describe('the message of an error', () => {
  const findings = [
    { path: ['capabilities', 'tools'], message: 'expected object' },
    { path: ['serverInfo'], message: 'missing' }
  ]

  it.each<[string, unknown, string]>([
    ['its message', new Error('No tea.'), 'No tea.'],
    ['a thrown value that is not an error', 'no tea', 'no tea'],
    [
      'the first of several schema errors, with its path',
      new Error(`Invalid result: ${JSON.stringify(findings, null, 2)}`),
      'Invalid result: expected object (at "capabilities.tools")'
    ],
    [
      'a schema error without a path',
      new Error(`Invalid: ${JSON.stringify([{ message: 'odd' }], null, 2)}`),
      'Invalid: odd'
    ],
    ['a text that only looks like schema errors', new Error('Invalid: [\nodd'), 'Invalid: [\nodd'],
    ['invalid schema errors', new Error('Invalid: [\n]'), 'Invalid: undefined'],
    ['lines, without control characters', new Error('a\nb\u001b[31mc\u0007'), 'a\nb[31mc'],
    ['no characters that change the text direction', new Error('a\u202eb\u2066c'), 'abc']
  ])('%s', (_what, error, expected) => {
    expect(toErrorText(error)).toBe(expected)
  })

  it('is cut at 500 characters', () => {
    expect(toErrorText(new Error('x'.repeat(500)))).toBe('x'.repeat(500))
    expect(toErrorText(new Error('x'.repeat(501)))).toBe(`${'x'.repeat(500)}…`)
  })
})

describe('a log message', () => {
  let lines: string[] = []
  beforeEach(() => {
    lines = []
  })
  const log = (params: unknown) => {
    logMessage(params, (source, level, text) => lines.push(`${source} ${level} ${text}`))
    return lines.at(-1)
  }

  it.each<[string, unknown, string]>([
    ['a text', { level: 'error', data: 'No tea.' }, 'log error No tea.'],
    ['with its logger', { level: 'info', logger: 'kitchen', data: 'Tea.' }, 'log info kitchen: Tea.'],
    ['an object', { level: 'debug', data: { tea: [1] } }, 'log debug {"tea":[1]}'],
    ['nothing', { level: 'alert', data: null }, 'log alert null'],
    ['an unserializable value', { level: 'alert' }, 'log alert (nothing)'],
    ['without a level', { data: 'Tea.' }, 'log notice Tea.'],
    ['of an unknown level', { level: 'loud', data: 'Tea.' }, 'log notice Tea.'],
    ['without a logger', { level: 'info', logger: 7, data: 'Tea.' }, 'log info Tea.'],
    ['without content', undefined, 'log notice The server sent a log message without content.'],
    ['that is malformed', ['info'], 'log notice The server sent a log message without content.']
  ])('LOG-02 LOG-03: logs %s', (_what, params, expected) => {
    expect(log(params)).toBe(expected)
  })

  it('LOG-07: is left out if it nests endlessly', () => {
    const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
    expect(log({ level: 'info', data: nested(100) })).toContain('[[[[')
    expect(log({ level: 'info', data: nested(102) })).toBe('log info [left out: nests too deeply]')
  })
})

describe('a rate limit', () => {
  it('allows a burst at once, then a number a second, and saves no more than the burst', () => {
    let now = 0
    const isAllowed = createRateLimiter({ burst: 3, perSecond: 2 }, () => now)
    const count = () => Array.from({ length: 10 }, isAllowed).filter(Boolean).length
    expect(count()).toBe(3)
    now = 499
    expect(count()).toBe(0)
    now = 500
    expect(count()).toBe(1)
    now = 1_500
    expect(count()).toBe(2)
    now = 1_000_000
    expect(count()).toBe(3)
  })
})
