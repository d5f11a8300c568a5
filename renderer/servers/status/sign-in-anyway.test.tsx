import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { AccountView } from '../../../app/contract/accounts'
import type { ServerState } from '../../../app/contract/servers'
import { subscribe } from '../../bridge/subscribe'
import { installFakeBridge } from '../../testing/fake-bridge'
import { sampleServer } from '../../testing/sample-state'
import { SignInAnyway } from './sign-in-anyway'

let end = () => {}
afterEach(() => {
  cleanup()
  end()
})

const account: AccountView = {
  serverName: 'work',
  state: 'needs-sign-in',
  reason: null,
  name: null,
  issuer: null,
  scopes: [],
  expiresAt: null,
  holdsTokens: false,
  isRenewable: false,
  clientId: null
}

async function show(changes: Partial<AccountView>, state: ServerState = 'needs-sign-in') {
  const bridge = installFakeBridge({ snapshot: { accounts: [{ ...account, ...changes }] } })
  const subscription = subscribe()
  end = () => subscription.end()
  render(<SignInAnyway server={sampleServer({ name: 'work', state, transport: 'http' })} />)
  await act(() => subscription.ready)
  return bridge
}

describe('a sign-in that is refused because PKCE is missing', () => {
  it('can be made anyway, after a warning', async () => {
    const bridge = await show({ canSignInAnyway: true })
    expect(document.body.textContent).toContain('could sign in as you')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in anyway' }))
    expect(bridge.inputsOf('account.act')).toEqual([{ serverName: 'work', act: 'sign-in-anyway' }])
  })

  it.each<[string, Partial<AccountView>, ServerState]>([
    ['for another reason', {}, 'needs-sign-in'],
    ['of another server', { serverName: 'home', canSignInAnyway: true }, 'needs-sign-in'],
    ['of a server that is connected', { canSignInAnyway: true }, 'connected']
  ])('is not offered for a sign-in %s', async (_what, changes, state) => {
    await show(changes, state)
    expect(screen.queryByRole('button')).toBeNull()
  })
})
