import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HostError } from '../../base/host-error'
import { createEmitter } from '../../base/emitter'
import { silentLogger } from '../../base/logger'
import type { ServerView } from '../../contract/servers'
import type { HealthRow } from '../../contract/workbench/health-rows'
import type { McpEvents } from '../../mcp/interface'
import type { EndedCall } from '../../servers/registry/server-calls'
import { toEnglish, say } from '../../texts/render-localized'
import { HealthRecorder } from './health-recorder'

let views: ServerView[]
let written: HealthRow[]
let told: (readonly [string, string])[]
let isDiskFull: boolean
let memory: number
let clients: Partial<McpEvents>
let recorder: HealthRecorder
const calls = createEmitter<EndedCall>()
const changes = createEmitter<ServerView>()
const removals = createEmitter<string>()
const readHealth = vi.fn(async () => written)

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 30, 12, 0) })
  views = [view({})]
  written = []
  told = []
  isDiskFull = false
  memory = 10_000_000
  recorder = new HealthRecorder({
    servers: { list: () => views, onChange: changes.on, onRemoved: removals.on },
    onCallEnded: calls.on,
    mcp: {
      subscribe: (events) => {
        clients = events
        return () => {}
      }
    },
    history: {
      addHealth: async (rows) => {
        if (isDiskFull) throw new HostError('HISTORY_UNAVAILABLE', say('history.closed'))
        written.push(...rows)
      },
      readHealth,
      forgetHealth: async () => {}
    },
    readLoads: async (ids) =>
      new Map(ids.map((id) => [id, { at: 0, processorMs: 0, memoryBytes: memory, processCount: 1 }])),
    tell: (level, text) => told.push([level, toEnglish(text)]),
    now: Date.now,
    log: silentLogger
  })
})

afterEach(async () => {
  await recorder.dispose()
  vi.useRealTimers()
})

function view(more: Partial<ServerView>): ServerView {
  const counts = { calls: 0, failedCalls: 0, restarts: 0, lastCallAt: null, medianMs: null }
  const known = { name: 'notes', state: 'connected', processId: 7, healthLimits: null, counts }
  return { ...known, offeredTools: { count: 1, tokens: 120 }, ...more } as ServerView
}

function call(more: Partial<EndedCall> = {}): void {
  const outcome = { type: 'cancelled' } as const // not counted by it
  calls.emit({ serverName: 'notes', toolName: 'read', outcome, isFailed: false, durationMs: 20, ...more })
}

const hours = (toolName: string) =>
  written.filter((row) => row.spanMs === 3_600_000 && row.toolName === toolName)

describe('what is counted', () => {
  it('is saved soon, once for calls in quick succession, by hour and in short spans', async () => {
    call()
    call({ isFailed: true, durationMs: null })
    await vi.advanceTimersByTimeAsync(1_100)
    expect(written).toHaveLength(2)
    expect(hours('read')).toMatchObject([{ calls: 2, errors: 1 }])
    expect(Object.values(hours('read')[0]?.durations ?? {})).toEqual([1])
  })

  it('covers restarts, blocked attempts, and the size of the definitions', async () => {
    changes.emit(view({ counts: { ...view({}).counts, restarts: 2 } }))
    changes.emit(view({ counts: { ...view({}).counts, restarts: 3 } }))
    const file = { serverName: 'notes', path: '/x', folder: null, callIds: [] }
    clients.fileAccessed?.({ ...file, access: 'read', count: 3 })
    clients.fileAccessed?.({ ...file, access: 'wrote' })
    const host = { serverName: 'notes', host: 'x', port: 1, reason: '', bytesUp: 0, bytesDown: 0, at: 0 }
    clients.hostReached?.({ ...host, outcome: 'refused', count: 2 })
    clients.hostReached?.({ ...host, outcome: 'ended', count: 9 })
    await vi.advanceTimersByTimeAsync(1_100)
    expect(hours('')).toMatchObject([
      { restarts: 3, blockedFiles: 3, blockedHosts: 2, definitionTokens: 120 }
    ])
  })

  it('covers memory once a minute, without a write each time', async () => {
    await vi.advanceTimersByTimeAsync(61_100)
    expect(hours('')).toMatchObject([{ memoryBytes: 10_000_000 }])
    const writes = written.length
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect(written).toHaveLength(writes)
  })

  it('is kept for the next write if the history cannot be written, and no call notices', async () => {
    isDiskFull = true
    call()
    await vi.advanceTimersByTimeAsync(1_100)
    isDiskFull = false
    call()
    await vi.advanceTimersByTimeAsync(1_100)
    expect(hours('read')).toMatchObject([{ calls: 2 }])
  })

  it('is saved when Parley closes', async () => {
    call()
    await recorder.dispose()
    expect(hours('read')).toMatchObject([{ calls: 1 }])
  })
})

describe('a limit', () => {
  it('gives one notice until the server is within its limits again', async () => {
    views = [view({ healthLimits: { errorPercent: 20 } })]
    for (let index = 0; index < 6; index += 1) call({ isFailed: true })
    await vi.advanceTimersByTimeAsync(1_100)
    call({ isFailed: true })
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect(told).toEqual([
      ['alert', 'notes: 100 % of the calls in the last hour failed. Your limit is 20 %.']
    ])
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(told.slice(1)).toEqual([['status', 'notes is within your limits again.']])
    for (let index = 0; index < 6; index += 1) call({ isFailed: true })
    await vi.advanceTimersByTimeAsync(1_100)
    expect(told).toHaveLength(3)
  })

  it.each(['read', 'export'] as const)(
    'gives its notice also if you are first to %s the figures',
    async (use) => {
      views = [view({ healthLimits: { errorPercent: 20 } })]
      for (let made = 0; made < 5; made++) call({ isFailed: true })
      if (use === 'read') expect((await recorder.read('notes', 'hour')).exceeded).toEqual(['errorPercent'])
      else await recorder.export('notes', 'json').next()
      expect(told).toEqual([['alert', expect.stringContaining('100 % of the calls')]])
    }
  )

  it('concerns memory as it is now', async () => {
    views = [view({ healthLimits: { memoryMb: 50 } })]
    memory = 80_000_000
    await vi.advanceTimersByTimeAsync(60_100)
    expect(told).toEqual([['alert', 'notes: it uses 80 MB of memory. Your limit is 50 MB.']])
    expect((await recorder.read('notes', 'hour')).exceeded).toEqual(['memoryMb'])
    memory = 20_000_000
    await vi.advanceTimersByTimeAsync(60_000)
    expect(told).toHaveLength(2)
  })

  it('says nothing when the user removes it', async () => {
    views = [view({ healthLimits: { memoryMb: 5 } })]
    await vi.advanceTimersByTimeAsync(60_100)
    views = [view({})]
    await vi.advanceTimersByTimeAsync(60_000)
    expect(told).toHaveLength(1)
    expect((await recorder.read('notes', 'hour')).exceeded).toEqual([])
  })
})
