/** The processes of a program behind a bridge, with transports that the test starts and ends. */
import type { Transport } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { bridgeProgram } from './bridged-program'

const tick = () => new Promise((resolve) => setImmediate(resolve))

function createGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}

/** Answers every request with an empty result. Ends only when the test lets it. */
function createProcesses(start: () => Promise<void> = async () => {}) {
  const counts = { alive: 0, most: 0, started: 0, closed: 0 }
  const ends = createGate()
  const create = (): Transport => {
    const transport: Transport = {
      start: async () => {
        await start()
        counts.started += 1
        counts.alive += 1
        counts.most = Math.max(counts.most, counts.alive)
      },
      send: async (message) => {
        if (!('method' in message && 'id' in message)) return
        const result = {
          protocolVersion: '2025-11-25',
          capabilities: {},
          serverInfo: { name: 's', version: '1' }
        }
        transport.onmessage?.({ jsonrpc: '2.0', id: message.id, result })
      },
      close: async () => {
        counts.closed += 1
        await ends.opened
        counts.alive = Math.max(0, counts.alive - 1)
      }
    }
    return transport
  }
  return { create, counts, endAll: () => ends.open() }
}

const initialize = () =>
  new Request('http://127.0.0.1/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } }
    })
  })

describe('the processes of a bridged program', () => {
  it('run one at a time, also while the one of an ended session is ending', async () => {
    const { create, counts, endAll } = createProcesses()
    const bridge = bridgeProgram(create)
    const first = await bridge.fetch(initialize())
    const headers = {
      'mcp-session-id': first.headers.get('mcp-session-id') ?? '',
      'mcp-protocol-version': '2025-11-25'
    }
    const ended = await bridge.fetch(new Request('http://127.0.0.1/mcp', { method: 'DELETE', headers }))
    expect(ended.status).toBe(200)
    const second = bridge.fetch(initialize())
    await tick()
    expect(counts).toMatchObject({ started: 1, alive: 1 })
    endAll()
    expect((await second).status).toBe(200)
    expect(counts).toMatchObject({ started: 2, most: 1 })
    await bridge.close()
  })

  it('are started again after a start that failed', async () => {
    let fails = true
    const { create, counts, endAll } = createProcesses(async () => {
      if (fails) throw new Error('No such program')
    })
    endAll()
    const bridge = bridgeProgram(create)
    const failed = await bridge.fetch(initialize())
    expect(failed.status).toBe(502)
    expect(await failed.text()).toContain('No such program')
    expect(counts.closed).toBe(1)
    fails = false
    expect((await bridge.fetch(initialize())).status).toBe(200)
    await bridge.close()
  })

  it('are closed while a start hangs, and none is left', async () => {
    const starts = createGate()
    const { create, counts, endAll } = createProcesses(() => starts.opened)
    endAll()
    const bridge = bridgeProgram(create)
    const answer = bridge.fetch(initialize())
    await tick()
    const closed = bridge.close()
    await tick()
    expect(counts.closed).toBe(1)
    starts.open()
    await closed
    expect((await answer).status).toBe(502)
    expect(counts.alive).toBe(0)
  })
})
