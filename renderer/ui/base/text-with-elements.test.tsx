import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { TextWithElements, textSlot } from './text-with-elements'

it('puts each element where its language wants it', () => {
  const { container, rerender } = render(
    <TextWithElements
      text={`${textSlot('tool')} on ${textSlot('server')}!`}
      with={{ tool: <b>read</b>, server: <i>files</i> }}
    />
  )
  expect(container.innerHTML).toBe('<b>read</b> on <i>files</i>!')
  rerender(
    <TextWithElements
      text={`Auf ${textSlot('server')}: ${textSlot('tool')}`}
      with={{ tool: <b>read</b>, server: <i>files</i> }}
    />
  )
  expect(container.innerHTML).toBe('Auf <i>files</i>: <b>read</b>')
})

it('shows hidden characters between them, and omits a missing element', () => {
  const { container } = render(<TextWithElements text={`a\u200Bb ${textSlot('x')} c`} with={{}} />)
  expect(container.textContent).toContain('U+200B')
  expect(container.textContent).toMatch(/ c$/u)
})
