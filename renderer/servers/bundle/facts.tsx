/** What a server that came from outside would run and says of itself, laid out line by line. */
import type { ReactNode } from 'react'
import { ExactText } from '../../ui/untrusted/exact-text'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import styles from './facts.module.css'

export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export function Pieces({ pieces }: { readonly pieces: readonly string[] }) {
  if (pieces.length === 0) return <span className={styles.note}>{texts.bundleNone()}</span>
  return (
    <ol className={styles.pieces}>
      {pieces.map((piece, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- equal ones differ by their place alone
        <li key={`${at} ${piece}`}>
          <code className={styles.piece}>
            <ExactText text={piece} />
          </code>
        </li>
      ))}
    </ol>
  )
}
