import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Dialog } from './dialog'

function Providers() {
  const [names, setNames] = useState(['near', 'far'])
  return (
    <Dialog open title="Providers" onClose={() => {}}>
      <ul aria-label="Known">
        {names.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => setNames(names.filter((each) => each !== name))}>
              Remove {name}
            </button>
          </li>
        ))}
      </ul>
      <button type="button">Add</button>
    </Dialog>
  )
}

it('moves the focus to the container of a button that is removed by its press, and to no other button', async () => {
  render(<Providers />)
  await screen.findByRole('dialog')
  for (const name of ['near', 'far']) {
    const button = screen.getByRole('button', { name: `Remove ${name}` })
    button.focus()
    fireEvent.click(button)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list')))
  }
  screen.getByRole('button', { name: 'Add' }).focus()
  expect(screen.getByRole('list').hasAttribute('tabindex')).toBe(false)
})

it('leaves the focus that is in another place', async () => {
  render(<Providers />)
  await screen.findByRole('dialog')
  const add = screen.getByRole('button', { name: 'Add' })
  screen.getByRole('button', { name: 'Remove near' }).focus()
  add.focus()
  fireEvent.click(screen.getByRole('button', { name: 'Remove near' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove near' })).toBeNull())
  expect(document.activeElement).toBe(add)
})
