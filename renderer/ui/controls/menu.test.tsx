import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Dialog } from './dialog'
import { Menu } from './menu'

function Page({ takesFocus }: { readonly takesFocus: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Menu
        trigger={<button type="button">Actions</button>}
        items={[
          { label: 'Delete', takesFocus, onSelect: () => setIsOpen(true) },
          { label: 'Copy', onSelect: () => {} }
        ]}
      />
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Delete it?">
        For good.
      </Dialog>
      <div role="dialog" aria-label="Commands">
        <input aria-label="Search" />
      </div>
    </>
  )
}

const button = () => screen.getByRole('button', { name: 'Actions', hidden: true })
const search = () => screen.getByRole('textbox', { name: 'Search', hidden: true })
const isGone = (role: string, name?: string) =>
  waitFor(() => expect(screen.queryByRole(role, name === undefined ? {} : { name })).toBeNull())

async function open(takesFocus = false) {
  render(<Page takesFocus={takesFocus} />)
  const person = userEvent.setup()
  await person.tab()
  await person.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Delete'))
  return person
}

it('returns the focus to the button on Escape', async () => {
  const person = await open()
  await person.keyboard('{Escape}')
  await isGone('menu')
  await waitFor(() => expect(document.activeElement).toBe(button()))
})

it.each([true, false])(
  'leaves the focus with a dialog opened by an item, and returns it to the button when that closes (says so: %s)',
  async (takesFocus) => {
    const person = await open(takesFocus)
    await person.keyboard('{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Delete it?' })
    await isGone('menu')
    await act(async () => {})
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await person.keyboard('{Escape}')
    await isGone('dialog', 'Delete it?')
    await waitFor(() => expect(document.activeElement).toBe(button()))
  }
)

it('leaves the focus with a dialog that took it while the menu closed', async () => {
  await open()
  act(() => {
    fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' })
    search().focus()
  })
  await isGone('menu')
  await act(async () => {})
  expect(document.activeElement).toBe(search())
})
