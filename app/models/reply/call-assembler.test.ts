/** Pieces of calls from real services, each an array of the pieces of one delta. */
import { expect, it } from 'vitest'
import { readVendorFields } from '../vendor/fields'
import { CallAssembler } from './call-assembler'
import { readCallPieces } from './read-call-piece'

type Deltas = readonly unknown[]

function assemble(
  deltas: Deltas,
  usedIds: readonly string[] = [],
  names = ['add', 'echo', 'get_weather', 'list']
) {
  let made = 0
  const calls = new CallAssembler({ newId: () => `made-${++made}`, names, usedIds: new Set(usedIds) })
  const parts = [
    ...deltas.flatMap((delta) =>
      readCallPieces(readVendorFields(delta)).flatMap((piece) => [...calls.take(piece)])
    ),
    ...calls.finish()
  ]
  const started = parts.flatMap((part) =>
    part.type === 'tool-call-started' ? [`${part.id} ${part.name}`] : []
  )
  const requested = parts.flatMap((part) => {
    if (part.type !== 'tool-call-requested') return []
    return [`${part.name} ${part.isInputBroken ? 'broken' : JSON.stringify(part.arguments)}`]
  })
  return { started, requested }
}

const call = (name: string | null | undefined, args?: unknown, more: object = {}) => ({
  ...more,
  function: { name, arguments: args }
})
const delta = (...tool_calls: readonly unknown[]) => ({ tool_calls })

const one = '{"a":1}'
const two = '{"b":2}'
const bothAdd = [`add ${one}`, `add ${two}`]

