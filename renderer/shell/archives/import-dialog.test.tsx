/** The import of conversations on screen: its progress, what was imported, what wasn't and why. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ImportReport } from '../../../app/contract/conversation/imports'
import { subscribe } from '../../bridge/subscribe'
import { FakeFailure, installFakeBridge } from '../../testing/fake-bridge'
import { show } from '../../testing/show'
import { ImportDialog } from './import-dialog'

async function openDialog() {
  const bridge = installFakeBridge()
  const view = show(<ImportDialog open onClose={() => {}} />)
  const { ready } = subscribe(() => {})
  await act(async () => ready)
  return { bridge, ...view, dialog: within(screen.getByRole('dialog', { name: 'Import conversations' })) }
}

test("shows the progress and stops on request, then says what was imported and what wasn't", async () => {
  const { bridge, person, dialog } = await openDialog()
  const { promise, end } = ending()
  bridge.handle({ 'archive.import': () => promise })
  await person.click(dialog.getByRole('button', { name: 'Choose file…' }))
  act(() => bridge.emit('import.changed', { progress: { conversations: 12, bytes: 30, totalBytes: 120 } }))
  expect(dialog.getByRole('progressbar', { name: 'Import' }).getAttribute('value')).toBe('30')
  expect(dialog.getByText('12 conversations so far.')).toBeTruthy()
  await person.click(dialog.getByRole('button', { name: 'Stop import' }))
  expect(bridge.inputsOf('archive.stop-import')).toHaveLength(1)
  await act(async () => {
    bridge.emit('import.changed', { progress: null })
    end({
      added: 12,
      extended: 1,
      same: 2,
      failedCount: 103,
      leftOutFiles: 3,
      isStopped: true,
      failed: [
        { number: 4, title: 'Odd \u202e one', problem: 'unknown-form' },
        { number: 9, title: null, problem: 'broken' }
      ]
    })
  })
  const report = await waitFor(() => {
    const status = dialog.getByRole('status')
    expect(status.textContent).toContain('12 conversations were imported.')
    return status.textContent
  })
  expect(report).toContain('One conversation imported earlier has new messages.')
  expect(report).toContain('2 conversations were already here.')
  expect(report).toContain("3 images and files aren't in the export")
  expect(report).toContain("103 conversations couldn't be imported:")
  expect(report).toContain('No. 9')
  expect(report).toContain("This isn't valid JSON. Download the export again.")
  expect(report).toContain('And 101 more.')
  expect(report).not.toContain('\u202e')
  expect(dialog.queryByRole('progressbar')).toBeNull()
})

test('says why a file could not be read', async () => {
  const { bridge, person, dialog } = await openDialog()
  bridge.handle({
    'archive.import': () => {
      throw new FakeFailure('ARCHIVE_UNREADABLE', '“x.zip” has no conversations.json in it.')
    }
  })
  await person.click(dialog.getByRole('button', { name: 'Choose file…' }))
  expect(await dialog.findByText(/has no conversations\.json/)).toBeTruthy()
})

function ending() {
  let end: (report: ImportReport) => void = () => {}
  const promise = new Promise<ImportReport>((resolve) => (end = resolve))
  return { promise, end: (report: ImportReport) => end(report) }
}
