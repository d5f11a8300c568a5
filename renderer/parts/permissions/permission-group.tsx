/** Permissions of one kind, or that there are none. */
import type { ReactNode } from 'react'
import partStyles from './settings-parts.module.css'

export interface PermissionGroupProps {
  readonly title: string
  /** Said if there are none. */
  readonly empty: string
  readonly children: readonly ReactNode[]
}

export function PermissionGroup({ title, empty, children }: PermissionGroupProps) {
  return (
    <section className={partStyles.settingsGroup}>
      <h3>{title}</h3>
      {children.flat().length === 0 ? (
        <p className={partStyles.settingsNone}>{empty}</p>
      ) : (
        <ul className={partStyles.settingsList} aria-label={title}>
          {children}
        </ul>
      )}
    </section>
  )
}
