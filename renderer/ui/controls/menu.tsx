/** A small menu behind a button: actions for one row or one thing. */
import { Menu as Base } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactElement } from 'react'
import { classNames } from '../base/class-names'
import { hasNewerDialogFocus } from './newer-dialog'
import selectStyles from './select.module.css'
import styles from './menu.module.css'

export interface MenuItem {
  /** For items with the same text. */
  readonly key?: string
  readonly label: string
  readonly icon?: LucideIcon
  readonly isDanger?: boolean
  /** What it opens keeps the focus; the menu does not return it to the previous element. */
  readonly takesFocus?: boolean
  readonly onSelect: () => void
}

export interface MenuProps {
  /** The button that opens the menu; it has its own accessible name. */
  readonly trigger: ReactElement
  readonly items: readonly MenuItem[]
  readonly firstPress?: FirstPress
}

/** The press came before the menu was loaded, which then opens as if pressed: the kind of press decides the focus. */
export interface FirstPress {
  readonly event: globalThis.MouseEvent | globalThis.KeyboardEvent
  /** False: the mouse button was released before the menu was there. */
  readonly isHeld: () => boolean
}

export function Menu({ trigger, items, firstPress }: MenuProps) {
  const chosen = useRef<MenuItem | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const missed = useRef(firstPress)
  const end = () => chosen.current?.takesFocus !== true && !hasNewerDialogFocus(null, button.current)
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
  // The event has all fields to construct another of its kind.
  const Kind = event instanceof globalThis.KeyboardEvent ? globalThis.KeyboardEvent : globalThis.MouseEvent
  button.dispatchEvent(new Kind(event.type, event))
  // Otherwise the menu would take the release on an item for the end of this press, and run the item twice.
  if (event.type === 'mousedown' && !isHeld())
    button.dispatchEvent(new globalThis.MouseEvent('mouseup', event))
}
