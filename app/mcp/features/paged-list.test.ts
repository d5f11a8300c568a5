/** Lists in pages: cursors are opaque, every list ends, and kept lists cause no request. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { watchClients } from '../testing/watched-clients'
import type { WatchedClients } from '../testing/watched-clients'
import { ListCache } from './list-cache'

let watched: WatchedClients

beforeEach(() => {
  watched = watchClients()
})
afterEach(() => watched.clients.shutdown())

/** The cursors of the requests for a list. */
const cursors = (method: string) =>
  watched.sent
    .filter((message) => message.method === method)
    .map(({ params }) => (params as { cursor?: unknown } | undefined)?.cursor)

const paged = (pages: string) => `
  const initialize = ({ params }) => ({ protocolVersion: params.protocolVersion,
    capabilities: { tools: {}, resources: {}, prompts: {} }, serverInfo: { name: 'paged', version: '1' } })
  const prompts = (...names) => names.map((name) => ({ name }))
  const fail = (code, message) => { process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: current, error: { code, message } }) + '\\n'); return silence }
  let current
  let count = 0
  serve({ name: 'paged', on: { initialize, 'prompts/list': ({ id, params }) => {
    current = id
    count += 1
    ${pages}
  } } })`

const names = async (program: string) => {
  const { connectionId } = await watched.startProgram(program)
  return (await watched.clients.listPrompts(connectionId)).map(({ name }) => name)
}

describe('a list in pages', () => {
  it('PAGE-01 PAGE-02 PAGE-03: joins pages of any size and sends cursors back unchanged', async () => {
    const odd = [' 7 ', '{"page":3}', 'ü%20\\u0000']
    const pages = `const at = ${JSON.stringify(odd)}.indexOf(params?.cursor) + 1
      const entries = [prompts('a'), [], prompts('b', 'c', 'd'), prompts('e', 'f')][at]
      return { prompts: entries, nextCursor: ${JSON.stringify(odd)}[at] }`
    expect(await names(paged(pages))).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
    expect(cursors('prompts/list')).toEqual([undefined, ...odd])
  })

  it('PAGE-03: requests a single page once', async () => {
    expect(await names(paged(`return { prompts: prompts('a') }`))).toEqual(['a'])
    expect(cursors('prompts/list')).toHaveLength(1)
  })

  it.each(['null', '""', 'false'])('PAGE-03: ends if the next cursor is %s', async (cursor) => {
    expect(await names(paged(`return { prompts: prompts('a'), nextCursor: ${cursor} }`))).toEqual(['a'])
    expect(cursors('prompts/list')).toHaveLength(1)
  })

  it('PAGE-02: continues at a numeric cursor, and keeps what was read if the cursor is unusable', async () => {
    const pages = `return params?.cursor === '7' ? { prompts: prompts('b'), nextCursor: {} }
      : { prompts: prompts('a'), nextCursor: 7 }`
    expect(await names(paged(pages))).toEqual(['a', 'b'])
    expect(watched.log().join()).toContain("has a next page that can't be read")
  })

  it.each([
    ['an object for an empty list', '{ prompts: {} }', []],
    ['nothing for an empty list', '{ prompts: null }', []],
    ['an object with numeric keys', `{ prompts: { 0: { name: 'a' }, 2: { name: 'b' } } }`, ['a', 'b']],
    [
      'an object with names as keys',
      `{ prompts: { a: { description: 'A' }, b: { name: 'b' } } }`,
      ['a', 'b']
    ],
    ['a single entry', `{ prompts: { name: 'a' } }`, ['a']],
    ['the list itself', `prompts('a', 'b')`, ['a', 'b']]
  ])('reads %s from the server', async (_what, result, expected) => {
    expect(await names(paged(`return ${result}`))).toEqual(expected)
  })

  it('fails with the name of the request if the answer has no list', async () => {
    await expect(names(paged(`return { prompts: 'none' }`))).rejects.toMatchObject({
      message: expect.stringContaining('prompts/list') as string
    })
  })

  it('PAGE-05: reads the pages once more from the start when the server denies its own cursor', async () => {
    const pages = `if (params?.cursor === 'old') return fail(-32602, 'Invalid cursor')
      return count < 2 ? { prompts: prompts('a'), nextCursor: 'old' } : { prompts: prompts('b') }`
    expect(await names(paged(pages))).toEqual(['b'])
    expect(cursors('prompts/list')).toEqual([undefined, 'old', undefined])
  })

  it('PAGE-05: fails if the server denies its cursor a second time', async () => {
    const pages = `if (params?.cursor !== undefined) return fail(-32602, 'Invalid cursor')
      return { prompts: prompts('a'), nextCursor: 'old' }`
    await expect(names(paged(pages))).rejects.toMatchObject({
      message: expect.stringContaining('Invalid cursor') as string
    })
    expect(cursors('prompts/list')).toEqual([undefined, 'old', undefined, 'old'])
  })

  it.each([
    ['the same cursor', `'x'`],
    ['two alternating cursors', `count % 2 ? 'x' : 'y'`]
  ])('PAGE-05: cuts the list, with a line in the log, if its pages repeat %s', async (_name, cursor) => {
    expect(await names(paged(`return { prompts: prompts('a'), nextCursor: ${cursor} }`))).toEqual(['a'])
    expect(cursors('prompts/list').length).toBeLessThanOrEqual(3)
    expect(watched.log().join()).toContain('was cut after 1 prompts: the server repeats a page')
  })

  it('PAGE-04: reads the pages of tools, resources, templates and prompts', async () => {
    const list = (field: string, entry: string) =>
      `({ params }) => params?.cursor ? { ${field}: [${entry}('second')] } : { ${field}: [${entry}('first')], nextCursor: 'n' }`
    const info = await watched.startProgram(`
      const initialize = ({ params }) => ({ protocolVersion: params.protocolVersion,
        capabilities: { tools: {}, resources: {}, prompts: {} }, serverInfo: { name: 'all', version: '1' } })
      const tool = (name) => ({ name, inputSchema: { type: 'object' } })
      const resource = (name) => ({ name, uri: 'memo://' + name })
      const template = (name) => ({ name, uriTemplate: 'memo://' + name + '/{x}' })
      const prompt = (name) => ({ name })
      serve({ name: 'all', on: { initialize,
        'tools/list': ${list('tools', 'tool')},
        'resources/list': ${list('resources', 'resource')},
        'resources/templates/list': ${list('resourceTemplates', 'template')},
        'prompts/list': ${list('prompts', 'prompt')} } })`)
    const { resources, templates } = await watched.clients.listResources(info.connectionId)
    const prompts = await watched.clients.listPrompts(info.connectionId)
    for (const entries of [info.tools, resources, templates, prompts]) {
      expect(entries.map(({ name }) => name)).toEqual(['first', 'second'])
    }
  })
})

