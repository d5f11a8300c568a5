/** The frame of every table: it scrolls sideways, and can be copied for a spreadsheet. */
import type { ReactNode } from 'react'
import { ui } from '../../../app/texts/compiled/window/ui'
import { toCsv } from '../base/csv'
import { CopyButton, SettledOnly } from './code-block'
import styles from './table-frame.module.css'

export interface TableFrameProps {
  /** Every cell as written, the head first; called when the table is copied. */
  readonly rows: () => readonly (readonly string[])[]
  /** The table. */
  readonly children: ReactNode
}

/** A group named `Table` with a button next to it. */
export function TableFrame({ rows, children }: TableFrameProps) {
  return (
    <div className={styles.frame}>
      {/* Scrolls sideways, so it must be focusable by keyboard. */}
      <div className={styles.scroller} tabIndex={0} role="group" aria-label={ui.table()}>
        {children}
      </div>
      <div className={styles.action}>
        <SettledOnly>
          <CopyButton text={() => toCsv(rows())} label={ui.copyAsCsv()} />
        </SettledOnly>
      </div>
    </div>
  )
}
