/**
 * Diagrams are drawn one after the other, and finished drawings are kept, so that scrolling back draws nothing again.
 */
import pLimit from 'p-limit'
import { diagramLimits } from '../../../../app/contract/conversation/diagram-limits'
import type { DrawnDiagram } from '../../../../app/contract/conversation/diagrams'

const oneByOne = pLimit(1)

/** Limit on kept code and drawings, in characters. */
const keptLimit = 8_000_000
const kept = new Map<string, DrawnDiagram>()

export interface DrawInTurnOptions {
  readonly draw: (code: string) => Promise<DrawnDiagram>
  /** Called when its turn comes. */
  readonly isWanted: () => boolean
}

/** Null if it wasn't drawn yet. */
export function drawnBefore(code: string): DrawnDiagram | null {
  return kept.get(code) ?? null
}

/** A failed drawing may succeed later, if the computer was busy or the drawing page had ended. */
export function drawAgain(code: string): void {
  kept.delete(code)
}

/** Null: no longer wanted. Never rejects. */
export function drawInTurn(code: string, options: DrawInTurnOptions): Promise<DrawnDiagram | null> {
  if (code.length > diagramLimits.code) return Promise.resolve({ type: 'refused', why: 'large' })
  return oneByOne(async () => {
    const before = drawnBefore(code)
    if (before !== null || !options.isWanted()) return before
    try {
      const drawn = await options.draw(code)
      keep(code, drawn)
      return drawn
    } catch {
      return { type: 'refused', why: 'ended' } // the host is closing
    }
  })
}

function keep(code: string, drawn: DrawnDiagram): void {
  // What exceeded the limit can be drawn later.
  if (drawn.type === 'refused' && drawn.why === 'many') return
  kept.set(code, drawn)
  let size = 0
  for (const [key, value] of [...kept].reverse()) {
    size += key.length + (value.type === 'drawn' ? value.svg.length : 0)
    if (size > keptLimit) kept.delete(key)
  }
}
