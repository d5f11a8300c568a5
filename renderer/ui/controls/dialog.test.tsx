import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Dialog } from './dialog'

function Page() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Otters
      </button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Otters">
        They sleep hand in hand.
      </Dialog>
      <div role="dialog" aria-label="Commands">
        <input aria-label="Search" />
      </div>
    </>
  )
}

async function open() {
  render(<Page />)
  const opener = screen.getByRole('button', { name: 'Otters' })
  opener.focus()
  fireEvent.click(opener)
  const dialog = await screen.findByRole('dialog', { name: 'Otters' })
  await waitFor(() => expect(document.activeElement).toBe(dialog))
  return opener
}

const isGone = () => waitFor(() => expect(screen.queryByRole('dialog', { name: 'Otters' })).toBeNull())

it('returns the focus to what opened it', async () => {
  const opener = await open()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await isGone()
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

it('leaves the focus with a dialog that took it while this one closed', async () => {
  await open()
  const search = screen.getByRole('textbox', { name: 'Search', hidden: true })
  act(() => {
    fireEvent.keyDown(document.body, { key: 'Escape' })
    search.focus()
  })
  await isGone()
  await act(async () => {})
  expect(document.activeElement).toBe(search)
})

function Stack() {
  const [isConfirming, setIsConfirming] = useState(false)
  const [isRemoved, setIsRemoved] = useState(false)
  return (
    <Dialog open onClose={() => {}} title="Servers">
      {!isRemoved && (
        <button type="button" onClick={() => setIsConfirming(true)}>
          Remove
        </button>
      )}
      <Dialog open={isConfirming} onClose={() => setIsConfirming(false)} title="Remove the server?">
        <button
          type="button"
          onClick={() => {
            setIsRemoved(true)
            setIsConfirming(false)
          }}
        >
          Yes
        </button>
      </Dialog>
    </Dialog>
  )
}

it('leaves the focus in the dialog below when what opened it is gone', async () => {
  render(<Stack />)
  const below = await screen.findByRole('dialog', { name: 'Servers' })
  const opener = screen.getByRole('button', { name: 'Remove' })
  opener.focus()
  fireEvent.click(opener)
  fireEvent.click(await screen.findByRole('button', { name: 'Yes' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Remove the server?' })).toBeNull())
  await waitFor(() => expect(below.contains(document.activeElement)).toBe(true))
})
