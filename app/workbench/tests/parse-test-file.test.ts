import { describe, expect, it } from 'vitest'
import { toEnglish } from '../../texts/render-localized'
import { parseTestFile } from './parse-test-file'

async function faultsOf(text: string): Promise<string[]> {
  const { tests, problems } = await parseTestFile(text)
  expect(tests).toEqual([])
  return problems.map(({ line, column, message }) => `${line}:${column} ${toEnglish(message)}`)
}

describe('a file with tests', () => {
  it('gives its tests with their lines', async () => {
    const { server, tests, problems } = await parseTestFile(
      'server: notes\ntests:\n  - name: one\n    call: echo\n  - name: two\n    read: note://1\n'
    )
    expect(problems).toEqual([])
    expect(server).toBe('notes')
    expect(tests).toEqual([
      { name: 'one', call: 'echo', line: 3 },
      { name: 'two', read: 'note://1', line: 5 }
    ])
  })

  it.each([
    ['tests: [', '1:9'],
    ['tests:\n  - name: a\n    call: b\n    expcet: {}\n', '4:5 There is no key “expcet” here.'],
    [
      'tests:\n  - name: a\n    call: b\n    expect:\n      under: fast\n',
      '5:7 “under” needs a time such as 500ms or 2s.'
    ],
    ['tests:\n  - call: b\n', '2:5 Every test needs a name of at most 300 characters.'],
    ['tests: 5\n', '1:1 “tests” needs a list of at most 500 tests.'],
    ['- a\n', '1:1 A file with tests needs a list named “tests”.'],
    ['', '1:1 A file with tests needs a list named “tests”.'],
    [
      'tests:\n  - name: a\n    call: b\n    read: c\n',
      '2:5 The test “a” needs exactly one of “call”, “read”, “prompt” and “task”.'
    ],
    [
      'tests:\n  - { name: a, call: b }\n  - { name: a, call: c }\n',
      '3:7 Two tests are named “a”. Rename one of them.'
    ],
    ['tests:\n  - name: a\n    call: b\n    model: c/d\n', '4:5 “model” is only for a test with “task”.'],
    [
      'tests:\n  - name: a\n    read: b\n    expect: { tools: { not: [c] } }\n',
      '4:15 “tools” is only for a test with “task”.'
    ],
    [
      'tests:\n  - name: a\n    task: b\n    expect:\n      judge: { model: c/d }\n',
      '5:7 “criteria” needs a text of at most 10,000 characters.'
    ],
    [
      'tests:\n  - name: a\n    call: b\n    expect:\n      judge: { criteria: c }\n',
      '5:7 “judge” is only for a test with “task”.'
    ],
    [
      'tests:\n  - name: a\n    prompt: b\n    arguments: { count: 5 }\n',
      '4:5 The arguments of a prompt are texts. Put their values in quotation marks.'
    ]
  ])('names the fault with its line and column: %j', async (text, fault) => {
    const [first] = await faultsOf(text)
    expect(first?.slice(0, fault.length)).toBe(fault)
  })

  it('refuses a key that appears twice', async () => {
    expect(await faultsOf('tests:\n  - name: a\n    call: b\n    call: c\n')).toEqual([
      '4:5 The key call appears twice.'
    ])
  })

  it('names a few faults of a file with very many keys', async () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`)
    expect(await faultsOf(keys.join('\n'))).toHaveLength(20)
  })

  it.each(['['.repeat(1_000), '- '.repeat(1_000), '? '.repeat(1_000), `${' '.repeat(1_000)}a: 1`])(
    'refuses a file that nests too deeply',
    async (text) => {
      expect(await faultsOf(text)).toEqual(['1:1 This file nests too deeply.'])
    }
  )

  it('refuses aliases that would grow without limit', async () => {
    const text = [
      'a: &a [x, x, x, x, x, x, x, x, x, x]',
      'b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]',
      'c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]',
      'tests: [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]'
    ].join('\n')
    expect(await faultsOf(text)).toEqual(['1:1 The file repeats too much with aliases.'])
  })

  it('refuses a file that is too large', async () => {
    expect(await faultsOf(`# ${'x'.repeat(250_000)}`)).toEqual([
      '1:1 A file with tests can have 250,000 characters.'
    ])
  })
})
