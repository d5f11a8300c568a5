import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import type { PermissionSuggestion } from '../../../app/contract/consent-view'
import { findEnabledButton } from '../../testing/enabled-button'
import { installFakeBridge } from '../../testing/fake-bridge'
import { setStripPlace } from '../../parts/question-places-view-store'
import { SuggestedPermission } from './suggested-permission'

afterEach(cleanup)

const habit: PermissionSuggestion = {
  id: 'habit',
  serverName: 'files',
  toolName: 'read_file',
  conversationId: 'one',
  conditions: [{ type: 'path-below', pointer: '/path', folder: '/home/ada/notes' }],
  free: [],
  calls: 5
}

function show(changes: Partial<PermissionSuggestion> = {}, shown = 'one') {
  const bridge = installFakeBridge({
    snapshot: { consent: { grants: [], trustedServers: [], habits: [{ ...habit, ...changes }] } },
    handlers: { 'consent.answer-suggestion': () => null }
  })
  render(
    <>
      <div ref={setStripPlace} />
      <SuggestedPermission conversationId={shown} />
    </>
  )
  return bridge
}

it('offers what five approvals had in common, with its limits and no preselected answer', async () => {
  const bridge = show()
  const offer = screen.getByRole('region', { name: 'Stop asking for read_file on files?' })
  expect(offer.textContent).toContain('You allowed 5 such calls.')
  expect(offer.textContent).toContain('“path” is inside /home/ada/notes')
  expect(offer.contains(document.activeElement)).toBe(false)
  await userEvent.click(await findEnabledButton('Allow in this conversation'))
  expect(bridge.inputsOf('consent.answer-suggestion')).toEqual([{ suggestionId: 'habit', isAccepted: true }])
})

it('names what stays unrestricted by the permission', () => {
  show({ free: ['/head', '/options/encoding'] })
  expect(screen.getByText('Any value is allowed for “head” and “options → encoding”.')).toBeTruthy()
  cleanup()
  show()
  expect(screen.queryByText(/Any value is allowed/)).toBeNull()
})

it('is dismissed permanently', async () => {
  const bridge = show()
  await userEvent.click(screen.getByRole('button', { name: 'Keep asking' }))
  expect(bridge.inputsOf('consent.answer-suggestion')).toEqual([{ suggestionId: 'habit', isAccepted: false }])
})

it('says so if nothing limits it, and stays in its conversation', () => {
  show({ conditions: [] })
  expect(screen.getByText('With any arguments.')).toBeTruthy()
  cleanup()
  show({}, 'two')
  expect(screen.queryByRole('region')).toBeNull()
})
