/** Values of strangers: how deep they nest, what of them is text, and what is said of what is wrong with them. */
import { beforeEach, describe, expect, it } from 'vitest'
import { toErrorText } from './error-text'
import { isDeeperThan } from './json-depth'
import { escapePointer, isJsonFields, textOrNull, toTextOrNull } from './json-fields'
import { findOddity, toClause, listEntryLimits, toDescription, toLabel } from './list-entry-text'
import { logMessage } from './log-notification'
import { createRateLimiter } from './rate-limiter'

describe('how deep a value nests', () => {
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

describe('JSON of strangers', () => {
  it('has fields where it is an object', () => {
    expect([{}, { a: 1 }].every(isJsonFields)).toBe(true)
    expect([null, undefined, [], 'a', 7, true].some(isJsonFields)).toBe(false)
  })

  it('has text and words, or none', () => {
    expect([textOrNull('a'), textOrNull(''), textOrNull(7), textOrNull(null)]).toEqual(['a', '', null, null])
    expect([toTextOrNull('a'), toTextOrNull(''), toTextOrNull(7)]).toEqual(['a', null, null])
  })

  it('has places with names of any letters', () => {
    expect(['plain', 'a/b', 'a~b', '~1/'].map(escapePointer)).toEqual(['plain', 'a~1b', 'a~0b', '~01~1'])
  })
})

describe('words in lists', () => {
  it('label what is listed, cut where they are long', () => {
    expect([toLabel('Tea'), toLabel(''), toLabel(7)]).toEqual(['Tea', null, null])
    expect(toLabel('x'.repeat(listEntryLimits.label))).toBe('x'.repeat(listEntryLimits.label))
    expect(toLabel('x'.repeat(300))).toMatch(/^x{256}… \[44 more/)
  })

  it('describe it, or say nothing', () => {
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
  ])('COMP-07: %j can stand for itself, or could pass for another', (identifier, expected) => {
    const oddity = findOddity(identifier, identifier.startsWith('x') ? 10 : 100)
    if (expected === null) expect(oddity).toBeNull()
    else expect(oddity === null ? '' : toClause(oddity)).toContain(expected)
  })
})

describe('what an error says', () => {
  const findings = [
    { path: ['capabilities', 'tools'], message: 'expected object' },
    { path: ['serverInfo'], message: 'missing' }
  ]

  it.each<[string, unknown, string]>([
    ['its message', new Error('No tea.'), 'No tea.'],
    ['what was thrown in its place', 'no tea', 'no tea'],
    [
      'of several findings the first, with its place',
      new Error(`Invalid result: ${JSON.stringify(findings, null, 2)}`),
      'Invalid result: expected object (at "capabilities.tools")'
    ],
    [
      'one without a place',
      new Error(`Invalid: ${JSON.stringify([{ message: 'odd' }], null, 2)}`),
      'Invalid: odd'
    ],
    ['what only looks like findings', new Error('Invalid: [\nodd'), 'Invalid: [\nodd'],
    ['findings that are none', new Error('Invalid: [\n]'), 'Invalid: undefined'],
    ['lines, but nothing that acts on a terminal', new Error('a\nb\u001b[31mc\u0007'), 'a\nb[31mc'],
    ['nothing that turns the direction of writing', new Error('a\u202eb\u2066c'), 'abc']
  ])('%s', (_what, error, expected) => {
    expect(toErrorText(error)).toBe(expected)
  })

  it('is cut at 500 characters', () => {
    expect(toErrorText(new Error('x'.repeat(500)))).toBe('x'.repeat(500))
    expect(toErrorText(new Error('x'.repeat(501)))).toBe(`${'x'.repeat(500)}…`)
  })
})

describe('log messages', () => {
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
    ['with who says it', { level: 'info', logger: 'kitchen', data: 'Tea.' }, 'log info kitchen: Tea.'],
    ['an object', { level: 'debug', data: { tea: [1] } }, 'log debug {"tea":[1]}'],
    ['nothing', { level: 'alert', data: null }, 'log alert null'],
    ['not even that', { level: 'alert' }, 'log alert (nothing)'],
    ['of no level', { data: 'Tea.' }, 'log notice Tea.'],
    ['of a level that is none', { level: 'loud', data: 'Tea.' }, 'log notice Tea.'],
    ['of nobody', { level: 'info', logger: 7, data: 'Tea.' }, 'log info Tea.'],
    ['without content', undefined, 'log notice The server sent a log message without content.'],
    ['without a form', ['info'], 'log notice The server sent a log message without content.']
  ])('LOG-02 LOG-03: %s', (_what, params, expected) => {
    expect(log(params)).toBe(expected)
  })

  it('LOG-07: that nest without end are left out', () => {
    const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
    expect(log({ level: 'info', data: nested(100) })).toContain('[[[[')
    expect(log({ level: 'info', data: nested(102) })).toBe('log info [left out: nests too deeply]')
  })
})

describe('a rate', () => {
  it('lets so much through at once, then so much a second, and saves up no more than that', () => {
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
