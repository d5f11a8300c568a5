import { describe, expect, it } from 'vitest'
import { say, toEnglish } from '../../texts/render-localized'
import { checkOutcome, type TestOutcome } from './check-outcome'
import type { Expectations } from './test-file-schema'

const outcome: TestOutcome = {
  value: {
    content: [{ type: 'text', text: 'It is sunny.' }],
    structuredContent: { city: 'Bonn', degrees: 21 },
    isError: false
  },
  text: 'It is sunny.',
  structured: { city: 'Bonn', degrees: 21 },
  isError: false,
  tookMs: 120,
  tokens: 40,
  calls: [
    { tool: 'find', arguments: { word: 'rain' } },
    { tool: 'read', arguments: { id: 1 } }
  ],
  asked: ['elicitation'],
  logs: [{ level: 'warning', text: 'slow' }],
  schemaProblems: null
}

const failuresOf = (expectations: Expectations, changes: Partial<TestOutcome> = {}): string[] =>
  checkOutcome(expectations, { ...outcome, ...changes }).map(toEnglish)

describe('expectations', () => {
  it.each<Expectations>([
    {},
    { contains: 'sunny', doesNotContain: ['rain', 'snow'] },
    { equals: 'It is sunny.' },
    { equals: { degrees: 21, city: 'Bonn' } },
    { matches: { '/structuredContent/city': 'Bonn', 'content[0].text': 'It is sunny.', isError: false } },
    { tools: { exactly: ['find', { tool: 'read', arguments: { id: 1 } }] } },
    { tools: { inAnyOrder: ['read', 'find'], not: ['delete'] } },
    { tools: { exactly: [{ tool: 'find', arguments: {} }, 'read'], ignoreArguments: true } },
    { asks: 'elicitation' },
    { under: '0.2s', tokens: 40, logBelow: 'error' }
  ])('hold: %j', (expectations) => {
    expect(failuresOf(expectations)).toEqual([])
  })

  it.each<[Expectations, string]>([
    [{ contains: ['sunny', 'rain'] }, 'Expected the result to contain “rain”. It was “It is sunny.”.'],
    [{ doesNotContain: 'sunny' }, 'Expected the result not to contain “sunny”. It was “It is sunny.”.'],
    [{ equals: 'Rain.' }, 'Expected the result “Rain.”. It was “It is sunny.”.'],
    [
      { equals: { city: 'Bonn' } },
      'Expected the result “{"city":"Bonn"}”. It was “{"city":"Bonn","degrees":21}”.'
    ],
    [
      { matches: { '/structuredContent/degrees': 20 } },
      'Expected 20 at /structuredContent/degrees. It was 21.'
    ],
    [{ matches: { 'content[1].text': 'x' } }, 'Expected "x" at content[1].text. There is nothing.'],
    [{ isError: true }, 'Expected an error. The result was “It is sunny.”.'],
    [
      { tools: { exactly: ['read'] } },
      'Expected the calls read. The model made find {"word":"rain"}, read {"id":1}.'
    ],
    [{ tools: { not: ['find'] } }, 'Expected no call of find. The model called it.'],
    [
      { tools: { inAnyOrder: ['read', { tool: 'read', arguments: { id: 1 } }] } },
      'Expected the call read. The model made find {"word":"rain"}, read {"id":1}.'
    ],
    [{ asks: 'sampling' }, "Expected a request for a model's answer. The server made none."],
    [{ under: '100ms' }, 'Expected a result in less than 100ms. It took 120 ms.'],
    [{ tokens: 39 }, 'Expected at most 39 tokens. There were 40.'],
    [
      { logBelow: 'warning' },
      'Expected no log message of level warning or above. The server logged “slow” (warning).'
    ]
  ])('that fail say what was expected and what came: %j', (expectations, sentence) => {
    expect(failuresOf(expectations)).toEqual([sentence])
  })

  it('include no error, unless the test expects one', () => {
    expect(failuresOf({}, { isError: true, text: 'no such city' })).toEqual([
      'Expected no error. The server reported: “no such city”'
    ])
    expect(failuresOf({ isError: true }, { isError: true })).toEqual([])
  })

  it('compare structured content with a schema, and say where it does not fit', () => {
    const problem = { path: '/city', message: say('common.quote', { words: 'is a number' }) }
    expect(failuresOf({ schema: 'output' }, { schemaProblems: [problem] })).toEqual([
      "The structured content doesn't fit the schema at /city: is a number"
    ])
    expect(failuresOf({ schema: 'output' }, { schemaProblems: [] })).toEqual([])
    expect(failuresOf({ schema: 'output' }, { structured: undefined })).toEqual([
      'Expected structured content that fits a schema. There is none.'
    ])
  })

  it('say why no app can be drawn', () => {
    expect(failuresOf({ app: true }, { appProblem: say('tests.noApp') })).toEqual([
      'Expected an app. The tool names none.'
    ])
    expect(failuresOf({ app: true }, { appProblem: null })).toEqual([])
    expect(failuresOf({ app: false }, { appProblem: null })).toEqual(['Expected no app. The tool has one.'])
  })

  it('include the verdict of a model that judges, with its reason', () => {
    const verdict = { model: 'a/b', passes: false, reason: 'It names no city.' }
    expect(failuresOf({}, { judgement: { type: 'given', verdict } })).toEqual([
      "a/b judged that the answer doesn't meet the criteria: “It names no city.”"
    ])
    expect(failuresOf({}, { judgement: { type: 'given', verdict: { ...verdict, passes: true } } })).toEqual(
      []
    )
    const reason = say('tests.judgeUnclear', { model: 'a/b', text: 'Maybe' })
    expect(failuresOf({}, { judgement: { type: 'none', reason } })).toEqual([
      'a/b should judge the answer, but gave no clear verdict. It replied “Maybe”.'
    ])
  })

  it('can be that a model calls no tool at all', () => {
    expect(failuresOf({ tools: { exactly: [] } }, { calls: [] })).toEqual([])
    expect(failuresOf({ tools: { exactly: [] } })).toEqual([
      'Expected no call. The model made find {"word":"rain"}, read {"id":1}.'
    ])
  })

  it('shorten long values', () => {
    const [failure] = failuresOf({ contains: 'x' }, { text: 'y'.repeat(10_000) })
    expect(failure?.length).toBeLessThan(300)
  })
})
