/** A small menu behind a button: acts on one row or one thing. */
import { Menu as Base } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import { classNames } from '../base/class-names'
import './select.css'
import './menu.css'

export interface MenuItem {
  readonly label: string
  readonly icon?: LucideIcon
  readonly isDanger?: boolean
  readonly onSelect: () => void
}

/** `trigger` is the button that opens the menu; it brings its own accessible name. */
export function Menu({
  trigger,
  items
}: {
  readonly trigger: ReactElement
  readonly items: readonly MenuItem[]
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="select-positioner" sideOffset={4} align="end">
          <Base.Popup className="menu-popup">
            {items.map(({ label, icon: Icon, isDanger, onSelect }) => (
              <Base.Item
                key={label}
                className={classNames('menu-item', isDanger && 'menu-item-danger')}
                onClick={onSelect}
              >
                <span className="menu-item-label">
                  {Icon && <Icon size={14} aria-hidden />}
                  {label}
                </span>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
