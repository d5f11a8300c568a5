import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { FoundServer } from '../../../app/contract/servers/other-apps'
import { installFakeBridge } from '../../testing/fake-bridge'
import { OtherApps } from './other-apps'
import { soon } from '../../../app/testing/soon'

afterEach(cleanup)

const server = (name: string, more: Partial<FoundServer> = {}): FoundServer => ({
  id: `id of ${name}`,
  name,
  project: null,
  command: 'npx',
  args: ['-y', `${name}-mcp`],
  url: null,
  values: [],
  placeholders: [],
  isDisabled: false,
  leftOut: [],
  status: 'new',
  other: null,
  problem: null,
  ...more
})

async function show(servers: readonly FoundServer[], problem: FoundServer['problem'] = null) {
  const bridge = installFakeBridge()
  bridge.handle({
    'other-apps.find': () => ({
      files: [{ host: 'Cursor', path: '/home/ada/.cursor/mcp.json', problem, servers: [...servers] }],
      lookedFor: ['Cursor']
    })
  })
  const onAdded = vi.fn()
  render(<OtherApps onAdded={onAdded} />)
  expect(bridge.inputsOf('other-apps.find')).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Find servers in other apps' }))
  return { bridge, onAdded }
}

describe('servers of other apps', () => {
  it('searches only when pressed, selects new servers, and gives a reason for the unselected ones', async () => {
    const { bridge, onAdded } = await show([
      server('fresh', { values: [{ name: 'API_KEY', text: null, state: 'key' }] }),
      server('mine', { status: 'here', other: 'mine' }),
      server('other', { status: 'name-taken', other: 'other 2' }),
      server('double', { status: 'twice', other: 'Zed' }),
      server('off', { isDisabled: true }),
      server('odd', { problem: { text: 'settings.otherNothingToRun' } })
    ])
    const entry = (name: string) => within(screen.getByRole('article', { name }))
    expect(await screen.findByText('/home/ada/.cursor/mcp.json')).toBeTruthy()
    expect(entry('fresh').getByText('a key, stored by Parley')).toBeTruthy()
    expect(entry('mine').getByText('already here as mine')).toBeTruthy()
    expect(entry('other').getByText('will be named other 2')).toBeTruthy()
    expect(entry('double').getByText('same as in Zed')).toBeTruthy()
    expect(entry('off').getByText('turned off there')).toBeTruthy()
    expect(entry('odd').getByText(/no command and no address/)).toBeTruthy()
    const ticked = screen
      .getAllByRole<HTMLInputElement>('checkbox')
      .map(({ checked, disabled }) => [checked, disabled])
    expect(ticked).toEqual([
      [true, false],
      [false, false],
      [false, false],
      [false, false],
      [false, false],
      [false, true]
    ])
    await userEvent.click(screen.getByRole('checkbox', { name: 'other' }))
    await userEvent.click(screen.getByRole('button', { name: 'Import 2 servers' }))
    expect(bridge.inputsOf('other-apps.import')).toEqual([
      {
        servers: [
          { id: 'id of fresh', filledIn: {} },
          { id: 'id of other', filledIn: {} }
        ]
      }
    ])
    await vi.waitFor(() => expect(onAdded).toHaveBeenCalledWith(['id of fresh', 'id of other']), soon)
  })

  it('asks for the value of a placeholder where it is chosen', async () => {
    const { bridge } = await show([server('files', { placeholders: ['/path/to/files'] })])
    await userEvent.type(await screen.findByLabelText('Replaces /path/to/files'), '/srv')
    await userEvent.click(screen.getByRole('button', { name: 'Import 1 server' }))
    expect(bridge.inputsOf('other-apps.import')).toEqual([
      { servers: [{ id: 'id of files', filledIn: { '/path/to/files': '/srv' } }] }
    ])
  })

  it('says what is wrong with a file, and what was searched if nothing was found', async () => {
    const { bridge } = await show([], {
      text: 'settings.otherBroken',
      values: { format: 'TOML', line: '3', column: '4' }
    })
    expect(await screen.findByText(/Line 3, column 4/)).toBeTruthy()
    bridge.handle({ 'other-apps.find': () => ({ files: [], lookedFor: ['Cursor', 'Zed'] }) })
    await userEvent.click(screen.getByRole('button', { name: 'Search again' }))
    expect(await screen.findByText(/Parley looked for: Cursor, Zed/)).toBeTruthy()
  })
})
