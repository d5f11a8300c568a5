import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { tellSizes } from '../../testing/fake-resize-observer'
import { Clamp } from './clamp'

afterEach(() => vi.restoreAllMocks())

const height = (px: number) => vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(px)
const moreButton = () => screen.queryByRole('button', { name: 'Show more' })

test('gets its button when the window becomes too narrow for it, and loses it in a wider one', () => {
  const tell = tellSizes()
  height(0)
  render(<Clamp>A text that needs more lines in a narrow window.</Clamp>)
  tell()
  expect(moreButton()).toBeNull()
  height(900)
  tell()
  expect(moreButton()).not.toBeNull()
  height(0)
  tell()
  expect(moreButton()).toBeNull()
})

test('expands and cuts again with the same button', async () => {
  const tell = tellSizes()
  height(900)
  render(<Clamp>A long text.</Clamp>)
  tell()
  await userEvent.click(screen.getByRole('button', { name: 'Show more', expanded: false }))
  await userEvent.click(screen.getByRole('button', { name: 'Show less', expanded: true }))
  tell()
  expect(moreButton()).not.toBeNull()
})

test('names what is cut on its button', () => {
  const tell = tellSizes()
  height(900)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(220)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return new DOMRect(0, 0, 100, Number(this.dataset['height'] ?? 0))
  })
  render(
    <Clamp nameOf={(pieces) => pieces.join(' and ')}>
      <p data-piece="the text" data-height="200" />
      <p data-piece="a picture" data-height="500" />
      <p data-piece="a file" data-height="900" />
    </Clamp>
  )
  tell()
  expect(screen.getByRole('button', { name: 'Show a picture and a file' })).toBeTruthy()
})
