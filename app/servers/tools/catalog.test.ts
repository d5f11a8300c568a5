import { describe, expect, test } from 'vitest'
import type { ToolView } from '../../contract/servers'
import { toToolView } from '../../mcp/features/tools'
import { buildCatalog, hashDefinition, listModelTools } from './catalog'
import { createToolSearch } from './tool-search'
import { quote } from '../../texts/render-localized'

const tool = (serverName: string, name: string, change: Partial<ToolView> = {}): ToolView => ({
  serverName,
  name,
  title: null,
  description: '',
  annotations: {},
  problem: null,
  inputSchema: { type: 'object' },
  outputSchema: null,
  icons: [],
  isDisabled: false,
  taskSupport: 'forbidden',
  ...change
})
const names = (tools: readonly ToolView[]) => buildCatalog(tools).map(({ modelToolName }) => modelToolName)

describe('a name for models', () => {
  test("TOOL-02 TOOL-04: names server and tool, the server by the user's name for it", () => {
    expect(names([tool('everything', 'get-sum')])).toEqual(['everything__get-sum'])
  })

  test('fits the rules of providers for any name', () => {
    const odd = [
      tool('my notes', 'read file'),
      tool('日本', '読む'),
      tool('x'.repeat(200), 'y'.repeat(200)),
      tool('a', '')
    ]
    for (const name of names(odd)) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  })

  test('TOOL-02: is unique if servers, sanitizing or cutting would make several equal', () => {
    const long = 'l'.repeat(100)
    const clashing = [
      tool('a', 'b__c'),
      tool('a__b', 'c'),
      tool('n', 'x y'),
      tool('n', 'x.y'),
      tool('n', 'x_y'),
      tool('n', `${long}1`),
      tool('n', `${long}2`),
      tool('n', 'same'),
      tool('n', 'same')
    ]
    const found = names(clashing)
    expect(new Set(found).size).toBe(clashing.length)
    for (const name of found) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  })

  test('does not depend on the order or on other servers', () => {
    const pair = [tool('n', 'x y'), tool('n', 'x.y')]
    expect(names([...pair].reverse())).toEqual(names(pair).reverse())
    expect(names([tool('m', 'z'), ...pair]).slice(1)).toEqual(names(pair))
  })

  test('TOOL-14: is missing for a disabled tool, and unchanged for others', () => {
    const pair = [tool('n', 'x y'), tool('n', 'x.y')]
    const [first, second] = pair
    const off = { ...first!, isDisabled: true }
    expect(names([off, second!])).toEqual(names(pair).slice(1))
  })

  test('is missing for a broken tool', () => {
    expect(names([tool('n', 'a', { problem: quote('No schema.') }), tool('n', 'b')])).toEqual(['n__b'])
  })
})

