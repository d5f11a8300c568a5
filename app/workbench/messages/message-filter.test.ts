import { describe, expect, it } from 'vitest'
import { toEnglish } from '../../texts/render-localized'
import { completeFilter } from './complete-filter'
import { createMatcher, parseFilter, type FilteredMessage } from './message-filter'

const call: FilteredMessage = {
  direction: 'out',
  kind: 'request',
  method: 'tools/call',
  id: '7',
  tool: 'echo',
  tookMs: null,
  size: 80,
  status: 200,
  round: null,
  oddity: null,
  batch: null,
  text: '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","arguments":{"say":"two \\"words\\""}}}'
}
const answer: FilteredMessage = {
  ...call,
  direction: 'in',
  kind: 'result',
  tookMs: 140,
  size: 20_000,
  text: '{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"Echo"}]}}'
}
const failure: FilteredMessage = {
  ...answer,
  kind: 'error',
  method: 'ping',
  tool: null,
  id: '"a b"',
  oddity: 'lied'
}
const all = { call, answer, failure }

function find(filter: string): string[] {
  const matches = createMatcher(parseFilter(filter).terms)
  return Object.entries(all).flatMap(([name, message]) => (matches(message) ? [name] : []))
}

describe('the filter of messages', () => {
  it.each([
    ['', ['call', 'answer', 'failure']],
    ['method:tools/call', ['call', 'answer']],
    ['method:TOOLS/*', ['call', 'answer']],
    ['method:*call', ['call', 'answer']],
    ['method:tools', []],
    ['-method:ping', ['call', 'answer']],
    ['ms>100', ['answer', 'failure']],
    ['ms>1s', []],
    ['ms<=140', ['answer', 'failure']],
    ['size>10k', ['answer', 'failure']],
    ['size:80', ['call']],
    ['status=200 dir:out', ['call']],
    ['error', ['failure']],
    ['-error dir:in', ['answer']],
    ['unexpected', ['failure']],
    ['id:7', ['call', 'answer']],
    ['id:"a b"', ['failure']],
    ['kind:request', ['call']],
    ['kind:batch', []],
    ['tool:echo error', []],
    ['tool:*', ['call', 'answer']],
    ['text:"two "', ['call']],
    ['"error"', []],
    ['tools/CALL', ['call', 'answer']],
    ['content echo', ['answer', 'failure']],
    ['-content', ['call']],
    ['https://example.com', []],
    ['  ', ['call', 'answer', 'failure']]
  ])('finds with %j', (filter, found) => {
    expect(parseFilter(filter).problems).toEqual([])
    expect(find(filter)).toEqual(found)
  })

  it('searches quotation marks as the text has them', () => {
    expect(createMatcher([{ field: 'text', words: 'two "words"', isExcluded: false }])(call)).toBe(true)
  })

  it.each([
    ['ms>soon', 'The field “ms” needs a number, as in ms>100, so this part is ignored.'],
    ['size:', 'The field “size” needs a number, as in size>100, so this part is ignored.'],
    ['dir:up', 'The field “dir” needs in or out, so this part is ignored.'],
    ['tool:', 'A value is missing after “tool:”, so it is ignored.'],
    ['text:"open', 'text:"open has no closing quotation mark, so it is ignored.'],
    ['speed:1', 'There is no field “speed”, so speed:1 is ignored. To search for it, write text:"speed:1".']
  ])('explains what it can’t understand in %j, and uses the rest', (filter, sentence) => {
    const { terms, problems } = parseFilter(`dir:in ${filter}`)
    expect(terms).toHaveLength(1)
    expect(problems.map(({ reason }) => toEnglish(reason))).toEqual([sentence])
    expect(problems[0]).toMatchObject({ start: 7, end: 7 + filter.length })
  })

  it('takes many wildcards', () => {
    const matches = createMatcher(parseFilter(`method:${'a*'.repeat(200)}b`).terms)
    expect(matches({ ...call, method: 'a'.repeat(500) })).toBe(false)
  })

  it('uses ten words at most, and says so', () => {
    const words = Array.from({ length: 500 }, (_, index) => `w${index}`)
    const { terms, problems } = parseFilter(`dir:in ${words.join(' ')} ms>1`)
    expect(terms).toHaveLength(12)
    expect(terms.at(-1)).toMatchObject({ field: 'ms' })
    expect(problems.map(({ reason }) => toEnglish(reason))).toEqual([
      'Only the first 10 words, methods, tools and ids of a filter are used.'
    ])
  })
})

describe('the completion of a filter', () => {
  const known = { methods: ['ping', 'tools/call', 'tools/list'], tools: ['echo', 'get sum'] }

  it.each([
    [
      '',
      [
        'method:',
        'tool:',
        'kind:',
        'dir:',
        'id:',
        'text:',
        'ms>',
        'size>',
        'status>',
        'round>',
        'error',
        'unexpected'
      ]
    ],
    ['m', ['method:', 'ms>']],
    ['error -k', ['error -kind:']],
    ['method:to', ['method:tools/call', 'method:tools/list']],
    ['-method:P', ['-method:ping']],
    ['tool:', ['tool:echo', 'tool:"get sum"']],
    ['tool:"get', ['tool:"get sum"']],
    ['dir:', ['dir:in', 'dir:out']],
    ['kind:n', ['kind:notification']],
    [
      'ping ',
      [
        'method:',
        'tool:',
        'kind:',
        'dir:',
        'id:',
        'text:',
        'ms>',
        'size>',
        'status>',
        'round>',
        'error',
        'unexpected'
      ].map((term) => `ping ${term}`)
    ],
    ['xyz', []]
  ])('continues %j', (filter, filters) => {
    expect(completeFilter(filter, known)).toEqual(filters)
  })
})
