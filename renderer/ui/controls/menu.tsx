/** A small menu behind a button: acts on one row or one thing. */
import { Menu as Base } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import { classNames } from '../base/class-names'
import selectStyles from './select.module.css'
import styles from './menu.module.css'

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
        <Base.Positioner className={selectStyles.selectPositioner} sideOffset={4} align="end">
          <Base.Popup className={styles.menuPopup}>
            {items.map(({ label, icon: Icon, isDanger, onSelect }) => (
              <Base.Item
                key={label}
                className={classNames(styles.menuItem, isDanger && styles.menuItemDanger)}
                onClick={onSelect}
              >
                <span className={styles.menuItemLabel}>
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
