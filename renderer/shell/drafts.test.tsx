/** Drafts in the whole window: where they are saved while typing, and how they are restored. */
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ComposerDraft } from '../../app/contract/conversation/drafts'
import { subscribe } from '../bridge/subscribe'
import { clearAttachments } from '../conversation/content/attachments-view-store'
import { setDraft } from '../conversation/content/drafts-view-store'
import { saveDrafts } from '../conversation/content/save-drafts'
import { emptyProjection, useProjection } from '../state/projection'
import { installFakeBridge } from '../testing/fake-bridge'
import { sampleConversationSummary } from '../testing/sample-state'
import { show } from '../testing/show'
import { Layout } from './layout'
import { navigate, useNavigation } from './navigation-view-store'

let end = () => {}

beforeEach(() => {
  useNavigation.setState({ ...useNavigation.getInitialState(), isSidebarShown: true }, true)
  for (const id of [null, 'c1']) {
    setDraft(id, '')
    clearAttachments(id)
  }
})
afterEach(() => end())

/** `typed` is in the composer before the host's state arrives. */
async function open(drafts: ComposerDraft[] = [], typed = '') {
  act(() => useProjection.setState(emptyProjection, true))
  const bridge = installFakeBridge({ snapshot: { conversations: [sampleConversationSummary()], drafts } })
  const view = show(<Layout />)
  if (typed !== '') await view.person.type(box(), typed)
  const subscription = subscribe()
  await act(() => subscription.ready)
  const endKeeping = saveDrafts(useProjection.getState().storedDrafts)
  end = () => {
    subscription.end()
    endKeeping()
  }
  return { bridge, ...view }
}

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })

test('saves typed text a moment later, for its own conversation, and deletes it once sent', async () => {
  const { bridge, person } = await open()
  await person.type(box(), 'Half a sen')
  await waitFor(() =>
    expect(bridge.inputsOf('draft.keep').at(-1)).toEqual({
      conversationId: null,
      text: 'Half a sen',
      resources: [],
      files: []
    })
  )
  act(() => navigate.toConversation('c1'))
  await person.type(box(), 'Other')
  await waitFor(() => expect(bridge.inputsOf('draft.keep').at(-1)).toMatchObject({ conversationId: 'c1' }))
  await person.keyboard('{Enter}')
  await waitFor(() =>
    expect(bridge.inputsOf('draft.keep').at(-1)).toMatchObject({ conversationId: 'c1', text: '' })
  )
})

test('keeps text typed until the page closes', async () => {
  const { bridge, person } = await open()
  await person.type(box(), 'Now')
  act(() => void window.dispatchEvent(new Event('pagehide')))
  expect(bridge.inputsOf('draft.keep').at(-1)).toMatchObject({ text: 'Now' })
})

test('restores drafts with attachments by name, and names the files that must be added again', async () => {
  const resources = [{ serverName: 'notes', uri: 'notes://plan', name: 'The plan' }]
  await open([
    { conversationId: 'c1', text: 'Half a sen', resources, files: ['plan.pdf'] },
    { conversationId: null, text: 'New one', resources: [], files: [] }
  ])
  expect(box().value).toBe('New one')
  expect(await screen.findByText(/plan\.pdf/)).toBeTruthy()
  act(() => navigate.toConversation('c1'))
  expect(box().value).toBe('Half a sen')
  expect(screen.getByText('The plan')).toBeTruthy()
})

test('appends what was typed before the drafts arrived below them, and keeps both', async () => {
  const { bridge } = await open([{ conversationId: null, text: 'Of old', resources: [], files: [] }], 'Typed')
  await waitFor(() => expect(box().value).toBe('Of old\n\nTyped'))
  await waitFor(() => expect(bridge.inputsOf('draft.keep').at(-1)).toMatchObject({ text: 'Of old\n\nTyped' }))
})

test('sends only what was typed before the drafts arrived, and shows the draft after that', async () => {
  const resources = [{ serverName: 'notes', uri: 'notes://plan', name: 'The plan' }]
  const { bridge } = await open(
    [{ conversationId: null, text: 'Of old', resources, files: [] }],
    'Hello{Enter}'
  )
  await waitFor(() =>
    expect(bridge.inputsOf('conversation.send')).toMatchObject([{ text: 'Hello', resources: [] }])
  )
  act(() => navigate.toNewConversation())
  await waitFor(() => expect(box().value).toBe('Of old'))
})
