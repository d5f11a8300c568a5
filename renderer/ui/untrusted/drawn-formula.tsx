/** Formulas as MathML, in its own chunk. Builds elements from the library's tree; no HTML text is involved. */
import { useMemo, type ReactNode } from 'react'
import { useDrawnCount } from './time-sliced-render'
import { formulaTree } from './formula-tree'

export interface DrawnFormulaProps {
  readonly source: string
  readonly isBlock: boolean
  /** Shown until its turn comes, and if the formula can't be drawn. */
  readonly asWritten: ReactNode
}

/** In the unit of `useDrawnCount`: about microseconds. */
const costs = { formula: 400, character: 40 }

export function DrawnFormula({ source, isBlock, asWritten }: DrawnFormulaProps) {
  const isDue = useDrawnCount([costs.formula + source.length * costs.character]) > 0
  const drawn = useMemo(() => (isDue ? formulaTree(source, isBlock) : null), [isDue, source, isBlock])
  return drawn ?? asWritten
}
