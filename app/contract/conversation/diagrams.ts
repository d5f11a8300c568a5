/** Diagrams in messages: code becomes a drawing, outside the window. */
import { z } from 'zod'
import { diagramLimits } from './diagram-limits'

/** `reason` is a message of the drawing library and can contain parts of the code. */
const drawnDiagram = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('drawn'), svg: z.string().max(diagramLimits.svg) }),
  z.strictObject({ type: z.literal('broken'), reason: z.string().max(500) }),
  z.strictObject({ type: z.literal('refused'), why: z.enum(['slow', 'large', 'ended', 'many']) })
])
export type DrawnDiagram = z.infer<typeof drawnDiagram>

export const diagramCalls = {
  /** Mermaid code as SVG. Never fails: an error is part of the answer. */
  'diagram.draw': {
    // Drawn on this computer, by a page without network access.
    approval: null,
    input: z.strictObject({ code: z.string().max(diagramLimits.code) }),
    output: drawnDiagram
  }
} as const
