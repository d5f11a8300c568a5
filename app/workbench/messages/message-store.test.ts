import { describe, expect, it } from 'vitest'
import { parseFilter } from './message-filter'
import { MessageStore, type ArrivedMessage, type StoreLimits } from './message-store'

const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'echo' } }
const sampling = { jsonrpc: '2.0', id: 7, method: 'sampling/createMessage' }
const answer = { jsonrpc: '2.0', id: 7, result: {} }
const news = { jsonrpc: '2.0', method: 'notifications/progress' }

function inSlices<T>(read: () => T | undefined): T {
  for (;;) {
    const found = read()
    if (found !== undefined) return found
  }
}

function open(limits?: StoreLimits) {
  const store = new MessageStore(limits)
  const counts = new Map<string, number>()
  const add = (direction: 'in' | 'out', message: unknown, more: Partial<ArrivedMessage> = {}) => {
    const connectionId = more.connectionId ?? 'one'
    const index = counts.get(connectionId) ?? 0
    counts.set(connectionId, index + 1)
    const text = JSON.stringify(message)
    const size = text.length
    const about = { serverName: 'notes', connectionId, index, at: 1_000, oddity: null, batch: null }
    store.keep({ ...about, direction, text, size, message, ...more })
  }
  const find = (filter = '', serverName = 'notes', secrets: readonly string[] = []) => {
    const { terms } = parseFilter(filter)
    return inSlices(() => store.find({ serverName, terms, secrets }, null, 200))
  }
  const listed = (serverName = 'notes') =>
    inSlices(() =>
      store.newest({ serverName, terms: [], secrets: [] }, { messages: 200_000, characters: 1e9 })
    ).map(({ connectionId, index }) => `${connectionId} ${index}`)
  return { store, add, find, listed }
}

describe('DBG-14: the index of messages', () => {
  it('gives an answer the method of its request and its duration, also where both sides use one id', () => {
    const { add, find } = open()
    add('out', call)
    add('in', sampling, { at: 1_010 })
    add('in', answer, { at: 1_040 })
    add('out', { jsonrpc: '2.0', id: 7, error: { code: -1, message: 'no' } }, { at: 1_100 })
    expect(find().rows.map(({ kind, method, id, tookMs }) => [kind, method, id, tookMs])).toEqual([
      ['request', 'tools/call', '7', null],
      ['request', 'sampling/createMessage', '7', null],
      ['result', 'tools/call', '7', 40],
      ['error', 'sampling/createMessage', '7', 90]
    ])
    expect(find().rows.map(({ number, partner }) => [number, partner])).toEqual([
      [0, 2],
      [1, 3],
      [2, 0],
      [3, 1]
    ])
    expect(find('tool:echo').rows.map(({ kind }) => kind)).toEqual(['request', 'result'])
  })

  it('gives no request to an answer of another connection or to nothing', () => {
    const { add, find } = open()
    add('out', call)
    add('in', answer, { connectionId: 'two' })
    add('in', { ...answer, id: '7' })
    expect(find('kind:result').rows.map(({ method, tookMs }) => [method, tookMs])).toEqual([
      [null, null],
      [null, null]
    ])
  })

  it.each([
    ['notification', news],
    ['unreadable', [call, call]],
    ['unreadable', 'words'],
    ['unreadable', null]
  ] as const)('describes %s as %j', (kind, message) => {
    const { add, find } = open()
    add('in', message)
    expect(find().rows[0]?.kind).toBe(kind)
  })

  it('names a message that was too long to keep', () => {
    const { add, find } = open()
    add('in', call, { text: null, size: 2_000_000 })
    expect(find().rows[0]).toMatchObject({ kind: 'unreadable', size: 2_000_000 })
  })

  it('finds messages that arrived together', () => {
    const { add, find } = open()
    add('in', news, { batch: { place: 1, count: 2 } })
    add('in', news, { batch: { place: 2, count: 2 } })
    add('in', news)
    expect(find('kind:batch').rows.map(({ batch }) => batch?.place)).toEqual([1, 2])
  })

  it('numbers the rounds of a request that is repeated with answers', () => {
    const { add, find } = open()
    const asks = (id: number, requestState: string) => ({
      jsonrpc: '2.0',
      id,
      result: { resultType: 'input_required', requestState }
    })
    const again = (id: number, requestState: string) => ({
      ...call,
      id,
      params: { name: 'echo', inputResponses: {}, requestState }
    })
    add('out', call)
    add('in', asks(7, 'a'))
    add('out', { ...call, id: 8 })
    add('out', again(9, 'a'))
    add('in', asks(9, 'b'))
    add('out', again(10, 'b'))
    add('in', { ...answer, id: 10 })
    expect(find().rows.map(({ id, round }) => [id, round])).toEqual([
      ['7', 1],
      ['7', 1],
      ['8', null],
      ['9', 2],
      ['9', 2],
      ['10', 3],
      ['10', 3]
    ])
    expect(find('round>1').rows).toHaveLength(4)
  })
})

