import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { LazyMenu } from './lazy-menu'

const renderMenu = (isDisabled = false) => {
  const onSelect = vi.fn()
  render(
    <LazyMenu
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

it('opens by a press that comes before the menu is loaded', async () => {
  const { button } = renderMenu()
  fireEvent.click(button())
  expect(await item()).toBeTruthy()
})

it('opens by the first press, runs the chosen item, and opens again by the button', async () => {
  const { person, button, onSelect } = renderMenu()
  await person.click(button())
  // The menu's button has replaced the pressed one, and would get the release in a window.
  fireEvent.mouseUp(button())
  await person.click(await item())
  expect(onSelect).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
  await person.click(button())
  expect(await item()).toBeTruthy()
})

it('runs an item once, also if the press was over before the menu was loaded', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  try {
    const { button, onSelect } = renderMenu()
    const press = (name: string) => new globalThis.MouseEvent(name, { bubbles: true })
    act(() => {
      button().dispatchEvent(press('mousedown'))
      // On the menu's button, which got no press, so that no click follows.
      document.body.dispatchEvent(press('mouseup'))
    })
    const rename = await item()
    // As long as a user who reads the menu takes.
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
  'opens by keyboard with %s, and returns the focus to the button on Escape',
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

it('opens nothing by a disabled button', () => {
  const { button } = renderMenu(true)
  fireEvent.mouseDown(button())
  fireEvent.click(button())
  expect(button().getAttribute('aria-expanded')).toBe('false')
})
