/** A word in a small coloured shape: states and marks. The word carries the meaning, never the colour alone. */
import type { ReactNode } from 'react'
import './badge.css'
import { classNames } from '../base/class-names'
import { VisibleText } from '../base/hidden-characters'

export interface BadgeProps {
  readonly tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger'
  /** A dot before the word; `pulse` for things that go on. */
  readonly dot?: 'still' | 'pulse'
  readonly children: ReactNode
}

/** A badge. Not a live region: announce changes elsewhere. */
export function Badge({ tone = 'neutral', dot, children }: BadgeProps) {
  return (
    <span className={classNames('badge', `badge-${tone}`)}>
      {dot !== undefined && (
        <span className={classNames('badge-dot', dot === 'pulse' && 'badge-dot-pulse')} aria-hidden />
      )}
      {typeof children === 'string' ? <VisibleText text={children} /> : children}
    </span>
  )
}
