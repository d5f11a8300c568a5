/** A line across a screen that stays until its problem is fixed or it is dismissed. */
import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { ui } from '../../../app/texts/compiled/window/ui'
import { IconButton } from './button'
import { classNames } from '../base/class-names'
import styles from './banner.module.css'

export interface BannerProps {
  readonly tone: 'info' | 'warning' | 'danger'
  readonly children: ReactNode
  readonly actions?: ReactNode
  readonly onDismiss?: () => void
}

const icons = { info: Info, warning: TriangleAlert, danger: CircleAlert }

/** Role `alert` for danger, otherwise `status`. */
export function Banner({ tone, children, actions, onDismiss }: BannerProps) {
  const Icon = icons[tone]
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'} className={classNames(styles.banner, styles[tone])}>
      <Icon size={16} aria-hidden />
      <div className={styles.text}>{children}</div>
      {actions}
      {onDismiss && <IconButton label={ui.dismiss()} icon={X} size="small" onClick={onDismiss} />}
    </div>
  )
}
