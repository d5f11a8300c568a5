import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Filled, hole } from './filled'

it('puts each element where its language wants it', () => {
  const { container, rerender } = render(
    <Filled
      text={`${hole('tool')} on ${hole('server')}!`}
      with={{ tool: <b>read</b>, server: <i>files</i> }}
    />
  )
  expect(container.innerHTML).toBe('<b>read</b> on <i>files</i>!')
  rerender(
    <Filled
      text={`Auf ${hole('server')}: ${hole('tool')}`}
      with={{ tool: <b>read</b>, server: <i>files</i> }}
    />
  )
  expect(container.innerHTML).toBe('Auf <i>files</i>: <b>read</b>')
})

it('shows hidden characters between them, and omits a missing element', () => {
  const { container } = render(<Filled text={`a\u200Bb ${hole('x')} c`} with={{}} />)
  expect(container.textContent).toContain('U+200B')
  expect(container.textContent).toMatch(/ c$/u)
})
