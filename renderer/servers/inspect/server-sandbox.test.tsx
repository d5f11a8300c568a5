/** A server's page describes its sandbox correctly, also where sandboxing isn't possible. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { SandboxView } from '../../../app/contract/servers/sandbox-view'
import { installFakeBridge } from '../../testing/fake-bridge'
import { sampleServers } from '../../testing/sample-state'
import { ServerSandbox } from './server-sandbox'

afterEach(cleanup)

const can: SandboxView = { canContain: true, remedy: null, advice: null }
const never: SandboxView = { canContain: false, remedy: null, advice: null }
const notYet: SandboxView = { canContain: false, remedy: 'sudo dnf install bubblewrap socat', advice: null }

function show(isContained: boolean, walls: SandboxView): void {
  installFakeBridge({ handlers: { 'sandbox.read': () => walls } })
  const [server] = sampleServers
  if (server === undefined) throw new Error('There is a sample')
  render(<ServerSandbox server={{ ...server, isContained }} />)
}

const said = () => screen.getByRole('region', { name: 'Sandbox' }).textContent ?? ''

it.each([
  ['contained', true, 'Limited to what you allowed.', 'Run without a sandbox'],
  ['not contained', false, 'It can use everything that you can use on this computer.', 'Run in a sandbox']
])(
  'describes a server that is %s if the system supports sandboxes, with a button for the other state',
  async (_is, isContained, words, press) => {
    show(isContained, can)
    expect(await screen.findByRole('button', { name: press })).toBeTruthy()
    expect(said()).toContain(words)
  }
)

it('never says that a server is sandboxed or runs if its entry requires an unavailable sandbox', async () => {
  show(true, notYet)
  expect(await screen.findByText(/so this server doesn't start/)).toBeTruthy()
  expect(said()).toContain('sudo dnf install bubblewrap socat')
  expect(said()).not.toContain('Limited to what you allowed')
  expect(said()).not.toContain('can use everything')
  expect(screen.getByRole('button', { name: 'Run without a sandbox' })).toBeTruthy()
})

it('offers no sandbox where none is available', async () => {
  show(false, never)
  expect(await screen.findByText(/can use everything that you can/)).toBeTruthy()
  expect(said()).not.toContain('terminal')
  expect(screen.queryByRole('button', { name: 'Run in a sandbox' })).toBeNull()
})
