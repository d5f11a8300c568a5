import { describe, expect, it } from 'vitest'
import { serverStates, type ServerView } from '../../../app/contract/servers'
import { availableCommands, describeTools, filterServers, stateTones } from './server-state'

describe('commands of a server', () => {
  it('include a way to continue in every state', () => {
    for (const state of serverStates) {
      expect(Object.values(availableCommands({ state, startable: true }))).toContain(true)
    }
  })

  it("can't start, stop or restart a server without a usable entry", () => {
    expect(availableCommands({ state: 'failed', startable: false })).toEqual({
      canStart: false,
      canStop: false,
      canRestart: false
    })
  })

  it('start a failed server again and restart a connected one', () => {
    expect(availableCommands({ state: 'failed', startable: true })).toMatchObject({ canStart: true })
    expect(availableCommands({ state: 'connected', startable: true })).toEqual({
      canStart: false,
      canStop: true,
      canRestart: true
    })
  })
})

describe('texts about a server', () => {
  it("count tools and those that can't be used", () => {
    expect(describeTools({ state: 'connected', toolCount: 1, brokenToolCount: 0 })).toBe('1 tool')
    expect(describeTools({ state: 'connected', toolCount: 13, brokenToolCount: 2 })).toBe(
      '13 tools, 2 unusable'
    )
    expect(describeTools({ state: 'stopped', toolCount: 0, brokenToolCount: 0 })).toBeNull()
  })

  it('have a tone for every state', () => {
    expect(Object.keys(stateTones).sort()).toEqual([...serverStates].sort())
  })

  it('match all terms of a filter in name, address and state', () => {
    const servers = [
      { name: 'notes', address: 'npx notes', state: 'failed' },
      { name: 'files', address: 'npx files /home', state: 'connected' }
    ] as ServerView[]
    expect(filterServers(servers, 'npx FAILED').map((server) => server.name)).toEqual(['notes'])
    expect(filterServers(servers, ' ')).toHaveLength(2)
  })
})
