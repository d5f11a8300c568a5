import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { subscribe } from '../../bridge/subscribe'
import { installFakeBridge } from '../../testing/fake-bridge'
import { sampleServer } from '../../testing/sample-state'
import { ServersButton } from './composer'

test('counts failed servers next to the connected ones, whose text stays the name', async () => {
  const bridge = installFakeBridge({
    snapshot: {
      servers: [sampleServer({ name: 'a', state: 'failed' }), sampleServer({ name: 'b', state: 'failed' })]
    }
  })
  const subscription = subscribe()
  render(<ServersButton connectedCount={3} onOpen={() => {}} />)
  await act(() => subscription.ready)
  const button = screen.getByRole('button', { name: 'Servers: 3 connected' })
  expect(button.getAttribute('aria-description')).toBe('2 failed')
  expect(button.textContent).toBe('Servers: 3 connected2 failed')
  act(() => bridge.emit('server.changed', sampleServer({ name: 'a', state: 'connected' })))
  act(() => bridge.emit('server.changed', sampleServer({ name: 'b', state: 'stopped' })))
  expect(button.textContent).toBe('Servers: 3 connected')
  subscription.end()
})
