/** A formula in a text: drawn if every part is visible, otherwise shown as written. */
import { Suspense } from 'react'
import { findHidden } from '../../../app/contract/content/hidden-text'
import { VisibleText } from '../base/hidden-characters'
import type { FormulaSource as FormulaProps } from './math-syntax'
import styles from './formula.module.css'
import { latePart } from '../controls/late-part'

const DrawnFormula = latePart(async () => (await import('./drawn-formula')).DrawnFormula)

/** Characters; longer sources stay text. */
const sourceLimit = 2_000

/** An element `math` with its source in a tooltip; code if it can't be drawn. */
export function Formula({ source, written, isBlock }: FormulaProps) {
  const asWritten = (
    <code>
      <VisibleText text={written} />
    </code>
  )
  if (source.length > sourceLimit || findHidden(source).length > 0) return asWritten
  return (
    <Suspense fallback={asWritten}>
      <span className={isBlock ? styles.block : undefined}>
        <DrawnFormula source={source} isBlock={isBlock} asWritten={asWritten} />
      </span>
    </Suspense>
  )
}