const cases: readonly (readonly [what: string, deltas: Deltas, requested: readonly string[]])[] = [
  [
    'two in one delta without place and id',
    [delta(call('add', one), call('echo', two))],
    [`add ${one}`, `echo ${two}`]
  ],
  ['two of one tool in one delta', [delta(call('add', one), call('add', one))], [`add ${one}`, `add ${one}`]],
  [
    'two deltas at the first place without id',
    [delta(call('add', one, { index: 0 })), delta(call('echo', two, { index: 0 }))],
    [`add ${one}`, `echo ${two}`]
  ],
  [
    'the same tool twice at the first place',
    [delta(call('add', one, { index: 0 })), delta(call('add', two, { index: 0 }))],
    bothAdd
  ],
  [
    'the same call twice at the first place',
    [delta(call('add', one, { index: 0 })), delta(call('add', one, { index: 0 }))],
    [`add ${one}`, `add ${one}`]
  ],
  ['two deltas without place and id', [delta(call('add', one)), delta(call('add', two))], bothAdd],
  [
    'arguments behind whole ones, without a name',
    [delta(call('add', one, { index: 0 })), delta(call(undefined, two, { index: 0 }))],
    bothAdd
  ],
  [
    'a name that comes late',
    [
      delta(call(null, '', { index: 0, id: 'n1' })),
      delta({ index: 0, function: { name: 'add' } }),
      delta({ index: 0, function: { arguments: one } })
    ],
    [`add ${one}`]
  ],
  [
    'an id that comes late',
    [delta(call('add', '', { index: 0 })), delta(call('', one, { index: 0, id: 'x' }))],
    [`add ${one}`]
  ],
  [
    'a name in pieces',
    [
      delta(call('get_', '', { index: 0, id: 'x' })),
      delta(call('weather', '', { index: 0 })),
      delta(call(null, one, { index: 0 }))
    ],
    [`get_weather ${one}`]
  ],
  [
    'a name that grows',
    [delta(call('get', '', { index: 0 })), delta(call('get_weather', one, { index: 0 }))],
    [`get_weather ${one}`]
  ],
  [
    'a name in each piece',
    [delta(call('add', '{"a"', { index: 0, id: 'x' })), delta(call('add', ':1}', { index: 0, id: 'x' }))],
    [`add ${one}`]
  ],
  [
    'a name in each piece, no id',
    [delta(call('add', '{"a"', { index: 0 })), delta(call('add', ':1}', { index: 0 }))],
    [`add ${one}`]
  ],
  [
    'another id with each piece',
    [delta(call('add', '{"a"', { index: 0, id: 'x' })), delta(call(null, ':1}', { index: 0, id: 'y' }))],
    [`add ${one}`]
  ],
  [
    'another id and the name with each piece',
    [delta(call('add', '{"a"', { index: 0, id: 'x' })), delta(call('add', ':1}', { index: 0, id: 'y' }))],
    [`add ${one}`]
  ],
  [
    'one id for two calls',
    [delta(call('add', one, { index: 0, id: 'x' })), delta(call('echo', two, { index: 0, id: 'x' }))],
    [`add ${one}`, `echo ${two}`]
  ],
  [
    'one id for two calls at two places',
    [delta(call('add', one, { index: 0, id: 'x' }), call('add', two, { index: 1, id: 'x' }))],
    bothAdd
  ],
  [
    'one id for two calls in pieces',
    [
      delta(call('add', '', { index: 0, id: 'x' }), call('add', '', { index: 1, id: 'x' })),
      delta(call(null, one, { index: 0 })),
      delta(call(null, two, { index: 1 }))
    ],
    bothAdd
  ],
  [
    'pieces of two calls in turns',
    [
      delta(call('add', '{"a"', { index: 0, id: 'x' }), call('echo', '{"b"', { index: 1, id: 'y' })),
      delta(call(null, ':1}', { index: 0 }), call(null, ':2}', { index: 1 }))
    ],
    [`add ${one}`, `echo ${two}`]
  ],
  [
    'pieces in turns, by id alone',
    [
      delta(call('add', '{"a"', { id: 'x' })),
      delta(call('echo', '{"b"', { id: 'y' })),
      delta(call(null, ':1}', { id: 'x' })),
      delta(call(null, ':2}', { id: 'y' }))
    ],
    [`add ${one}`, `echo ${two}`]
  ],
  [
    'pieces in turns, by nothing but their order',
    [delta(call('add', ''), call('echo', '')), delta(call(null, one), call(null, two))],
    [`add ${one}`, `echo ${two}`]
  ],
  [
    'places that are text',
    [delta(call('add', one, { index: '0' }), call('add', two, { index: '1' }))],
    bothAdd
  ],
  [
    'places that are null',
    [delta(call('add', one, { index: null, id: 'x' })), delta(call('add', two, { index: null, id: 'y' }))],
    bothAdd
  ],
  [
    'pieces that are counted',
    [
      delta(call('add', '', { index: 0, id: 'x' })),
      delta(call(null, '{"a"', { index: 1 })),
      delta(call(null, ':1}', { index: 2 }))
    ],
    [`add ${one}`]
  ],
  [
    'pieces that are counted, with the id',
    [delta(call('add', '{"a"', { index: 0, id: 'x' })), delta(call('add', ':1}', { index: 1, id: 'x' }))],
    [`add ${one}`]
  ],
  ['an object', [delta(call('add', { a: 1 }, { index: 0 }))], [`add ${one}`]],
  ['null', [delta(call('list', null, { index: 0 }))], ['list {}']],
  ['the word null', [delta(call('list', 'null', { index: 0 }))], ['list {}']],
  ['nothing', [delta(call('list', '', { index: 0 }))], ['list {}']],
  ['no arguments at all', [delta({ index: 0, function: { name: 'list' } })], ['list {}']],
  ['text of JSON of JSON', [delta(call('add', JSON.stringify(one), { index: 0 }))], [`add ${one}`]],
  ['an empty text of JSON', [delta(call('list', '""', { index: 0 }))], ['list {}']],
  [
    'all once more at the end',
    [
      delta(call('add', '{"a"', { index: 0, id: 'x' })),
      delta(call(null, ':1}', { index: 0 })),
      delta(call('add', one, { index: 0, id: 'x' }))
    ],
    [`add ${one}`]
  ],
  [
    'all once more at the end, without id',
    [
      delta(call('add', '{"a"', { index: 0 })),
      delta(call(null, ':1}', { index: 0 })),
      delta(call('add', one, { index: 0 }))
    ],
    [`add ${one}`]
  ],
  [
    'all that came so far with each piece',
    [
      delta(call('add', '{"a"', { index: 0, id: 'x' })),
      delta(call(null, '{"a":1', { index: 0 })),
      delta(call(null, one, { index: 0 }))
    ],
    [`add ${one}`]
  ],
  ['a bracket too many', [delta(call('add', `${one}}`, { index: 0 }))], [`add ${one}`]],
  [
    'a line end inside of a text',
    [delta(call('echo', '{"a":"x\ny"}', { index: 0 }))],
    ['echo {"a":"x\\ny"}']
  ],
  ['a fence around it', [delta(call('add', `\`\`\`json\n${one}\n\`\`\``, { index: 0 }))], [`add ${one}`]],
  [
    'the older form',
    [{ function_call: { name: 'add', arguments: '{"a"' } }, { function_call: { arguments: ':1}' } }],
    [`add ${one}`]
  ],
  [
    'both forms',
    [{ ...delta(call('add', one, { index: 0 })), function_call: { name: 'add', arguments: one } }],
    [`add ${one}`]
  ],
  ['a call that is no list', [{ tool_calls: call('add', one) }], [`add ${one}`]],
  [
    'no calls',
    [{ tool_calls: null }, { tool_calls: [] }, { tool_calls: [null] }, { function_call: null }],
    []
  ],
  [
    'an empty piece behind a call',
    [delta(call('add', one, { index: 0 })), delta(call('', '', { index: 0, id: '' }))],
    [`add ${one}`]
  ],
  ['an empty piece alone', [delta({ index: 0 })], []],
  ['a name beside the function', [delta({ index: 0, name: 'add', arguments: one })], [`add ${one}`]],
  [
    'two tools without arguments',
    [delta(call('list', '', { index: 0, id: 'x' })), delta(call('list', '', { index: 0, id: 'y' }))],
    ['list {}', 'list {}']
  ],
  ['what is no JSON', [delta(call('add', '{"a": ', { index: 0 }))], ['add broken']],
  ['a list', [delta(call('add', '[1]', { index: 0 }))], ['add broken']],
  [
    'objects in objects',
    [
      delta(call('add', '{"a":', { index: 0, id: 'x' })),
      delta(call(null, '{"a":1}', { index: 0 })),
      delta(call(null, '}', { index: 0 }))
    ],
    ['add {"a":{"a":1}}']
  ],
  [
    'brackets in texts',
    [delta(call('echo', '{"a":"}', { index: 0, id: 'x' })), delta(call(null, '{"}', { index: 0 }))],
    ['echo {"a":"}{"}']
  ]
]

it.each(cases)('assembles calls: %s', (_what, deltas, requested) => {
  const result = assemble(deltas)
  expect(result.requested).toEqual(requested)
  // Every call is announced once, under a unique id.
  expect(result.started).toHaveLength(requested.length)
  expect(new Set(result.started.map((line) => line.split(' ')[0])).size).toBe(requested.length)
})

it('gives a call a new id when an earlier call of the conversation has its id', () => {
  expect(assemble([delta(call('add', one, { index: 0, id: 'call_0' }))], ['call_0']).started).toEqual([
    'made-1 add'
  ])
})

it('joins a name in pieces when no tools are known', () => {
  const pieces = [
    delta(call('get_', '', { index: 0 })),
    delta(call('weather', '', { index: 0 })),
    delta(call('', one, { index: 0 }))
  ]
  expect(assemble(pieces, [], []).requested).toEqual([`get_weather ${one}`])
})
