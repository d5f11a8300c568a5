import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { subscribe } from '../../bridge/subscribe'
import { FakeFailure, installFakeBridge, type FakeBridgeOptions } from '../../testing/fake-bridge'
import { sampleServer } from '../../testing/sample-state'
import { EntrySecretFields } from './entry-secrets'
import { soon } from '../../../app/testing/soon'

let end = () => {}
afterEach(() => {
  cleanup()
  end()
})

async function show(handlers: FakeBridgeOptions['handlers']) {
  const bridge = installFakeBridge({ handlers: { ...handlers } })
  const subscription = subscribe()
  end = () => subscription.end()
  render(<EntrySecretFields server={sampleServer({ name: 'notes' })} />)
  await act(() => subscription.ready)
  return bridge
}

describe('the secrets that an entry names', () => {
  it('SEC-16: shows which are missing, sends a value once, and empties the field', async () => {
    const stored = new Set(['b'])
    const bridge = await show({
      'server.read secrets': () => ['a', 'b'].map((name) => ({ name, isStored: stored.has(name) })),
      'server.set-secret': (secret) => {
        if ('secretName' in secret) stored.add(secret.secretName)
        return null
      }
    })
    const field = await screen.findByLabelText<HTMLInputElement>('a')
    expect(field.type).toBe('password')
    expect(screen.getByRole('region', { name: 'Secrets of notes' }).textContent).toContain('Missing')
    await userEvent.type(field, ' key-of-a-test{Enter}')
    expect(bridge.inputsOf('server.set-secret')).toEqual([
      { serverName: 'notes', secretName: 'a', value: 'key-of-a-test' }
    ])
    await vi.waitFor(() => expect(field.value).toBe(''), soon)
    await vi.waitFor(() => expect(screen.getByRole('region').textContent).not.toContain('Missing'), soon)
  })

  it('keeps the typed value if storing it failed, and says why', async () => {
    await show({
      'server.read secrets': () => [{ name: 'a', isStored: false }],
      'server.set-secret': () => {
        throw new FakeFailure('VAULT_WRITE_FAILED', 'The disk is full.')
      }
    })
    const field = await screen.findByLabelText<HTMLInputElement>('a')
    await userEvent.type(field, 'key-of-a-test{Enter}')
    expect(await screen.findByText('The disk is full.')).toBeTruthy()
    expect(field.value).toBe('key-of-a-test')
  })

  it('is absent if the entry names none', async () => {
    await show({ 'server.read secrets': () => [] })
    expect(screen.queryByRole('region')).toBeNull()
  })
})
