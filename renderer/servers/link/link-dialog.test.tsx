/** A link's dialog: shows all its facts, keeps secrets in their controls, and sends what was typed on approval. */
import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { AddingView } from '../../../app/contract/servers/adding'
import type { LinkView } from '../../../app/contract/servers/link'
import { subscribe } from '../../bridge/subscribe'
import { findEnabledButton } from '../../testing/enabled-button'
import { installFakeBridge } from '../../testing/fake-bridge'
import { sampleElicitation } from '../../testing/sample-questions'
import { show } from '../../testing/show'
import { AddingDialog } from '../adding-dialog'
import { soon } from '../../../app/testing/soon'

const link: LinkView = {
  type: 'link',
  id: 'l1',
  origin: 'cursor',
  link: 'cursor://the\u200bwhole',
  name: 'notes 2',
  takenName: 'notes',
  command: 'npx',
  args: ['-y', 'a\u202eb'],
  cwd: '/srv',
  url: null,
  variables: [
    { name: 'MODE', text: 'fast', state: 'plain' },
    { name: 'KEY', text: 'k-123456', state: 'key' },
    { name: 'TOKEN', text: '${secret:notes 2-token}', state: 'asked' }
  ],
  headers: [],
  asked: ['notes 2-token'],
  placeholders: ['/path/to/notes'],
  leftOut: ['autoApprove'],
  warnings: [{ text: 'bundles.missingRuntime', values: { command: 'npx' }, level: 'note' }]
}

async function showAdding(view: AddingView) {
  const bridge = installFakeBridge({
    snapshot: { adding: { id: view.id, isReading: false } },
    handlers: { 'adding.read': () => view }
  })
  const { person } = show(<AddingDialog />)
  const { ready } = subscribe()
  await act(async () => ready)
  return { bridge, person, dialog: await screen.findByRole('dialog') }
}

test('shows everything that it would add, its source, and invisible characters as marks', async () => {
  const { dialog } = await showAdding(link)
  expect(within(dialog).getByRole('heading', { name: 'Add notes 2?' })).toBeTruthy()
  const words = dialog.textContent ?? ''
  for (const part of [
    ...[
      'made for Cursor',
      'Nothing is saved or started yet',
      'already have a server named notes',
      'npx',
      'U+202E',
      '/srv'
    ],
    ...['MODE=fast', 'KEY=k-123456', 'a key, stored by Parley', 'missing: Parley asks you', 'autoApprove'],
    ...["isn't on this computer", 'Full link', 'U+200B']
  ])
    expect(words).toContain(part)
})

test('sends what was typed on approval, and nothing else', async () => {
  const { dialog, bridge, person } = await showAdding(link)
  bridge.handle({ 'adding.add-link': () => ({ serverName: 'notes 2' }) })
  await person.type(within(dialog).getByLabelText('token'), 't-1')
  await person.type(within(dialog).getByLabelText('Replaces /path/to/notes'), '/srv/notes')
  await person.click(await findEnabledButton('Add server'))
  expect(bridge.inputsOf('adding.add-link')).toEqual([
    { id: 'l1', secrets: { 'notes 2-token': 't-1' }, filledIn: { '/path/to/notes': '/srv/notes' } }
  ])
})

test('discards it on Cancel', async () => {
  const { dialog, bridge, person } = await showAdding({ ...link, url: 'https://example.com', command: null })
  expect(dialog.textContent).toContain('https://example.com')
  await person.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(bridge.inputsOf('adding.close')).toEqual([{ id: 'l1' }])
  expect(bridge.inputsOf('adding.add-link')).toEqual([])
})

test('waits for an open question, and is not closed by a later one', async () => {
  const bridge = installFakeBridge({
    snapshot: { adding: { id: link.id, isReading: false }, questions: [sampleElicitation] },
    handlers: { 'adding.read': () => link }
  })
  show(<AddingDialog />)
  const { ready } = subscribe()
  await act(async () => ready)
  await vi.waitFor(() => expect(bridge.inputsOf('adding.read')).toHaveLength(1), soon)
  // What was read is shown.
  await act(async () => {})
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => bridge.emit('questions.changed', []))
  expect(await screen.findByRole('dialog', { name: 'Add notes 2?' })).toBeTruthy()
  act(() => bridge.emit('questions.changed', [sampleElicitation]))
  expect(screen.getByRole('dialog', { name: 'Add notes 2?' })).toBeTruthy()
})

test('says why a link is rejected, and shows its address', async () => {
  const { dialog } = await showAdding({
    type: 'refused',
    id: 'l2',
    what: 'link',
    fileName: 'parley://ch\u202eat',
    reason: { text: 'adding.linkUnknown' }
  })
  expect(within(dialog).getByRole('heading', { name: "This link can't be used" })).toBeTruthy()
  expect(dialog.textContent).toContain('parley://install?name=…&config=…')
  expect(dialog.textContent).toContain('U+202E')
})

test('adds a recording that was dropped after a press in its dialog', async () => {
  const { dialog, bridge, person } = await showAdding({
    type: 'recording',
    id: 'r1',
    file: '/home/me/a\u202eb.parleyrec',
    title: 'notes',
    count: 3
  })
  expect(within(dialog).getByRole('heading', { name: 'Add the recording of notes?' })).toBeTruthy()
  expect(dialog.textContent).toContain('U+202E')
  bridge.handle({ 'adding.add-recording': () => ({ serverName: 'notes-recording' }) })
  await person.click(await findEnabledButton('Add server'))
  expect(bridge.inputsOf('adding.add-recording')).toEqual([{ id: 'r1' }])
})
