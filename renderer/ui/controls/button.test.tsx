/** A button that becomes unavailable while pressed: the focus stays, presses do nothing. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Button, IconButton } from './button'
import { Switch } from './switch'
import { Plus } from 'lucide-react'

afterEach(cleanup)

const onPress = vi.fn()
afterEach(() => void onPress.mockReset())

function Once({ how }: { readonly how: 'disabled' | 'busy' | 'icon' }) {
  const [isOver, setIsOver] = useState(false)
  const press = () => {
    onPress()
    setIsOver(true)
  }
  if (how === 'icon') return <IconButton label="Stop" icon={Plus} disabled={isOver} onClick={press} />
  const props = how === 'busy' ? { isBusy: isOver } : { disabled: isOver }
  return (
    <Button {...props} onClick={press}>
      Stop
    </Button>
  )
}

const stop = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Stop' })

it.each(['disabled', 'busy', 'icon'] as const)(
  'keeps the focus when it is %s by its own press, says so and ignores presses',
  async (how) => {
    render(<Once how={how} />)
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(document.activeElement).toBe(stop())
    expect(stop().getAttribute('aria-disabled')).toBe('true')
    await userEvent.keyboard('{Enter} ')
    fireEvent.click(stop())
    expect(onPress).toHaveBeenCalledTimes(1)
    await userEvent.tab()
    expect(stop().disabled).toBe(true)
  }
)

it('submits no form while it is unavailable', async () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const form = (isBusy: boolean) => (
    <form onSubmit={onSubmit}>
      <Button type="submit" isBusy={isBusy}>
        Save
      </Button>
    </form>
  )
  const { rerender } = render(form(false))
  await userEvent.tab()
  rerender(form(true))
  await userEvent.keyboard('{Enter}')
  expect(onSubmit).not.toHaveBeenCalled()
  rerender(form(false))
  await userEvent.keyboard('{Enter}')
  expect(onSubmit).toHaveBeenCalledTimes(1)
})

it('keeps the focus of a switch as well', async () => {
  const toggle = (isDisabled: boolean) => (
    <Switch label="Offer it" isOn={false} isDisabled={isDisabled} onChange={onPress} />
  )
  const { rerender } = render(toggle(false))
  await userEvent.tab()
  rerender(toggle(true))
  const shown = screen.getByRole('switch', { name: 'Offer it' })
  expect(document.activeElement).toBe(shown)
  expect(shown.getAttribute('aria-disabled')).toBe('true')
  await userEvent.keyboard(' ')
  expect(onPress).not.toHaveBeenCalled()
})
