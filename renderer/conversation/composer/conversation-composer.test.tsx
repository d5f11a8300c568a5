import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { subscribe } from '../../bridge/subscribe'
import { installFakeBridge } from '../../testing/fake-bridge'
import { sampleModels } from '../../testing/sample-state'
import { show } from '../../testing/show'
import { setDraft } from '../content/drafts-view-store'
import { ConversationComposer } from './conversation-composer'

async function showDirectComposer() {
  installFakeBridge()
  setDraft(null, '')
  const { person } = show(
    <>
      <ConversationComposer
        isReady
        conversationId={null}
        isRunning={false}
        model="direct"
        models={sampleModels}
        connectedCount={2}
        requestedTool={null}
        onToolTaken={() => {}}
        onBegun={() => {}}
        onChooseModel={() => {}}
        onOpenServers={() => {}}
        onOpenSettings={() => {}}
      />
      <button type="button">Elsewhere</button>
    </>
  )
  const { ready } = subscribe()
  await act(async () => ready)
  const message = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
  await person.click(message)
  await person.keyboard('{ArrowDown}')
  const options = await screen.findAllByRole('option')
  return { person, message, options }
}

test('selects the tool under the pointer', async () => {
  const { message, options } = await showDirectComposer()
  const [first, second] = options
  if (first === undefined || second === undefined) throw new Error('Too few tools')
  expect(first.getAttribute('aria-selected')).toBe('true')
  fireEvent.mouseMove(second)
  expect(first.getAttribute('aria-selected')).toBe('false')
  expect(second.getAttribute('aria-selected')).toBe('true')
  expect(message.getAttribute('aria-activedescendant')).toBe(second.id)
})

test('closes the list of tools when the focus leaves it, but not when the window loses it', async () => {
  const { person } = await showDirectComposer()
  const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  await person.click(screen.getByRole('button', { name: 'Elsewhere' }))
  expect(screen.getByRole('listbox', { name: 'Tools' })).toBeTruthy()
  hasFocus.mockReturnValue(true)
  await person.click(screen.getByRole('textbox', { name: 'Message' }))
  await person.click(screen.getByRole('button', { name: 'Elsewhere' }))
  await waitFor(() => expect(screen.queryByRole('listbox', { name: 'Tools' })).toBeNull())
  hasFocus.mockRestore()
})
