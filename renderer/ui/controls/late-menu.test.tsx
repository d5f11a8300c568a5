import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { LateMenu } from './late-menu'

it('a press that comes before the menu does opens it', async () => {
  render(
    <LateMenu
      trigger={<button type="button">Actions</button>}
      items={[{ label: 'Rename', onSelect: () => undefined }]}
    />
  )
  fireEvent.click(screen.getByRole('button', { name: 'Actions' }))
  expect(await screen.findByRole('menuitem', { name: 'Rename' })).toBeTruthy()
})