test('visibility/app-tool-hidden: a model gets no tool that its server keeps for its views', () => {
  const ui = { resourceUri: null, isForModel: false, isForView: true }
  const all = buildCatalog([
    tool('n', 'a'),
    tool('n', 'b', { ui }),
    tool('n', 'c', { ui: { ...ui, isForView: false } }),
    tool('n', 'd', { ui: { ...ui, isForModel: true } })
  ])
  expect(all.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
  expect(listModelTools(all).map(({ name }) => name)).toEqual(['a', 'd'])
})

describe('the hash of a definition', () => {
  const one = tool('n', 't', {
    description: 'Reads.',
    inputSchema: { type: 'object', properties: { a: {}, b: {} } }
  })

  test('is the same for the same definition with any order of keys', () => {
    expect(hashDefinition({ ...one, inputSchema: { properties: { b: {}, a: {} }, type: 'object' } })).toBe(
      hashDefinition(one)
    )
  })

  test('changes with every part that a user reads or a model gets', () => {
    const changed: Partial<ToolView>[] = [
      { name: 'u' },
      { title: 'T' },
      { description: 'Reads. ' },
      { inputSchema: { type: 'object', properties: { a: {} } } },
      { inputSchema: { type: 'object', properties: { a: {}, b: { description: 'x' } } } },
      { outputSchema: {} },
      { annotations: { readOnlyHint: true } },
      { annotations: { readOnlyHint: false } },
      { ui: { resourceUri: 'ui://n/t', isForModel: true, isForView: true } }
    ]
    const hashes = [one, ...changed.map((change) => ({ ...one, ...change }))].map(hashDefinition)
    expect(new Set(hashes).size).toBe(hashes.length)
  })
})

describe('parts of a definition that the hash ignores or includes', () => {
  const raw = { name: 't', description: 'Reads.', inputSchema: { type: 'object' } }
  const hashOf = (more: object) => hashDefinition(toToolView({ ...raw, ...more }, 'n', 0)!)

  test.each([
    ['icons', { icons: [{ src: 'data:image/png;base64,AAAA' }] }],
    ['_meta', { _meta: { 'example.com/revision': '7' } }],
    ['the usual visibility', { _meta: { ui: { visibility: ['model', 'app'] } } }],
    ['execution', { execution: { taskSupport: 'required' } }],
    ['unknown annotations', { annotations: { 'x-order': 'Obey.' } }]
  ])('%s: are ignored, because no model or question gets them', (_what, more) => {
    expect(hashOf(more)).toBe(hashOf({}))
  })

  test('includes every hint that the question mentions', () => {
    const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']
    const hashes = hints.map((hint) => hashOf({ annotations: { [hint]: true } }))
    expect(new Set([hashOf({}), ...hashes, hashOf({ annotations: { title: 'T' } })]).size).toBe(6)
  })
})

describe('the search for tools', () => {
  const tools = [
    tool('files', 'read_file', { description: 'Read the content of a file' }),
    tool('files', 'write_file', { description: 'Write a file' }),
    tool('files', 'broken_file', { description: 'file', problem: quote('Its schema is no schema.') }),
    tool('notes', 'readNote', { title: 'Read a note', description: 'One note by its number' }),
    tool('notes', 'echo', { description: 'Says it again' }),
    tool('everything', 'echo_twice', { description: 'Says a message twice' }),
    tool('everything', 'get-sum', { title: 'Sum', description: 'Adds two numbers' })
  ]
  const search = createToolSearch(tools)
  const found = (query: string) => search.find(query, 50).map(({ name }) => name)

  test('returns all in order for an empty query, broken ones last', () => {
    expect(found('  ')).toEqual([
      'read_file',
      'write_file',
      'readNote',
      'echo',
      'echo_twice',
      'get-sum',
      'broken_file'
    ])
  })

  test('ranks an exact name first, then names with that prefix', () => {
    expect(found('Echo').slice(0, 2)).toEqual(['echo', 'echo_twice'])
    expect(found('echo_t')[0]).toBe('echo_twice')
  })

  test('finds words inside names of every style, in titles, descriptions and server names', () => {
    expect(found('note')[0]).toBe('readNote')
    expect(found('numbers')).toContain('get-sum')
    expect(found('everything')).toEqual(expect.arrayContaining(['get-sum', 'echo_twice']))
    expect(found('wri')[0]).toBe('write_file')
  })

  test('tolerates a typo', () => {
    expect(found('raed_file')).toContain('read_file')
  })

  test('finds broken tools last, with their problem', () => {
    expect(search.find('broken_file', 50).at(-1)).toMatchObject({
      name: 'broken_file',
      problem: quote('Its schema is no schema.')
    })
    expect(search.find('file', 50).at(-1)?.name).toBe('broken_file')
  })

  test('TOOL-14: finds disabled tools, marked, after those that a model can use', () => {
    const choice = createToolSearch([
      tool('s', 'read_off', { isDisabled: true }),
      tool('s', 'read_broken', { problem: quote('No.') }),
      tool('s', 'read_on')
    ])
    expect(choice.find('read', 9).map(({ name, isDisabled }) => [name, isDisabled])).toEqual([
      ['read_on', false],
      ['read_off', true],
      ['read_broken', false]
    ])
  })

  test('returns no more than requested, and nothing for nonsense', () => {
    expect(search.find('', 2)).toHaveLength(2)
    expect(found('zzzzqqqq')).toEqual([])
  })

  test('finds one tool among ten thousand', () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      tool('big', `tool_${index}`, { description: `Does thing ${index}` })
    )
    const big = createToolSearch(many)
    expect(big.find('tool_9999', 10)[0]?.name).toBe('tool_9999')
  })
})
