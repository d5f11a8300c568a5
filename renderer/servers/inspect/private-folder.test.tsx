import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import type { PrivateFolderInfo as Folder } from '../../../app/contract/private-folder'
import { findEnabledButton } from '../../testing/enabled-button'
import { installFakeBridge } from '../../testing/fake-bridge'
import { sampleServers } from '../../testing/sample-state'
import { PrivateFolder } from './private-folder'

afterEach(cleanup)

function show(folder: Folder | null) {
  const bridge = installFakeBridge({
    handlers: { 'server.read private-folder': () => folder, 'server.clear': () => null }
  })
  const [server] = sampleServers
  if (server === undefined) throw new Error('There is a sample')
  render(<PrivateFolder server={server} />)
  return { bridge, serverName: server.name }
}

it.each([
  ['what it takes up and may', { bytes: 12_400_000, allowedMb: 4_096 }, '12.4 MB of 4,096 MB'],
  ['that it is past its limit', { bytes: Number.MAX_SAFE_INTEGER, allowedMb: 16 }, 'more than 16 MB'],
  ['that nothing is in it', { bytes: 0, allowedMb: 16 }, 'nothing yet'],
  ['that there is none yet', { bytes: null, allowedMb: 16 }, 'nothing yet']
])('says %s', async (_what, folder, words) => {
  show(folder)
  const section = await screen.findByRole('region', { name: 'Private folder' })
  expect(section.textContent).toContain(words)
})

it('clears it after a question', async () => {
  const { bridge, serverName } = show({ bytes: 5_000, allowedMb: 4_096 })
  await userEvent.click(await screen.findByRole('button', { name: 'Clear private data' }))
  const question = await screen.findByRole('dialog', { name: `Clear the private data of ${serverName}?` })
  expect(question.textContent).toContain('settings, caches and sign-ins')
  expect(bridge.inputsOf('server.clear')).toEqual([])
  await userEvent.click(await findEnabledButton('Clear private data', question))
  expect(bridge.inputsOf('server.clear')).toEqual([{ serverName, what: 'private-folder' }])
})

it('has no button for an empty folder', async () => {
  show({ bytes: null, allowedMb: 4_096 })
  expect(await screen.findByRole('button', { name: 'Clear private data' })).toHaveProperty('disabled', true)
})

it('is absent for a server without one', () => {
  show(null)
  expect(screen.queryByRole('region', { name: 'Private folder' })).toBeNull()
})
