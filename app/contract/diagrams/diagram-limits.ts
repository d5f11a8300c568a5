/** What drawing a diagram may take, for both sides; without schemas, which the page does not load. */
export const diagramLimits = {
  /** Characters of its code. */
  code: 50_000,
  /** Characters of the drawing; the window would stand still for a larger one. */
  svg: 600_000,
  /** Milliseconds, from when the page is there. */
  time: 10_000,
  /** Milliseconds in which the page has to be there; a computer that is busy elsewhere takes seconds for it. */
  start: 60_000
} as const
