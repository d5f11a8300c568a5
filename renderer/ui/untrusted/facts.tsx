/** Rows of a label and what stands beside it: the bare facts that a question is about, or that a server would bring. */
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

/** Short texts that stand apart, so that none can pass for two. */
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

/** Texts repeat; which repetition it is makes the key. */
export function keyed(texts: readonly string[]): { readonly key: string; readonly text: string }[] {
  const counts = new Map<string, number>()
  return texts.map((text) => {
    const count = counts.get(text) ?? 0
    counts.set(text, count + 1)
    return { key: `${count} ${text}`, text }
  })
}
