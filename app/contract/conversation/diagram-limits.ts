/** Limits for drawing a diagram, for both sides; without schemas, which the page does not load. */
export const diagramLimits = {
  /** Characters of its code. */
  code: 50_000,
  /** Characters of the drawing; a larger one would block the window. */
  svg: 600_000,
  /** Milliseconds after the page has loaded. */
  time: 10_000,
  /** Milliseconds for the page to load; a busy computer takes seconds. */
  start: 60_000
} as const
