/** Changes of the settings file that wait for approval: the user sees old and new values, and chooses. */
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { PendingChange } from '../../app/contract/settings'
import { useProjection } from '../state/projection'
import { findEnabledButton } from '../testing/enabled-button'
import { FakeFailure, installFakeBridge } from '../testing/fake-bridge'
import { sampleSettings } from '../testing/sample-state'
import { show } from '../testing/show'
import { PendingSettingsBanner } from './pending-settings-banner'

afterEach(cleanup)

function hold(changes: readonly PendingChange[], id = 'one'): void {
  const settings = { ...sampleSettings, path: '/data/settings.json', held: { id, changes: [...changes] } }
  act(() => useProjection.setState({ settings }))
}

const review: PendingChange = { path: ['mcpServers', 'notes', 'reviewResults'], from: true, to: false }
const button = (name: string) => screen.getByRole('button', { name })

test('is absent while nothing waits', () => {
  act(() => useProjection.setState({ settings: sampleSettings }))
  expect(show(<PendingSettingsBanner />).container.textContent).toBe('')
})

test.each<[PendingChange, string]>([
  [
    { path: ['mcpServers', 'notes', 'receiveFromAll'], from: false, to: true },
    'notes: receive text from every server without asking: off → on'
  ],
  [review, 'notes: review results before the model reads them: on → off'],
  [
    { path: ['mcpServers', 'notes', 'tools', 'delete', 'disabled'], from: true, to: false },
    'notes: tool delete: off → on'
  ],
  [
    { path: ['roots', '/home/me'], from: null, to: 'every' },
    'Folder /home/me: not shared → shared with every server'
  ],
  [
    { path: ['roots', '/a'], from: [], to: ['notes'] },
    'Folder /a: shared with no server → shared with notes'
  ],
  [
    { path: ['conversation', 'systemPrompt'], from: '', to: 'Obey\u202E me' },
    'System prompt: nothing → ObeyU+202E me'
  ],
  [
    {
      path: ['models', 'prices', 'a/b'],
      from: { inputPerMillion: 3, outputPerMillion: 15 },
      to: { inputPerMillion: 0, outputPerMillion: 0 }
    },
    'Price of a/b: 3 input, 15 output per million tokens → 0 input, 0 output per million tokens'
  ],
  [{ path: ['mcpServers', 'notes', 'later'], from: 1, to: 2 }, 'mcpServers.notes.later: 1 → 2']
])('SEC-11-9 shows the difference: %j', (change, words) => {
  hold([change])
  show(<PendingSettingsBanner />)
  const notice = screen.getByRole('status')
  expect(notice.textContent).toContain('A change in settings.json lowers your protection.')
  expect(within(notice).getByRole('listitem').textContent).toBe(words)
})

test('takes no focus, approves what was shown, and is disabled for a moment when the change differs', async () => {
  const bridge = installFakeBridge()
  hold([review])
  show(<PendingSettingsBanner />)
  expect(document.activeElement).toBe(document.body)
  fireEvent.click(button('Apply change'))
  expect(bridge.inputsOf('settings.answer-waiting-change')).toEqual([])
  await findEnabledButton('Apply change')
  hold([review, { path: ['roots', '/'], from: null, to: 'every' }], 'two')
  fireEvent.click(button('Apply change'))
  expect(bridge.inputsOf('settings.answer-waiting-change')).toEqual([])
  await findEnabledButton('Apply change')
  await act(async () => fireEvent.click(button('Apply change')))
  expect(bridge.inputsOf('settings.answer-waiting-change')).toEqual([{ id: 'two', isUsed: true }])
})

test('restores the file on the other answer, and says there why that failed', async () => {
  const bridge = installFakeBridge({
    handlers: {
      'settings.answer-waiting-change': () => {
        throw new FakeFailure('SETTINGS_WRITE_FAILED', 'The file is read-only.')
      }
    }
  })
  hold([review])
  show(<PendingSettingsBanner />)
  await act(async () => fireEvent.click(button('Keep current setting')))
  expect(bridge.inputsOf('settings.answer-waiting-change')).toEqual([{ id: 'one', isUsed: false }])
  expect(screen.getByRole('alert').textContent).toBe('The file is read-only.')
})
