/** The page takes over the first frame that the build has drawn, with what the user has typed there. */
import { act, screen, waitFor } from '@testing-library/react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { earlyBox, escapedEarly, pressedEarly, sentEarly } from '../../app/contract/bridge/early-input'
import { subscribe } from '../bridge/subscribe'
import { readDraft, setDraft } from '../conversation/content/drafts-view-store'
import { emptyProjection, useProjection } from '../state/projection'
import { installFakeBridge } from '../testing/fake-bridge'
import { dropFirstFrame } from './drop-first-frame'
import { useNavigation } from './navigation-view-store'
import { WholeWindow } from './whole-window'

let end = () => {}
afterEach(() => end())

/** As the page is before any script; `typed` is in the message box. */
function firstFrame(typed: string, mark?: string, isQuick = false) {
  setDraft(null, '')
  useNavigation.setState({ ...useNavigation.getInitialState(), isQuick }, true)
  const bridge = installFakeBridge()
  useProjection.setState(emptyProjection, true)
  const element = document.createElement('div')
  element.innerHTML = renderToString(<WholeWindow />)
  document.body.append(element)
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
  box.setAttribute(earlyBox, '')
  if (mark !== undefined) box.setAttribute(mark, '')
  box.focus()
  box.value = typed
  box.setSelectionRange(2, 2)
  return { bridge, element, box }
}

async function takeOver(element: HTMLElement) {
  const onRecoverableError = vi.fn()
  let root: Root | null = null
  await act(async () => {
    root = hydrateRoot(element, <WholeWindow />, { onRecoverableError })
  })
  end = () => {
    act(() => root?.unmount())
    element.remove()
  }
  return { onRecoverableError }
}

it('keeps the message box with its text, caret and focus', async () => {
  const { element, box } = firstFrame('Hello')
  const { onRecoverableError } = await takeOver(element)
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(screen.getByRole('textbox', { name: 'Message' })).toBe(box)
  expect([box.value, box.selectionStart, document.activeElement]).toEqual(['Hello', 2, box])
  expect(readDraft(null)).toBe('Hello')
})

it('sends what was sent before, once the host is there', async () => {
  const { bridge, element } = firstFrame('Hello', sentEarly)
  await takeOver(element)
  expect(bridge.inputsOf('conversation.send')).toEqual([])
  const subscription = subscribe()
  await act(() => subscription.ready)
  await waitFor(() => expect(bridge.inputsOf('conversation.send')).toMatchObject([{ text: 'Hello' }]))
  subscription.end()
})

it('presses the button that was pressed before', async () => {
  const { element } = firstFrame('')
  screen.getByRole('button', { name: 'Hide conversations' }).setAttribute(pressedEarly, '')
  await takeOver(element)
  expect(screen.queryByRole('navigation')).toBeNull()
})

it('closes the quick window if Escape was pressed before', async () => {
  const { bridge, element, box } = firstFrame('Hello', escapedEarly, true)
  await takeOver(element)
  expect(bridge.inputsOf('window.show-quick')).toEqual([{ isShown: false }])
  expect(box.value).toBe('Hello')
})

it('keeps the text of a first frame that the page draws again', async () => {
  const { element } = firstFrame('Hello')
  dropFirstFrame(element)
  const root = createRoot(element)
  await act(async () => root.render(<WholeWindow />))
  end = () => {
    act(() => root.unmount())
    element.remove()
  }
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toBe('Hello')
})
