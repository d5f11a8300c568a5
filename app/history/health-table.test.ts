import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { noHealth, type HealthRow } from '../contract/workbench/health-rows'
import { createStore, type SynchronousStore } from './history-store'
import { openHistoryFile } from './open-history-file'
import { writeOldFile } from './testing/old-file'

let folder: string
let store: SynchronousStore

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-health-'))
  store = createStore(await openHistoryFile(path.join(folder, 'parley.db'), Date.now))
})

afterEach(async () => {
  store.close()
  await rm(folder, { recursive: true })
})

const row = (counts: Partial<HealthRow>): HealthRow => ({
  serverName: 'notes',
  toolName: 'read',
  spanMs: 10,
  at: 100,
  ...noHealth,
  ...counts
})
const all = { serverName: 'notes', spanMs: 10, from: 100, to: 200, stepMs: 10 }

it('adds up what is counted in one span, also after a restart', () => {
  store.addHealth([row({ calls: 2, errors: 1, memoryBytes: 7, definitionTokens: 3, durations: { '4': 1 } })])
  store.addHealth([
    row({ calls: 1, memoryBytes: 5, definitionTokens: 2, durations: { '4': 2, '9': 1 } }),
    row({ at: 110, blockedFiles: 1, blockedHosts: 2, restarts: 3 })
  ])
  expect(store.readHealth(all)).toEqual([
    row({ calls: 3, errors: 1, memoryBytes: 7, definitionTokens: 2, durations: { '4': 3, '9': 1 } }),
    row({ at: 110, blockedFiles: 1, blockedHosts: 2, restarts: 3 })
  ])
})

it('adds spans up by step and by tool, and leaves out other times, spans and servers', () => {
  store.addHealth([
    row({ calls: 1 }),
    row({ at: 120, calls: 2 }),
    row({ at: 150, calls: 4 }),
    row({ at: 120, toolName: '', restarts: 1 }),
    row({ at: 90, calls: 100 }),
    row({ at: 200, calls: 100 }),
    row({ spanMs: 20, calls: 100 }),
    row({ serverName: 'mail', calls: 100 })
  ])
  const steps = store.readHealth({ ...all, stepMs: 50 })
  expect(steps.map(({ at, toolName, calls }) => [at, toolName, calls])).toEqual([
    [100, 'read', 3],
    [100, '', 0],
    [150, 'read', 4]
  ])
})

it('forgets old rows of one kind of span only', () => {
  store.addHealth([row({ calls: 1 }), row({ at: 150, calls: 2 }), row({ spanMs: 20, calls: 3 })])
  store.forgetHealth(10, 150)
  expect(store.readHealth(all).map(({ calls }) => calls)).toEqual([2])
  expect(store.readHealth({ ...all, spanMs: 20 }).map(({ calls }) => calls)).toEqual([3])
})

it('works in a history of an earlier version', async () => {
  const file = path.join(folder, 'old', 'parley.db')
  await writeOldFile(file, 4, [])
  const old = createStore(await openHistoryFile(file, Date.now))
  old.addHealth([row({ calls: 1 })])
  expect(old.readHealth(all)).toEqual([row({ calls: 1 })])
  old.close()
})
