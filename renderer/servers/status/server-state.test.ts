import { describe, expect, it } from 'vitest'
import { serverStates, type ServerView } from '../../../app/contract/servers'
import { availableCommands, describeTools, filterServers, stateTones } from './server-state'

describe('commands of a server', () => {
  it('offers a way on in every state', () => {
    for (const state of serverStates) {
      expect(Object.values(availableCommands({ state, startable: true }))).toContain(true)
    }
  })

  it('can not start, stop or restart what has no usable entry', () => {
    expect(availableCommands({ state: 'failed', startable: false })).toEqual({
      canStart: false,
      canStop: false,
      canRestart: false
    })
  })

  it('starts a failed server again and restarts a connected one', () => {
    expect(availableCommands({ state: 'failed', startable: true })).toMatchObject({ canStart: true })
    expect(availableCommands({ state: 'connected', startable: true })).toEqual({
      canStart: false,
      canStop: true,
      canRestart: true
    })
  })
})

describe('words about a server', () => {
  it('counts tools and those that can not be used', () => {
    expect(describeTools({ state: 'connected', toolCount: 1, brokenToolCount: 0 })).toBe('1 tool')
    expect(describeTools({ state: 'connected', toolCount: 13, brokenToolCount: 2 })).toBe(
      '13 tools, 2 unusable'
    )
    expect(describeTools({ state: 'stopped', toolCount: 0, brokenToolCount: 0 })).toBeNull()
  })

  it('gives every state a tone', () => {
    expect(Object.keys(stateTones).sort()).toEqual([...serverStates].sort())
  })

  it('filters by all words, over name, address and state', () => {
    const servers = [
      { name: 'notes', address: 'npx notes', state: 'failed' },
      { name: 'files', address: 'npx files /home', state: 'connected' }
    ] as ServerView[]
    expect(filterServers(servers, 'npx FAILED').map((server) => server.name)).toEqual(['notes'])
    expect(filterServers(servers, ' ')).toHaveLength(2)
  })
})
