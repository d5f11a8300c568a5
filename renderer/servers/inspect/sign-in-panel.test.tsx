import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { quote } from '../../../app/texts/localized'
import type { AccountView } from '../../../app/contract/accounts'
import { subscribe } from '../../bridge/subscribe'
import { installFakeBridge, type FakeBridgeOptions } from '../../testing/fake-bridge'
import { sampleServer } from '../../testing/sample-state'
import { SignInPanel } from './sign-in-panel'
import { findEnabledButton } from '../../testing/enabled-button'
import { soon } from '../../../app/testing/soon'

const server = sampleServer({ name: 'work', transport: 'http', address: 'https://work.example/mcp' })
const account: AccountView = {
  serverName: 'work',
  state: 'signed-in',
  reason: null,
  name: 'ann@people.example',
  issuer: 'https://login.example',
  scopes: ['files:read', 'files:write'],
  expiresAt: Date.UTC(2026, 10, 21, 20, 30),
  holdsTokens: true,
  isRenewable: true,
  clientId: 'client-7'
}

let end = () => {}
afterEach(() => {
  cleanup()
  end()
})

async function show(accounts: AccountView[], more: FakeBridgeOptions = {}, shown = server) {
  const bridge = installFakeBridge({ ...more, snapshot: { accounts } })
  const subscription = subscribe()
  end = () => subscription.end()
  render(<SignInPanel server={shown} />)
  await act(() => subscription.ready)
  return bridge
}

const panel = () => screen.getByRole('region', { name: 'Sign-in at work' })
const isEnabled = (name: string) => !within(panel()).getByRole('button', { name }).hasAttribute('disabled')

describe('the sign-in in the details of a server', () => {
  it('shows the account, the issuer, the rights and the expiry', async () => {
    await show([account])
    for (const text of ['ann@people.example', 'https://login.example', 'files:read, files:write', 'client-7'])
      expect(panel().textContent).toContain(text)
    expect(panel().textContent).toMatch(/Renews automatically after.*2026/)
  })

  it('does what each button says', async () => {
    const bridge = await show([account], {
      handlers: { 'account.test': () => ({ isOk: true, message: quote('work accepts the sign-in.') }) }
    })
    for (const [name, act] of [
      ['Sign in', 'sign-in'],
      ['Sign out', 'sign-out'],
      ['Forget client', 'forget-client']
    ] as const) {
      await userEvent.click(await findEnabledButton(name))
      await vi.waitFor(
        () => expect(bridge.inputsOf('account.act').at(-1)).toEqual({ serverName: 'work', act }),
        soon
      )
    }
    await userEvent.click(screen.getByRole('button', { name: 'Test' }))
    expect((await screen.findByText('work accepts the sign-in.')).getAttribute('role')).toBe('status')
  })

  it('can sign in and test without an account, and has nothing to end', async () => {
    await show([])
    expect(panel().textContent).toContain("hasn't asked you to sign in")
    expect(['Sign in', 'Sign out', 'Test', 'Forget client'].map(isEnabled)).toEqual([
      true,
      false,
      true,
      false
    ])
  })

  it('can sign out of tokens that remain after a problem, and only of those', async () => {
    const reason = quote('The sign-in has ended and was not renewed. login.example does not answer.')
    const bridge = await show([{ ...account, state: 'needs-sign-in', reason }])
    expect(isEnabled('Sign out')).toBe(true)
    await userEvent.click(await findEnabledButton('Sign out'))
    expect(bridge.inputsOf('account.act')).toEqual([{ serverName: 'work', act: 'sign-out' }])
    cleanup()
    await show([{ ...account, state: 'needs-sign-in', reason, holdsTokens: false }])
    expect(isEnabled('Sign out')).toBe(false)
  })

  it('can cancel a running sign-in, and says what it waits for', async () => {
    const bridge = await show([{ ...account, state: 'signing-in', reason: quote('Go on in the browser.') }])
    expect(screen.getByRole('status').textContent).toBe('Go on in the browser.')
    expect(isEnabled('Sign in')).toBe(false)
    await userEvent.click(screen.getByRole('button', { name: 'Cancel sign-in' }))
    expect(bridge.inputsOf('account.act')).toEqual([{ serverName: 'work', act: 'cancel' }])
  })

  it('can open the waiting page again or copy its address, and shows the time left', async () => {
    const waitsUntil = Date.now() + 240_000
    const bridge = await show([
      { ...account, state: 'signing-in', reason: quote('Go on in the browser.'), waitsUntil }
    ])
    expect(panel().textContent).toMatch(/Time left: (?:3 min 5\d|4 min 0) s/)
    await userEvent.click(screen.getByRole('button', { name: 'Open again' }))
    await userEvent.click(screen.getByRole('button', { name: 'Copy address' }))
    expect(bridge.inputsOf('account.act')).toEqual([
      { serverName: 'work', act: 'open-page' },
      { serverName: 'work', act: 'copy-address' }
    ])
  })

  it('AUTH-03: is not there for a server on this computer', async () => {
    await show([], {}, sampleServer({ name: 'work', transport: 'stdio' }))
    expect(screen.queryByRole('region')).toBeNull()
  })

  it('SYS-18: masks a key while typing, sends it once, and empties the field', async () => {
    const bridge = await show([])
    await userEvent.click(screen.getByText('Use an API key or token instead'))
    const field = screen.getByLabelText<HTMLInputElement>('Key or token')
    expect(field.type).toBe('password')
    await userEvent.type(field, 'key-of-a-test')
    await userEvent.click(screen.getByRole('button', { name: 'Save key' }))
    expect(bridge.inputsOf('server.set-secret')).toEqual([
      { serverName: 'work', headerName: 'Authorization', value: 'key-of-a-test' }
    ])
    await vi.waitFor(() => expect(field.value).toBe(''), soon)
  })
})
