/** A small menu behind a button: acts on one row or one thing. */
import { Menu as Base } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactElement } from 'react'
import { classNames } from '../base/class-names'
import { hasLaterDialogFocus } from './later-dialog'
import selectStyles from './select.module.css'
import styles from './menu.module.css'

export interface MenuItem {
  /** Where two items may have the same words. */
  readonly key?: string
  readonly label: string
  readonly icon?: LucideIcon
  readonly isDanger?: boolean
  /** What it opens has the focus from then on; the menu does not give it back to what had it before. */
  readonly takesFocus?: boolean
  readonly onSelect: () => void
}

export interface MenuProps {
  /** The button that opens the menu; it brings its own accessible name. */
  readonly trigger: ReactElement
  readonly items: readonly MenuItem[]
  readonly firstPress?: FirstPress
}

/** It came before the menu did, which opens by it as it would have: the kind of press says what has the focus then. */
export interface FirstPress {
  readonly event: globalThis.MouseEvent | globalThis.KeyboardEvent
  /** False: the button of the mouse was let go before the menu was there. */
  readonly isHeld: () => boolean
}

export function Menu({ trigger, items, firstPress }: MenuProps) {
  const chosen = useRef<MenuItem | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const missed = useRef(firstPress)
  const end = () => chosen.current?.takesFocus !== true && !hasLaterDialogFocus(null, button.current)
  useEffect(() => {
    if (missed.current === undefined || button.current === null) return
    button.current.focus()
    pressAgain(button.current, missed.current)
    missed.current = undefined
  }, [])
  return (
    <Base.Root onOpenChange={(isOpen) => isOpen && (chosen.current = null)}>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal>
        <Base.Positioner className={selectStyles.selectPositioner} sideOffset={4} align="end">
          <Base.Popup className={styles.menuPopup} finalFocus={end}>
            {items.map((item) => (
              <Base.Item
                key={item.key ?? item.label}
                className={classNames(styles.menuItem, item.isDanger && styles.menuItemDanger)}
                onClick={() => {
                  chosen.current = item
                  item.onSelect()
                }}
              >
                <span className={styles.menuItemLabel}>
                  {item.icon && <item.icon size={14} aria-hidden />}
                  {item.label}
                </span>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function pressAgain(button: HTMLElement, { event, isHeld }: FirstPress): void {
  // An event says all that one of its kind is made from.
  const Kind = event instanceof globalThis.KeyboardEvent ? globalThis.KeyboardEvent : globalThis.MouseEvent
  button.dispatchEvent(new Kind(event.type, event))
  // Still waiting for it, the menu would take the end of the press on an item for it, and choose the item twice.
  if (event.type === 'mousedown' && !isHeld())
    button.dispatchEvent(new globalThis.MouseEvent('mouseup', event))
}
