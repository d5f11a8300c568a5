import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '../../testing/show'
import { Dialog } from './dialog'
import { RenderBoundary } from './render-boundary'

let isBroken = true

function Fragile() {
  if (isBroken) throw new Error('a part that can’t be drawn')
  return <p>All is well.</p>
}

beforeEach(() => {
  isBroken = true
  vi.spyOn(console, 'error').mockImplementation(() => {}) // React reports what a boundary catches
})

test('keeps the rest when one part fails, says so, and shows its unformatted text', async () => {
  const { person } = show(
    <>
      <p>Beside it.</p>
      <RenderBoundary sentence="This card can’t be shown." text={() => '**as** written\u200B'}>
        <Fragile />
      </RenderBoundary>
    </>
  )
  expect(screen.getByText('Beside it.')).toBeTruthy()
  const failure = screen.getByRole('alert')
  expect(failure.textContent).toContain('This card can’t be shown. a part that can’t be drawn')
  await person.click(screen.getByRole('button', { name: 'Show as plain text' }))
  expect(screen.getByRole('group', { name: 'Plain text' }).textContent).toBe('**as** writtenU+200B')
  await person.click(screen.getByRole('button', { name: 'Hide plain text' }))
  expect(screen.queryByRole('group', { name: 'Plain text' })).toBeNull()
})

test('copies details with what failed, why and where', async () => {
  const copyText = vi.fn(async () => {})
  const { person } = show(
    <RenderBoundary sentence="This card can’t be shown." text={() => ''}>
      <Fragile />
    </RenderBoundary>,
    { copyText }
  )
  await person.click(screen.getByRole('button', { name: 'Copy details' }))
  const said = String(copyText.mock.calls[0])
  for (const part of ['This card', 'a part that can’t be drawn', 'Fragile']) expect(said).toContain(part)
})

test('tries again on request, in another way, and when its content has changed', async () => {
  const onPress = vi.fn(() => void (isBroken = false))
  const boundary = (version: number) => (
    <RenderBoundary
      sentence="This card can’t be shown."
      text={() => ''}
      waysOn={[{ label: 'Elsewhere', onPress }]}
      resetKeys={[version]}
    >
      <Fragile />
    </RenderBoundary>
  )
  const { person, rerender } = show(boundary(1))
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByRole('alert')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Elsewhere' }))
  expect(onPress).toHaveBeenCalled()
  expect(screen.getByText('All is well.')).toBeTruthy()

  isBroken = true
  rerender(boundary(1))
  expect(screen.getByRole('alert')).toBeTruthy()
  isBroken = false
  rerender(boundary(2))
  expect(screen.getByText('All is well.')).toBeTruthy()
})

test('keeps the frame of a dialog whose content fails, and can close it', async () => {
  const onClose = vi.fn()
  const { person } = show(
    <Dialog open title="Details" onClose={onClose}>
      <Fragile />
    </Dialog>
  )
  const dialog = screen.getByRole('dialog', { name: 'Details' })
  expect(dialog.textContent).toContain("Details can't be shown.")
  await person.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  expect(onClose).toHaveBeenCalled()
})
