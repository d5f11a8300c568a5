import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { AddingView } from '../../../app/contract/servers/adding'
import { subscribe } from '../../bridge/subscribe'
import { findEnabledButton } from '../../testing/enabled-button'
import { installFakeBridge } from '../../testing/fake-bridge'
import { show } from '../../testing/show'
import { AddingDialog } from '../adding-dialog'

const view: AddingView = {
  type: 'download',
  id: 'd1',
  url: 'https://files.example/a\u202eb.mcpb',
  host: 'files.example',
  sha256: 'ab'.repeat(32),
  from: 'directory',
  ledHereBy: 'github.com',
  mostBytes: 536_870_912
}

test('shows the whole address of a bundle with its checksum and source, and fetches it only when pressed', async () => {
  const bridge = installFakeBridge({
    snapshot: { adding: { id: 'd1', isReading: false } },
    handlers: { 'adding.read': () => view, 'adding.download': () => null }
  })
  const subscription = subscribe()
  show(<AddingDialog />)
  await act(() => subscription.ready)
  const dialog = within(await screen.findByRole('dialog', { name: 'Download a bundle from files.example?' }))
  expect(dialog.getByText('github.com redirected to this address.')).toBeTruthy()
  expect(dialog.getByText('ab'.repeat(32))).toBeTruthy()
  expect(document.body.textContent).toContain('U+202E')
  expect(bridge.inputsOf('adding.download')).toEqual([])
  await userEvent.click(await findEnabledButton('Download'))
  expect(bridge.inputsOf('adding.download')).toEqual([{ id: 'd1' }])
  subscription.end()
})
