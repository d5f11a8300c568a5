/** What a place without content says: what it is for and what to do first. */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import './empty-state.css'

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
    <div className="empty-state">
      {Icon && (
        <span className="empty-state-icon">
          <Icon size={22} aria-hidden />
        </span>
      )}
      <h2 className="empty-state-title">{title}</h2>
      {children !== undefined && <div className="empty-state-text">{children}</div>}
      {actions !== undefined && <div className="empty-state-actions">{actions}</div>}
    </div>
  )
}
