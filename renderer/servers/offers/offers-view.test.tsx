import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { subscribe } from '../../bridge/subscribe'
import { installFakeBridge, type FakeBridge, type FakeBridgeOptions } from '../../testing/fake-bridge'
import { sampleListings, samplePrompt } from '../../testing/sample-offers'
import { sampleServer, sampleTool } from '../../testing/sample-state'
import { ServersDialog } from '../servers-dialog'
import { soon } from '../../../app/testing/soon'

let end = () => {}

afterEach(() => {
  cleanup()
  end()
})

async function show(options: FakeBridgeOptions = {}): Promise<FakeBridge> {
  const bridge = installFakeBridge({
    handlers: {
      'server.read tools': ({ serverName }) => [sampleTool({ serverName, name: `use-${serverName}` })],
      'tool.search': () => [sampleTool({ serverName: 'notes', name: 'create_note' })],
      'prompt.list': () => [samplePrompt({ serverName: 'notes', name: 'summarize' })],
      'resource.list': () => [...sampleListings]
    },
    ...options,
    snapshot: {
      servers: [
        sampleServer({ name: 'notes', state: 'connected' }),
        sampleServer({ name: 'other', state: 'connected' }),
        sampleServer({ name: 'gone', state: 'failed' })
      ],
      ...options.snapshot
    }
  })
  const subscription = subscribe()
  end = () => subscription.end()
  render(<ServersDialog open onClose={() => {}} />)
  await act(() => subscription.ready)
  return bridge
}

const openOffers = () => userEvent.click(screen.getByRole('tab', { name: 'Tools, prompts, resources' }))

test('UI-02: names the tools of each connected server in the list', async () => {
  await show()
  expect(await within(screen.getByRole('listitem', { name: 'notes' })).findByText('create_note')).toBeTruthy()
})

test('UI-03 SYS-20: shows connected servers side by side with tools, prompts and resources, read when opened', async () => {
  const bridge = await show()
  expect(bridge.inputsOf('prompt.list')).toEqual([])
  await openOffers()
  const notes = within(await screen.findByRole('region', { name: 'What notes offers' }))
  expect((await notes.findByRole('group', { name: 'Tools' })).textContent).toContain('use-notes')
  expect((await notes.findByRole('group', { name: 'Prompts' })).textContent).toContain('/summarize')
  expect((await notes.findByRole('group', { name: 'Resources' })).textContent).toContain('First Note')
  expect(screen.getByRole('region', { name: 'What other offers' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'What gone offers' })).toBeNull()
})

test('searches all of them with one filter, and shows hidden characters in names', async () => {
  await show({
    handlers: {
      'server.read tools': ({ serverName }) => [sampleTool({ serverName, name: 'pay\u202Eyap' })],
      'prompt.list': () => [],
      'resource.list': () => []
    }
  })
  await openOffers()
  const notes = await screen.findByRole('region', { name: 'What notes offers' })
  expect(await within(notes).findByTitle('Hidden character U+202E')).toBeTruthy()
  await userEvent.type(
    screen.getByRole('searchbox', { name: 'Filter what servers offer' }),
    'nothing like it'
  )
  await vi.waitFor(() => expect(notes.textContent).toContain('No matches.'), soon)
})

test('says so without a connected server', async () => {
  await show({ snapshot: { servers: [sampleServer({ state: 'stopped' })] } })
  await openOffers()
  expect(await screen.findByText('No server is connected')).toBeTruthy()
})
