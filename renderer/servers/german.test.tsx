import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../app/texts/translated'
import { subscribe } from '../bridge/subscribe'
import { installFakeBridge } from '../testing/fake-bridge'
import { sampleServer } from '../testing/sample-state'
import { showServerPage } from '../testing/show-server-page'
import { ServersDialog } from './servers-dialog'

beforeEach(() => showLanguage('de'))
afterEach(async () => {
  cleanup()
  await showLanguage('en')
})

test('lists, filters and shows servers in German', async () => {
  const waiting = sampleServer({ name: 'files', state: 'waiting-for-trust', toolCount: 0 })
  const counts = { calls: 1_200, failedCalls: 3, restarts: 2, lastCallAt: null, medianMs: null }
  const others = ['a', 'b', 'c', 'd', 'e'].map((name) => sampleServer({ name, toolCount: 2, counts }))
  installFakeBridge({ snapshot: { servers: [waiting, ...others] } })
  const subscription = subscribe()
  render(<ServersDialog open onClose={() => {}} />)
  await act(() => subscription.ready)
  expect(screen.getByRole('button', { name: 'Server hinzufügen' })).toBeTruthy()
  const item = within(screen.getByRole('listitem', { name: 'a' }))
  expect(item.getByText('2 Tools')).toBeTruthy()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Server filtern' }), 'vertrauen')
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(screen.getByRole('listitem', { name: 'files' }).textContent).toContain('wartet auf Vertrauen')
  cleanup()
  showServerPage({ serverName: 'a' })
  expect(screen.getByText(/1\.200 Aufrufe, davon 3 fehlgeschlagen · 2-mal neu gestartet/)).toBeTruthy()
  subscription.end()
})
