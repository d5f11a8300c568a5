/** How often a server may ask inside its results, and how rounds are counted when a call becomes a task. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ConnectionInfo } from '../interface'
import { fixture, watchClients } from '../testing/watched-clients'
import type { WatchedClients } from '../testing/watched-clients'

let watched: WatchedClients
let info: ConnectionInfo

beforeEach(async () => {
  watched = watchClients()
  watched.answer = () => ({ type: 'elicitation', action: 'accept', content: { name: 'Ada' } })
  info = await watched.startFile(fixture('mcp-task-extension.mjs'))
})
afterEach(() => watched.clients.shutdown())

const rounds = () => watched.asked().map(({ round }) => round)

it('TASK-07: counts rounds of a task as in a call', async () => {
  const outcome = await watched.call(info, 'ask', { times: 3 })
  expect(JSON.stringify(outcome)).toContain('asked by Ada')
  expect(rounds()).toEqual([1, 2, 3])
})

it('cancels a task after ten rounds of questions', async () => {
  expect(await watched.call(info, 'ask', { times: 1_000 })).toMatchObject({
    type: 'failed',
    failure: { message: 'The tool “ask” asked for input more than 10 times, so Parley stopped the call.' }
  })
  expect(rounds()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(watched.methods()).toContain('tasks/cancel')
})

it('allows ten rounds in a call and no more', async () => {
  expect(JSON.stringify(await watched.call(info, 'rounds', { rounds: 10 }))).toContain('Last answer')
  expect(rounds()).toHaveLength(10)
  expect(await watched.call(info, 'rounds', { rounds: 11 })).toMatchObject({ type: 'failed' })
  expect(rounds()).toHaveLength(20)
})
