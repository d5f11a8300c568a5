import { expect, it } from 'vitest'
import { replayCalls } from './replays'

const { input } = replayCalls['replay.run']

const withServers = (count: number) => ({
  replayId: 'replay',
  model: null,
  servers: Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`server ${at}`, { type: 'recorded' }])
  ),
  description: null
})

it('replaces the servers of a replay up to a limit', () => {
  expect(input.safeParse(withServers(200)).error).toBeUndefined()
  expect(input.safeParse(withServers(201)).success).toBe(false)
})