describe('what is learned later', () => {
  const exchange = { url: 'https://example.com/mcp', status: 200, requestHeaders: {}, responseHeaders: {} }

  it('adds the HTTP status to a sent message and to its answer', () => {
    const { store, add, find } = open()
    add('out', call)
    add('out', news)
    add('in', news)
    store.noteHttp('notes', 'one', { method: 'tools/call', id: 7, exchange })
    store.noteHttp('notes', 'one', { method: news.method, id: null, exchange: { ...exchange, status: 202 } })
    store.noteHttp('notes', 'two', { method: 'tools/call', id: 7, exchange: { ...exchange, status: 500 } })
    add('in', answer)
    expect(find().rows.map(({ status }) => status)).toEqual([200, 202, null, 200])
    expect(find('status>=202').rows).toHaveLength(1)
    expect(store.read('notes', 3)?.http).toEqual(exchange)
  })

  it('learns the revision of a connection from the handshake, and in the newest revision from requests', () => {
    const { store, add } = open()
    const params = { protocolVersion: '2025-11-25' }
    add('out', { jsonrpc: '2.0', id: 0, method: 'initialize', params })
    add('in', { jsonrpc: '2.0', id: 0, result: { protocolVersion: '2025-06-18' } })
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
    add('out', { ...call, params: { _meta } }, { connectionId: 'two' })
    const revisionOf = (number: number) => {
      const kept = store.read('notes', number)
      return kept === undefined ? undefined : store.readRevision('notes', kept)
    }
    expect([revisionOf(0), revisionOf(2)]).toEqual(['2025-06-18', '2026-07-28'])
  })
})

describe('the store of messages', () => {
  it('keeps the newest in their order, and counts what it removed', () => {
    const { add, listed, find } = open({ messages: 100, characters: 1e9 })
    for (let index = 0; index < 105; index += 1) add('in', news)
    expect(listed()).toHaveLength(100)
    expect([listed()[0], listed().at(-1)]).toEqual(['one 5', 'one 104'])
    expect(find()).toMatchObject({ removed: 5, first: 0, end: 100 })
    expect(
      find()
        .rows.slice(0, 2)
        .map(({ removedBefore }) => removedBefore)
    ).toEqual([5, null])
  })

  it('keeps fewer if they are large', () => {
    const { add, listed } = open({ messages: 100, characters: 2_000_000 })
    for (let index = 0; index < 20; index += 1) add('in', 'x'.repeat(199_998))
    expect(listed()).toHaveLength(10)
    expect(listed().at(-1)).toBe('one 19')
  })

  it('keeps them after the end of their connection until its server has three newer connections', () => {
    const { add, listed } = open()
    for (const connectionId of ['one', 'two', 'three']) add('in', news, { connectionId })
    expect(listed()).toEqual(['one 0', 'two 0', 'three 0'])
    add('in', news, { connectionId: 'four' })
    expect(listed()).toEqual(['two 0', 'three 0', 'four 0'])
  })

  it('removes messages of the server with the most, so that a noisy server leaves others theirs', () => {
    const { add, listed } = open({ messages: 100, characters: 1e9 })
    for (let index = 0; index < 10; index += 1) add('in', news, { serverName: 'quiet', connectionId: 'q' })
    for (let index = 0; index < 500; index += 1) add('in', news)
    expect([listed('quiet').length, listed().length]).toEqual([10, 90])
  })

  it('deletes messages of one server only', () => {
    const { store, add, listed, find } = open()
    add('in', news)
    add('in', news, { serverName: 'files', connectionId: 'two' })
    store.forget('notes')
    store.forget('never-connected')
    expect([listed(), listed('files')]).toEqual([[], ['two 0']])
    add('in', news)
    expect(find()).toMatchObject({ first: 0, end: 1, removed: 0 })
  })

  it('marks the first shown message of each connection, and counts only removed ones as removed', () => {
    const { add, find } = open({ messages: 4, characters: 1e9 })
    for (let index = 0; index < 3; index += 1) add('in', news)
    add('out', call)
    add('out', call, { connectionId: 'two' })
    const starts = (filter: string) => find(filter).rows.map(({ removedBefore }) => removedBefore)
    expect(starts('')).toEqual([1, null, null, 0])
    expect(starts('dir:out')).toEqual([1, 0])
  })

  it('keeps positions while messages arrive and are removed', () => {
    const { store, add, find } = open({ messages: 10, characters: 1e9 })
    const query = { serverName: 'notes', terms: parseFilter('dir:in').terms, secrets: [] }
    for (let index = 0; index < 10; index += 1) add(index % 2 === 0 ? 'in' : 'out', news)
    const before = store.find(query, 3, 1)?.rows[0]?.number
    expect(store.locate(query, before ?? -1)).toBe(3)
    for (let index = 0; index < 3; index += 1) add('in', news)
    expect(find('dir:in')).toMatchObject({ first: 2, end: 8 })
    expect(store.find(query, 3, 1)?.rows[0]?.number).toBe(before)
    expect(store.find(query, 0, 1)?.from).toBe(2)
    expect(store.locate(query, 0)).toBeNull()
  })

  it('keeps the requests of a server that another one floods with requests', () => {
    const { add, find } = open()
    add('out', call)
    for (let id = 0; id < 1_500; id += 1)
      add('in', { ...sampling, id }, { serverName: 'noisy', connectionId: 'n' })
    add('in', answer)
    expect(find('kind:result').rows[0]).toMatchObject({ method: 'tools/call', partner: 0 })
  })

  it('forgets open requests with their messages', () => {
    const { store, add, find } = open()
    add('out', call)
    store.forget('notes')
    add('in', answer)
    expect(find().rows[0]).toMatchObject({ method: null, partner: null })
  })

  it('has no partner that it no longer keeps', () => {
    const { add, find } = open({ messages: 2, characters: 1e9 })
    add('out', call)
    add('in', news)
    add('in', answer)
    expect(find('kind:result').rows[0]).toMatchObject({ method: 'tools/call', partner: null })
  })
})

