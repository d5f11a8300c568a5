/** Rows of a label and a value: the facts of a question or of a server. */
import type { ReactNode } from 'react'
import { ExactText } from './exact-text'
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

/** Short separate texts, so that none can look like two. */
export function Pieces({ texts }: { readonly texts: readonly string[] }) {
  return (
    <ul className={styles.factPieces}>
      {keyed(texts).map(({ key, text }) => (
        <li key={key}>
          <code className={styles.factPiece}>
            <ExactText text={text} />
          </code>
        </li>
      ))}
    </ul>
  )
}

/** Texts may repeat; the repetition's number makes the key unique. */
export function keyed(texts: readonly string[]): { readonly key: string; readonly text: string }[] {
  const counts = new Map<string, number>()
  return texts.map((text) => {
    const count = counts.get(text) ?? 0
    counts.set(text, count + 1)
    return { key: `${count} ${text}`, text }
  })
}