describe('a list that may be kept', () => {
  const kept = (ttlMs: string) => `
    const result = (more) => ({ resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...more })
    const tools = ['announce'].map((name) => ({ name, inputSchema: { type: 'object' } }))
    let count = 0
    let listening = null
    serve({ name: 'kept', on: {
      'server/discover': () => result({ supportedVersions: ['2026-07-28'],
        capabilities: { tools: {}, prompts: { listChanged: true } } }),
      'tools/list': () => result({ tools }),
      'subscriptions/listen': ({ id, params }) => {
        listening = id
        notify('notifications/subscriptions/acknowledged', { notifications: params.notifications,
          _meta: { 'io.modelcontextprotocol/subscriptionId': id } })
        return silence
      },
      'prompts/list': () => result({ prompts: [{ name: 'p' + (count += 1) }], ttlMs: ${ttlMs} })
    }, call: { announce: () => {
      notify('notifications/prompts/list_changed', { _meta: { 'io.modelcontextprotocol/subscriptionId': listening } })
      return result({ content: [] })
    } } })`
  const prompt = async (connectionId: string) => (await watched.clients.listPrompts(connectionId))[0]?.name

  it('PAGE-05: is not requested again until the server announces a change', async () => {
    const info = await watched.startProgram(kept('60_000'))
    expect(info.protocolVersion).toBe('2026-07-28')
    expect(await prompt(info.connectionId)).toBe('p1')
    expect(await prompt(info.connectionId)).toBe('p1')
    await watched.call(info, 'announce')
    await expect.poll(() => watched.news('promptsChanged').length).toBe(1)
    expect(await prompt(info.connectionId)).toBe('p2')
  })

  it('is requested every time if the server does not let it be kept', async () => {
    const info = await watched.startProgram(kept('0'))
    expect(await prompt(info.connectionId)).toBe('p1')
    expect(await prompt(info.connectionId)).toBe('p2')
  })

  it('is dropped when its time is over, and when it changed while it was read', async () => {
    let now = 0
    let loads = 0
    const cache = new ListCache(() => now)
    const read = () =>
      cache.read('prompts/list', () => Promise.resolve({ items: [(loads += 1)], ttlMs: 100 }))
    expect([await read(), await read()]).toEqual([[1], [1]])
    now = 100
    expect(await read()).toEqual([2])
    cache.forget('resources')
    expect(await read()).toEqual([2])
    const overtaken = cache.read('tools/list', () => {
      cache.forget('tools')
      return Promise.resolve({ items: ['old'], ttlMs: 100 })
    })
    expect(await overtaken).toEqual(['old'])
    expect(await cache.read('tools/list', () => Promise.resolve({ items: ['new'], ttlMs: 0 }))).toEqual([
      'new'
    ])
  })
})
