/** A word in a small colored shape: states and marks. The word carries the meaning, never only the color. */
import type { ReactNode } from 'react'
import { classNames } from '../base/class-names'
import { VisibleText } from '../base/hidden-characters'
import styles from './badge.module.css'

export interface BadgeProps {
  readonly tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger'
  /** A dot before the word; `pulse` for ongoing work. */
  readonly dot?: 'still' | 'pulse'
  readonly children: ReactNode
  readonly className?: string | undefined
}

/** A badge. Not a live region: announce changes in another place. */
export function Badge({ tone = 'neutral', dot, children, className }: BadgeProps) {
  return (
    <span className={classNames(styles.badge, styles[tone], className)}>
      {dot !== undefined && (
        <span className={classNames(styles.dot, dot === 'pulse' && styles.pulse)} aria-hidden />
      )}
      {typeof children === 'string' ? <VisibleText text={children} /> : children}
    </span>
  )
}
