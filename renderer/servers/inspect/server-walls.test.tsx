/** What the page of a server says of its walls holds also where none can be put up. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { WallsView } from '../../../app/contract/walls/walls'
import { installFakeBridge } from '../../testing/fake-bridge'
import { sampleServers } from '../../testing/sample-state'
import { ServerWalls } from './server-walls'

afterEach(cleanup)

const can: WallsView = { canContain: true, remedy: null }
const never: WallsView = { canContain: false, remedy: null }
const notYet: WallsView = { canContain: false, remedy: 'sudo dnf install bubblewrap socat' }

function show(isContained: boolean, walls: WallsView): void {
  installFakeBridge({ handlers: { 'server.read-walls': () => walls } })
  const [server] = sampleServers
  if (server === undefined) throw new Error('There is a sample')
  render(<ServerWalls server={{ ...server, isContained }} />)
}

const said = () => screen.getByRole('region', { name: 'Walls' }).textContent ?? ''

it.each([
  ['contained', true, 'The system holds it to what is open for it.', 'Run without walls'],
  ['not contained', false, 'It runs with all of your rights.', 'Contain this server']
])(
  'of one that is %s says so where the system can do it, with the press for the other',
  async (_is, isContained, words, press) => {
    show(isContained, can)
    expect(await screen.findByRole('button', { name: press })).toBeTruthy()
    expect(said()).toContain(words)
  }
)

it('never says of one that asks for walls, where there are none, that it is held or that it runs', async () => {
  show(true, notYet)
  expect(await screen.findByText(/so it doesn't start/)).toBeTruthy()
  expect(said()).toContain('sudo dnf install bubblewrap socat')
  expect(said()).not.toContain('The system holds it')
  expect(said()).not.toContain('with all of your rights')
  expect(screen.getByRole('button', { name: 'Run without walls' })).toBeTruthy()
})

it('offers no walls where there are none', async () => {
  show(false, never)
  expect(await screen.findByText(/it runs with all of your rights/)).toBeTruthy()
  expect(said()).not.toContain('terminal')
  expect(screen.queryByRole('button', { name: 'Contain this server' })).toBeNull()
})
