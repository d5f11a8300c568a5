/** A button with a chevron that shows or hides what it names. */
import { ChevronRight } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { classNames } from '../base/class-names'
import styles from './fold-button.module.css'

export interface FoldButtonProps {
  readonly isOpen: boolean
  readonly onToggle: () => void
  /** Id of the element that it shows. */
  readonly controls?: string
  readonly ref?: Ref<HTMLButtonElement>
  readonly className?: string | undefined
  readonly children: ReactNode
}

export function FoldButton({ isOpen, onToggle, controls, ref, className, children }: FoldButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      className={classNames(styles.fold, className)}
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onToggle}
    >
      <ChevronRight size={14} aria-hidden className={styles.chevron} />
      {children}
    </button>
  )
}
