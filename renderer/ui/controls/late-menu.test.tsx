import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { LateMenu } from './late-menu'

const renderMenu = (isDisabled = false) => {
  const onSelect = vi.fn()
  render(
    <LateMenu
      trigger={
        <button type="button" disabled={isDisabled}>
          Actions
        </button>
      }
      items={[{ label: 'Rename', onSelect }]}
    />
  )
  return {
    onSelect,
    person: userEvent.setup(),
    button: () => screen.getByRole('button', { name: 'Actions' })
  }
}
const item = () => screen.findByRole('menuitem', { name: 'Rename' })

it('a press that comes before the menu does opens it', async () => {
  const { button } = renderMenu()
  fireEvent.click(button())
  expect(await item()).toBeTruthy()
})

it('the first press opens it, the item is chosen, and the button opens it again', async () => {
  const { person, button, onSelect } = renderMenu()
  await person.click(button())
  // The button that went down has been replaced by the menu's own: in a window the end of the press would come there.
  fireEvent.mouseUp(button())
  await person.click(await item())
  expect(onSelect).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
  await person.click(button())
  expect(await item()).toBeTruthy()
})

it('an item is chosen once, also where the press was over before the menu came', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  try {
    const { button, onSelect } = renderMenu()
    const press = (name: string) => new globalThis.MouseEvent(name, { bubbles: true })
    act(() => {
      button().dispatchEvent(press('mousedown'))
      // Where the menu's own button is: none that went down is let go, so no click comes of it.
      document.body.dispatchEvent(press('mouseup'))
    })
    const rename = await item()
    // As long as a person takes who reads the menu.
    act(() => {
      vi.advanceTimersByTime(1_000)
    })
    fireEvent.mouseDown(rename)
    fireEvent.mouseUp(rename)
    fireEvent.click(rename)
    expect(onSelect).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})

it.each(['{Enter}', ' ', '{ArrowDown}'])(
  'by keyboard %s opens it, and Escape leads back to the button',
  async (key) => {
    const { person, button } = renderMenu()
    expect(button().getAttribute('aria-haspopup')).toBe('menu')
    await person.tab()
    await person.keyboard(key)
    await waitFor(async () => expect(document.activeElement).toBe(await item()))
    await person.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(button()))
  }
)

it('the button of what can’t be done now opens nothing', () => {
  const { button } = renderMenu(true)
  fireEvent.mouseDown(button())
  fireEvent.click(button())
  expect(button().getAttribute('aria-expanded')).toBe('false')
})
