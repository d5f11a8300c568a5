/** A menu that is loaded once one is on the screen. A press that comes before it opens it as soon as it is there. */
import { cloneElement, lazy, Suspense, useState } from 'react'
import type { ComponentProps, ReactElement } from 'react'
import type { MenuProps } from './menu'

const Menu = lazy(() => import('./menu').then((module) => ({ default: module.Menu })))

export interface LateMenuProps extends Omit<MenuProps, 'trigger' | 'isOpenAtFirst'> {
  readonly trigger: ReactElement<ComponentProps<'button'>>
}

export function LateMenu({ trigger, items }: LateMenuProps) {
  const [isWanted, setIsWanted] = useState(false)
  return (
    <Suspense fallback={cloneElement(trigger, { onClick: () => setIsWanted(true) })}>
      <Menu trigger={trigger} items={items} isOpenAtFirst={isWanted} />
    </Suspense>
  )
}
