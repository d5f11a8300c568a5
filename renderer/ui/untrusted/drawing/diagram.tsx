/**
 * A diagram's code, which the host draws in a separate page once it is visible. The drawing is shown like every SVG
 * from a model; until then, and if drawing fails, the code is shown.
 */
import { RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { diagramLimits } from '../../../../app/contract/conversation/diagram-limits'
import type { DrawnDiagram } from '../../../../app/contract/conversation/diagrams'
import { ui } from '../../../../app/texts/compiled/window/ui'
import { VisibleText } from '../../base/hidden-characters'
import { useHostActions } from '../../base/host-actions'
import { useVisibility } from '../../base/use-visibility'
import { drawAgain, drawInTurn, drawnBefore } from './diagram-queue'
import { Button } from '../../controls/button'
import { Drawing } from './drawing'
import styles from './drawing.module.css'

/** Whether the fence contains a diagram. */
export function isDiagram(language: string): boolean {
  return language.toLowerCase() === 'mermaid'
}

export interface DiagramProps {
  readonly code: string
  /** Buttons beside the drawing. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** `children`: the code. */
export function Diagram({ code, actions, children }: DiagramProps) {
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const [drawn, setDrawn] = useState<DrawnDiagram | null>(() => drawnBefore(code))
  const [isAgain, setIsAgain] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const wasInSight = useVisibility(frame).count > 0
  const { drawDiagram } = useHostActions()
  useEffect(() => {
    if (!wasInSight || drawn !== null) return
    let isWanted = true
    void drawInTurn(code, { draw: drawDiagram, isWanted: () => isWanted }).then((found) => {
      if (isWanted && found !== null) setDrawn(found)
    })
    return () => {
      isWanted = false
    }
  }, [wasInSight, drawn, code, drawDiagram])
  const isDrawn = drawn?.type === 'drawn'
  // The pressed button was removed and replaced by the buttons of the drawing.
  useEffect(() => {
    if (isAgain && isDrawn) place.current?.querySelector('button')?.focus()
  }, [isAgain, isDrawn])
  const again = () => {
    drawAgain(code)
    setIsAgain(true)
    setDrawn(null)
  }
  if (isDrawn)
    return (
      <div ref={place}>
        <Drawing code={drawn.svg} limit={diagramLimits.svg} actions={actions}>
          {children}
        </Drawing>
      </div>
    )
  return (
    <div ref={setFrame} className={styles.drawing} aria-busy={drawn === null || undefined}>
      <p className={styles.note} role="status">
        {drawn === null ? wasInSight && ui.drawingNow() : <VisibleText text={whyNot(drawn)} />}
      </p>
      {(isAgain || canAgain(drawn)) && (
        <Button
          size="small"
          icon={RotateCw}
          className={styles.again}
          aria-disabled={drawn === null || undefined}
          onClick={() => drawn !== null && again()}
        >
          {ui.drawAgain()}
        </Button>
      )}
      {children}
    </div>
  )
}

/** A size problem is permanent. */
function canAgain(drawn: DrawnDiagram | null): boolean {
  return drawn !== null && !(drawn.type === 'refused' && drawn.why === 'large')
}

function whyNot(drawn: Exclude<DrawnDiagram, { readonly type: 'drawn' }>): string {
  if (drawn.type === 'broken')
    return ui.diagramBroken({ reason: drawn.reason.replace(/\s+/g, ' ').slice(0, 200) })
  if (drawn.why === 'slow') return ui.diagramSlow({ seconds: diagramLimits.time / 1_000 })
  return drawn.why === 'large' ? ui.drawingTooLarge() : ui.drawingBroken()
}
