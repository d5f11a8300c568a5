import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { SideBySide } from './side-by-side'

const lines = (count: number, changed: string) =>
  Array.from({ length: count }, (_, index) => (index === 10 ? changed : `line ${index}`)).join('\n')

it('folds the lines that are far from a difference', async () => {
  render(<SideBySide label="Text" before={lines(30, 'old')} after={lines(30, 'new')} />)
  expect(screen.getAllByRole('listitem')).toHaveLength(5)
  await userEvent.click(screen.getByRole('button', { name: 'Show 25 unchanged lines' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(30)
  expect(screen.getByRole('button', { name: 'Hide unchanged lines' }).getAttribute('aria-expanded')).toBe(
    'true'
  )
})

it('shows a text that only one side has', () => {
  const { container } = render(<SideBySide label="Text" before={null} after={'one\ntwo'} />)
  expect([...container.querySelectorAll('ins')].map(({ textContent }) => textContent)).toEqual(['one', 'two'])
  expect(container.querySelector('del')).toBeNull()
})

it('shows added and removed lines next to each other', () => {
  const { container } = render(<SideBySide label="Text" before={'a\nold\nb'} after={'a\nnew\nmore\nb'} />)
  const rows = [...container.querySelectorAll('li')].map((row) =>
    [...row.children].map(({ textContent }) => textContent)
  )
  expect(rows).toEqual([
    ['a', 'a'],
    ['old', 'new'],
    ['', 'more'],
    ['b', 'b']
  ])
})
