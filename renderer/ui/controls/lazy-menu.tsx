/**
 * A menu that is created by the first press of its button: lists have one per row, and most are never opened. Its
 * code is loaded as soon as the pointer or the focus is on the button.
 */
import { cloneElement, Suspense, useRef, useState } from 'react'
import type { ComponentProps, KeyboardEvent, MouseEvent, ReactElement } from 'react'
import { idlePart } from './late-part'
import type { FirstPress, MenuProps } from './menu'

const Menu = idlePart('menu', async () => (await import('./menu')).Menu)
const loadEarly = () => void Menu.load().catch(() => {}) // the press reports the problem

export interface LazyMenuProps extends Omit<MenuProps, 'trigger' | 'firstPress'> {
  readonly trigger: ReactElement<ComponentProps<'button'>>
}

export function LazyMenu({ trigger, items }: LazyMenuProps) {
  const [press, setPress] = useState<FirstPress>()
  const isHeld = useRef(false)
  const keep = ({ nativeEvent }: MouseEvent | KeyboardEvent) => {
    if (trigger.props.disabled !== true) setPress({ event: nativeEvent, isHeld: () => isHeld.current })
  }
  const holdAndKeep = (event: MouseEvent) => {
    if (event.button !== 0) return
    isHeld.current = true
    const letGo = () => (isHeld.current = false)
    // On the document, because the menu's button may replace the pressed one before the release.
    event.currentTarget.ownerDocument.addEventListener('mouseup', letGo, { once: true, capture: true })
    keep(event)
  }
  const button = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: loadEarly,
    onFocus: loadEarly,
    // Menus open when the button is pressed down.
    onMouseDown: holdAndKeep,
    onClick: keep,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      keep(event)
    }
  })
  return (
    <Suspense fallback={button}>
      {press === undefined ? button : <Menu trigger={trigger} items={items} firstPress={press} />}
    </Suspense>
  )
}
