import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import type { CallOutput } from '../../../app/contract/bridge/calls'
import { say } from '../../../app/texts/localized'
import { installFakeBridge, type FakeBridge, type FakeHandlers } from '../../testing/fake-bridge'
import { sampleServer } from '../../testing/sample-state'
import { ReplayDialog } from './replay-dialog'
import { closeReplay, openReplay } from '../../parts/replay-view-store'

let bridge: FakeBridge
afterEach(() => {
  act(() => closeReplay())
  cleanup()
})

const step = { turn: 1, kind: 'text', name: '', before: 'Tea', after: 'Tea', isSame: true } as const
const differs: CallOutput<'replay.run'> = {
  failure: null,
  steps: [step, { ...step, kind: 'call', name: 'notes add', before: '{"a":1}', after: null, isSame: false }]
}

async function show(handlers: FakeHandlers = {}) {
  bridge = installFakeBridge({
    snapshot: { servers: [sampleServer({ name: 'newer', version: '2' })] },
    handlers: {
      'replay.open': () => ({
        replayId: 'r',
        title: 'Tea',
        turns: 1,
        models: ['p/m'],
        servers: [{ serverName: 'notes', tools: [{ toolName: 'add', description: 'Adds.' }] }]
      }),
      'replay.run': () => differs,
      ...handlers
    }
  })
  render(<ReplayDialog />)
  await act(() => openReplay('c'))
  return screen.findByRole('dialog', { name: 'Replay Tea' })
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
async function choose(label: string, option: RegExp) {
  await userEvent.click(screen.getByRole('combobox', { name: label }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

it('changes nothing unless the user chooses something', async () => {
  await show()
  await press('Run')
  expect(bridge.inputsOf('replay.run')).toEqual([
    { replayId: 'r', model: null, servers: {}, description: null }
  ])
})

it('runs with another server and an edited description', async () => {
  const dialog = await show()
  await choose('Server notes', /newer 2/)
  await choose('Changed description', /notes add/)
  expect(dialog.textContent).toContain("Recorded replies don't depend on it.")
  const field = screen.getByRole('textbox', { name: 'Description for the model' })
  await userEvent.type(field, ' Always.')
  await press('Run')
  expect(bridge.inputsOf('replay.run')).toMatchObject([
    {
      servers: { notes: { type: 'server', serverName: 'newer' } },
      description: { serverName: 'notes', toolName: 'add', text: 'Adds. Always.' }
    }
  ])
})

it('offers the servers of another recording', async () => {
  await show({
    'replay.add-recording': () => ({ number: 0, title: 'Old notes', serverNames: ['notes'] })
  })
  await press('Use another recording…')
  await choose('Server notes', /Old notes/)
  await press('Run')
  expect(bridge.inputsOf('replay.run')).toMatchObject([
    { servers: { notes: { type: 'recording', number: 0, serverName: 'notes' } } }
  ])
})

it('shows the steps side by side and goes to the first difference', async () => {
  await show()
  await press('Run')
  expect((await screen.findByRole('status')).textContent).toBe('1 of 2 steps differs from the recording.')
  const [, same, different] = within(screen.getByRole('table')).getAllByRole('row')
  expect(same?.textContent).toContain('same')
  expect(different?.textContent).toMatch(/Call notes add.*different.*\{"a":1\}.*none/)
  await press('First difference')
  expect(document.activeElement).toBe(different)
})

it('stops a run, and says why it ended', async () => {
  let end: (outcome: CallOutput<'replay.run'>) => void = () => {}
  await show({ 'replay.run': () => new Promise((resolve) => (end = resolve)) })
  await press('Run')
  await press('Stop')
  expect(bridge.inputsOf('replay.stop')).toEqual([{ replayId: 'r' }])
  await act(async () => end({ steps: [], failure: say('recordings.replayStopped') }))
  expect(await screen.findByText('You stopped the replay.')).toBeTruthy()
})

it('forgets the recording when it is closed', async () => {
  await show()
  await userEvent.keyboard('{Escape}')
  expect(bridge.inputsOf('replay.close')).toEqual([{ replayId: 'r' }])
})
