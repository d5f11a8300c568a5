/** Where the focus goes after a choice. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Select } from './select'

afterEach(() => {
  cleanup()
  Reflect.deleteProperty(Element.prototype, 'getAnimations')
})

function Composer() {
  const textbox = useRef<HTMLTextAreaElement>(null)
  const options = [
    { value: 'direct', label: 'Direct' },
    { value: 'sonnet', label: 'Sonnet' }
  ]
  return (
    <>
      <Select label="Model" value="sonnet" onChange={() => {}} options={options} finalFocus={textbox} />
      <textarea ref={textbox} aria-label="Message" />
    </>
  )
}

test('stays in the message box, also while the list is still closing', async () => {
  // An animation that never ends keeps the list in the page.
  const animation = { finished: new Promise(() => {}) }
  Element.prototype.getAnimations = () => [animation as unknown as Animation]
  render(<Composer />)
  fireEvent.click(screen.getByRole('combobox', { name: 'Model' }))
  const option = await screen.findByRole('option', { name: 'Sonnet' })
  act(() => option.focus())
  expect(document.activeElement).toBe(option)
  fireEvent.keyDown(option, { key: 'Enter' })
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }))
  expect(option.isConnected).toBe(true)
  act(() => option.focus())
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }))
})
