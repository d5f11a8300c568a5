/** A runtime without security updates must be reported in the window, and licences must be readable. */
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { product } from '../../../app/contract/product'
import { installFakeBridge } from '../../testing/fake-bridge'
import { sampleSnapshot } from '../../testing/sample-state'
import { show } from '../../testing/show'
import { useProjection } from '../../state/projection'
import { AboutDialog } from './about-dialog'
import { electronSupport, isOutOfSupport } from './electron-support'
import { RuntimeNotice } from './runtime-notice'

beforeEach(() => localStorage.clear())

const on = (electronVersion: string): void =>
  act(() => useProjection.setState({ app: { ...sampleSnapshot().app, electronVersion } }))

test('SEC-11-12 shows the version of an unsupported runtime and what to do, without taking the focus', () => {
  show(<RuntimeNotice />)
  on('33.2.1')
  expect(screen.getByRole('status').textContent).toContain(
    'Electron 33.2.1 no longer gets security updates. Use a Parley build with a newer version.'
  )
  expect(document.activeElement).toBe(document.body)
})

test('stays hidden for a version, and returns for the next unsupported one', () => {
  const { unmount } = show(<RuntimeNotice />)
  on('33.2.1')
  fireEvent.click(screen.getByRole('button', { name: 'Hide this notice' }))
  expect(screen.queryByRole('status')).toBeNull()
  unmount()
  show(<RuntimeNotice />)
  expect(screen.queryByRole('status')).toBeNull()
  on('34.0.0')
  expect(screen.getByRole('status').textContent).toContain('34.0.0')
})

test.each([
  ['33.2.1', true],
  [`${electronSupport.oldest - 1}.9.9`, true],
  [`${electronSupport.oldest}.0.0`, false],
  ['45.4.1', false],
  ['99.0.0-beta.1', false],
  ['', false]
])('decides that %j is out of support: %s', (version, isOut) => {
  expect(isOutOfSupport(version)).toBe(isOut)
  show(<RuntimeNotice />)
  on(version)
  expect(screen.queryByRole('status') !== null).toBe(isOut)
})

test('shows in About the state of support, and the licence of every package in the build', async () => {
  const licence = { name: 'left-pad', version: '1.0.0', licence: 'MIT', text: 'Do as you like.' }
  const bridge = installFakeBridge({ handlers: { 'app.licences': () => [licence] } })
  show(<AboutDialog open onClose={() => {}} />)
  on('33.2.1')
  expect(screen.getByRole('dialog').textContent).toContain('As of Nov 22, 2026, versions 43 to 45 get them')
  expect(bridge.calls.filter(({ name }) => name === 'app.licences')).toEqual([])
  const summary = screen.getByText('Third-party licenses')
  const details = summary.closest('details') as HTMLDetailsElement
  details.open = true
  fireEvent(details, new Event('toggle'))
  expect(await within(details).findByText('left-pad · 1.0.0 · MIT')).toBeTruthy()
  expect(details.textContent).toContain('Do as you like.')
})

test('shows in About where Parley comes from, and where to report security problems', () => {
  installFakeBridge()
  show(<AboutDialog open onClose={() => {}} />)
  const { textContent } = screen.getByRole('dialog')
  expect(textContent).toContain(product.homepage)
  expect(textContent).toContain(product.securityContact)
})