describe('filters that search', () => {
  const known = 'hunter2-and-more'
  const token = `ghp_${'a1B2'.repeat(9)}`
  const withSecrets = {
    jsonrpc: '2.0',
    id: `id-${known}`,
    method: 'tools/call',
    params: { name: `tool-${known}`, text: `It is ${known}.`, key: token, password: 'zyxwvut' }
  }

  it.each([
    'hun',
    'text:h text:u text:n text:2',
    `text:${known}`,
    `tool:tool-${known}`,
    'tool:tool-h*',
    'tool:*h*',
    `id:id-${known}`,
    'ghp_',
    'a1B2',
    'zyx'
  ])('find no part of a secret: %s', (filter) => {
    const { add, find } = open()
    add('out', withSecrets)
    expect(find(filter, 'notes', [known]).end).toBe(0)
  })

  it.each([
    '-text:hunter2',
    '-tool:*hunter2*',
    '-text:zyx',
    'text:"it is [secret]."',
    'tool:tool-[secret]',
    'e'
  ])('read what is shown: %s', (filter) => {
    const { add, find } = open()
    add('out', withSecrets)
    expect(find(filter, 'notes', [known]).end).toBe(1)
  })

  it('find no secret in the names of its request', () => {
    const { add, find } = open()
    add('out', { jsonrpc: '2.0', id: 7, method: `use ${token}` })
    add('in', answer)
    expect(find('method:*ghp* kind:result').end).toBe(0)
    expect(find('ghp kind:result').end).toBe(0)
  })

  it('find no secret that was learned after the first search', () => {
    const { add, find } = open()
    add('out', { ...news, params: { text: `It is ${known}.` } })
    expect(find('hunter2').end).toBe(1)
    expect(find('hunter2', 'notes', [known]).end).toBe(0)
  })

  it('stop after a while, so that messages of servers pass meanwhile', () => {
    const { store, add } = open()
    for (let index = 0; index < 1_000; index += 1) add('in', { ...news, params: { secret: `word ${index}` } })
    const query = { serverName: 'notes', terms: parseFilter('secret').terms, secrets: [] }
    expect(store.find(query, null, 10)).toBeUndefined()
    expect(inSlices(() => store.find(query, null, 10))).toMatchObject({ end: 1_000 })
  })
})
