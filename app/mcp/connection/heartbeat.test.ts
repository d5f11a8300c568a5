/** Pings in both directions: Parley finds a dead server, and ends no other. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fixture, watchClients } from '../testing/watched-clients'
import type { WatchedClients } from '../testing/watched-clients'
import { say } from '../../texts/render-localized'
import { soon } from '../../testing/soon'

const pingIntervalMs = 150
let watched: WatchedClients

beforeEach(() => {
  watched = watchClients()
})
afterEach(() => watched.clients.shutdown())

const pings = () => watched.sent.filter(({ method }) => method === 'ping')
/** Answers no ping after the first call of `hush`. `wait` answers after a while. */
const hushing = `
let isHushed = false
const tool = (name) => ({ name, inputSchema: { type: 'object' } })
serve({ name: 'hushing', tools: [tool('hush'), tool('wait'), tool('chat')],
  on: { ping: () => isHushed ? silence : {} },
  call: {
    hush: () => { isHushed = true; return textResult('quiet now') },
    wait: ({ ms }) => new Promise((resolve) => setTimeout(() => resolve(textResult('waited')), ms)),
    chat: () => {
      setInterval(() => notify('notifications/message', { level: 'info', data: 'still here' }), 50)
      return textResult('chatting')
    }
  } })`

describe('a quiet server', () => {
  it('PING-02 SDK-05: is pinged at the configured interval and stays connected', async () => {
    await watched.startProgram(hushing, { pingIntervalMs })
    await vi.waitFor(() => expect(pings().length).toBeGreaterThan(3), soon)
    expect(watched.news('connectionClosed')).toEqual([])
    expect(watched.log().join()).not.toContain('ping')
  })

  it('PING-02: is not pinged without an interval', async () => {
    const info = await watched.startProgram(hushing)
    await watched.call(info, 'wait', { ms: 500 })
    expect(pings()).toEqual([])
  })

  it('PING-03 PING-04 PING-05: counts as lost after three missed pings, and its log says why', async () => {
    const info = await watched.startProgram(hushing, { pingIntervalMs })
    await watched.call(info, 'hush')
    await vi.waitFor(() => expect(watched.news('connectionClosed')).toHaveLength(1), soon)
    expect(watched.news('connectionClosed')[0]?.reason).toEqual(say('mcp.noPing'))
    const missed = watched.log().filter((line) => line.includes('did not answer a ping'))
    expect(missed).toEqual([1, 2, 3].map((count) => `The server did not answer a ping (${count}).`))
  })

  it('PING-02: is asked for its information instead if it uses the newest revision', async () => {
    await watched.startFile(fixture('mcp-modern.mjs'), [], { pingIntervalMs })
    const asked = () => watched.sent.filter(({ method }) => method === 'server/discover')
    await vi.waitFor(() => expect(asked().length).toBeGreaterThan(3), soon)
    expect(watched.news('connectionClosed')).toEqual([])
    expect(pings()).toEqual([])
  })
})

describe('a server that does not answer pings', () => {
  it('PING-04: stays connected while a call runs', async () => {
    const info = await watched.startProgram(hushing, { pingIntervalMs })
    const waiting = watched.call(info, 'wait', { ms: 1_500 })
    await watched.call(info, 'hush')
    expect(await waiting).toMatchObject({ content: [{ text: 'waited' }] })
    expect(watched.log().join()).not.toContain('did not answer a ping')
  })

  it('PING-04: stays connected while it sends any messages', async () => {
    const info = await watched.startProgram(hushing, { pingIntervalMs })
    await watched.call(info, 'chat')
    await watched.call(info, 'hush')
    const heard = () => watched.log().filter((line) => line === 'still here').length
    await vi.waitFor(() => expect(heard()).toBeGreaterThan(25), soon)
    expect(watched.news('connectionClosed')).toEqual([])
  })
})

describe('a ping of a server', () => {
  it('PING-01 PING-06: is answered one by one without losing another answer', async () => {
    const info = await watched.startProgram(`
      const tools = [{ name: 'ping-often', inputSchema: { type: 'object' } }]
      serve({ name: 'pinging', tools, call: { 'ping-often': () => {
        for (let number = 0; number < 500; number += 1)
          process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: 'p' + number, method: 'ping' }) + '\\n')
        return textResult('pinged')
      } } })`)
    expect(await watched.call(info, 'ping-often')).toMatchObject({ content: [{ text: 'pinged' }] })
    const answers = watched.sent.filter(({ id }) => String(id).startsWith('p'))
    expect(answers).toHaveLength(500)
    expect(answers[499]).toEqual({ jsonrpc: '2.0', id: 'p499', result: {} })
  })

  it('PING-01 RPC-05: is answered under its own id, also if that is the id of an open request of Parley', async () => {
    const info = await watched.startProgram(`
      const tools = [{ name: 'collide', inputSchema: { type: 'object' } }]
      serve({ name: 'colliding', tools, call: { collide: (_arguments, { id }) => {
        process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }) + '\\n')
        return textResult('collided')
      } } })`)
    expect(await watched.call(info, 'collide')).toMatchObject({ content: [{ text: 'collided' }] })
    const call = watched.sent.find(({ method }) => method === 'tools/call')
    expect(watched.sent).toContainEqual({ jsonrpc: '2.0', id: call?.id, result: {} })
  })
})
