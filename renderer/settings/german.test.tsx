import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultSamplingLimits } from '../../app/contract/limits'
import { showLanguage } from '../../app/texts/translated'
import { subscribe } from '../bridge/subscribe'
import { installFakeBridge } from '../testing/fake-bridge'
import { sampleServer } from '../testing/sample-state'
import { SettingsDialog } from './settings-dialog'

beforeEach(() => showLanguage('de'))
afterEach(async () => {
  cleanup()
  await showLanguage('en')
})

test('shows the limits of a server in German, including numbers', async () => {
  const rule = { serverName: 'notes', mode: 'ask', ...defaultSamplingLimits } as const
  const used = { requestsToday: 7, tokensToday: 12_500, moneyToday: 0 }
  installFakeBridge({
    snapshot: {
      servers: [sampleServer({ name: 'notes' })],
      consent: { grants: [], trustedServers: [], samplingRules: [{ ...rule, ...used, tokensPerDay: 50_000 }] }
    }
  })
  const subscription = subscribe()
  render(<SettingsDialog open onClose={() => {}} section="sampling" />)
  await act(() => subscription.ready)
  expect(screen.getByRole('tab', { name: 'Erlaubnisse' })).toBeTruthy()
  const card = screen.getByRole('region', { name: 'Sampling von notes' })
  expect(card.textContent).toContain('12.500 von 50.000 Token')
  expect(card.textContent).toContain('Sie prüfen jede Anfrage')
  subscription.end()
})
