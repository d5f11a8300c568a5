import { expect, it, vi } from 'vitest'
import type { ServerState, ServerView } from '../../contract/servers'
import { createConnectAgain } from './connect-again'

function server(state: ServerState) {
  let now = state
  const listeners: ((view: ServerView) => void)[] = []
  const view = () => ({ name: 'notes', state: now }) as ServerView
  const acts: string[] = []
  const again = createConnectAgain({
    servers: {
      list: () => [view()],
      onChange: (listener) => {
        listeners.push(listener)
        return () => {}
      },
      start: async () => void acts.push('start'),
      restart: async () => void acts.push('restart')
    },
    isBusy: vi.fn(() => false),
    onRest: (name) => void acts.push(`rest ${name}`),
    inBackground: () => {}
  })
  const become = (next: ServerState) => {
    now = next
    for (const listener of listeners) listener(view())
  }
  return { again, acts, become }
}

it('starts a server that has failed meanwhile, once', () => {
  const { again, acts, become } = server('failed')
  again.allowed('notes', 'missed')
  become('starting')
  become('failed')
  expect(acts).toEqual(['start'])
})

it('starts a server that fails soon after a timely answer, once', () => {
  const { again, acts, become } = server('starting')
  again.allowed('notes', 'in-time')
  become('failed')
  become('starting')
  become('failed')
  expect(acts).toEqual(['start'])
})

it("doesn't restart a server that connects after a timely answer", () => {
  const { again, acts, become } = server('starting')
  again.allowed('notes', 'in-time')
  become('connected')
  become('failed')
  expect(acts).toEqual([])
})

it("doesn't restart a server that is already starting again", () => {
  const { again, acts, become } = server('restarting')
  again.allowed('notes', 'missed')
  become('starting')
  become('failed')
  expect(acts).toEqual([])
})

it.each(['stopped', 'on-use', 'waiting-for-trust'] as const)('starts no server that is %s', (state) => {
  const { again, acts, become } = server('starting')
  again.allowed('notes', 'in-time')
  become(state)
  expect(acts).toEqual(['rest notes'])
  expect(again.isWanted('notes')).toBe(false)
})
