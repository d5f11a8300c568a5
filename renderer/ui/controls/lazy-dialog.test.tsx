import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { lazy, useState } from 'react'
import { expect, it } from 'vitest'
import { Dialog } from './dialog'
import { LazyDialog } from './lazy-dialog'

/** A dialog `Otters` that is opened at once and loaded when `arrive` is called. */
function lateOtters() {
  let arrived = () => {}
  const loading = new Promise<{ default: typeof Otters }>((resolve) => {
    arrived = () => resolve({ default: Otters })
  })
  const Late = lazy(() => loading)
  function Page() {
    const [isOpen, setIsOpen] = useState(true)
    const close = () => setIsOpen(false)
    return (
      <LazyDialog open={isOpen} onClose={close}>
        <Late open={isOpen} onClose={close} />
      </LazyDialog>
    )
  }
  render(<Page />)
  return {
    arrive: () =>
      act(async () => {
        arrived()
        await loading
      })
  }
}

function Otters(props: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog {...props} title="Otters">
      They sleep hand in hand.
    </Dialog>
  )
}

it('shows the dialog once it is loaded, and closes it on Escape', async () => {
  const { arrive } = lateOtters()
  await arrive()
  expect(screen.getByRole('dialog', { name: 'Otters' })).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('is closed by Escape before the dialog is loaded', async () => {
  const { arrive } = lateOtters()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await arrive()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('ignores a key that another element handled or that composes a letter', async () => {
  const { arrive } = lateOtters()
  const take = (event: KeyboardEvent) => event.preventDefault()
  document.body.addEventListener('keydown', take)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  document.body.removeEventListener('keydown', take)
  fireEvent.keyDown(document.body, { key: 'Escape', isComposing: true })
  await arrive()
  expect(screen.getByRole('dialog', { name: 'Otters' })).toBeTruthy()
})
