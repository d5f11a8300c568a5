/** The content of an empty place: what it is for and what to do first. */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

export interface EmptyStateProps {
  readonly icon?: LucideIcon
  readonly title: string
  readonly children?: ReactNode
  /** Buttons. */
  readonly actions?: ReactNode
}

/** Centred in its parent. */
export function EmptyState({ icon: Icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.emptyState}>
      {Icon && (
        <span className={styles.emptyStateIcon}>
          <Icon size={22} aria-hidden />
        </span>
      )}
      <h2 className={styles.emptyStateTitle}>{title}</h2>
      {children !== undefined && <div className={styles.emptyStateText}>{children}</div>}
      {actions !== undefined && <div className={styles.emptyStateActions}>{actions}</div>}
    </div>
  )
}
