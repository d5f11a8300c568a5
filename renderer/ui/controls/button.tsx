/** Buttons: with text (`Button`) and with an icon only (`IconButton`, whose tooltip and accessible name name it). */
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../base/class-names'
import { plainWithMarks } from '../base/hidden-characters'
import { useFocusableWhenDisabled } from './focusable-when-disabled'
import styles from './button.module.css'
import iconStyles from './icon-button.module.css'

export interface ButtonProps extends ComponentProps<'button'> {
  /** At most one `primary` per view. Default `secondary`. */
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  readonly size?: 'small' | 'medium'
  readonly icon?: LucideIcon
  /** Shows a spinner and ignores presses; the text stays. */
  readonly isBusy?: boolean
}

/**
 * A button with text. All attributes of `<button>` are passed; the default `type` is `button`. With `disabled` or
 * `isBusy` it keeps the focus that it has.
 */
export function Button(props: ButtonProps) {
  const {
    variant = 'secondary',
    size = 'medium',
    icon: Icon,
    isBusy = false,
    className,
    children,
    ...rest
  } = props
  const kept = useFocusableWhenDisabled(rest.disabled === true || isBusy, rest)
  return (
    <button
      type="button"
      {...rest}
      {...spelledOut(rest)}
      {...kept}
      aria-busy={isBusy || undefined}
      className={classNames(styles.button, styles[variant], styles[size], className)}
    >
      {isBusy ? (
        <span className={styles.spinner} aria-hidden />
      ) : (
        Icon && <Icon size={size === 'small' ? 14 : 16} aria-hidden />
      )}
      {children}
    </button>
  )
}

/** Its name and tooltip may contain text from a server, and can't show marks. */
function spelledOut({ title, 'aria-label': name }: ComponentProps<'button'>) {
  return {
    ...(title !== undefined && { title: plainWithMarks(title) }),
    ...(name !== undefined && { 'aria-label': plainWithMarks(name) })
  }
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Accessible name and tooltip. */
  readonly label: string
  /** The tooltip, if it says more than the name. */
  readonly tip?: string
  readonly icon: LucideIcon
  readonly size?: 'small' | 'medium'
  /** `filled`: the primary action of a place, such as Send in the composer. */
  readonly variant?: 'quiet' | 'filled'
}

/** A square button that shows an icon; `label` names it. */
export function IconButton({
  label,
  tip = label,
  icon: Icon,
  size = 'medium',
  variant = 'quiet',
  className,
  ...rest
}: IconButtonProps) {
  const name = plainWithMarks(label)
  const kept = useFocusableWhenDisabled(rest.disabled === true, rest)
  return (
    <button
      type="button"
      data-tooltip={plainWithMarks(tip)}
      {...rest}
      {...kept}
      aria-label={name}
      className={classNames(iconStyles.button, iconStyles[size], iconStyles[variant], className)}
    >
      <Icon size={size === 'small' ? 14 : 16} aria-hidden />
    </button>
  )
}

/** A spinner for work of unknown length; `label` is read aloud, '' hides it from screen readers. */
export function Spinner({ label = '' }: { readonly label?: string }) {
  return label === '' ? (
    <span className={styles.spinner} aria-hidden />
  ) : (
    <span className={styles.spinner} role="img" aria-label={plainWithMarks(label)} />
  )
}
