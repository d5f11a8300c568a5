import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show'
import { Citations } from './citations'

test('numbers cited places with their pages, as plain text with hidden letters marked', () => {
  show(
    <Citations
      citations={[
        { source: 'report.pdf', quote: '**green** <img src=x>', pages: { from: 5, to: 5 } },
        { source: 'a\u202Efdp.exe', quote: 'x', pages: { from: 5, to: 7 } }
      ]}
    />
  )
  const list = screen.getByRole('list', { name: 'Sources of this part' })
  const [first, second] = within(list).getAllByRole('listitem')
  expect(first?.textContent).toBe('report.pdf, page 5**green** <img src=x>')
  expect(list.querySelector('img, strong')).toBeNull()
  expect(second?.textContent).toContain('pages 5–7')
  expect(second?.textContent).toContain('U+202E')
})
