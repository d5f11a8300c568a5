/** A hidden page that draws diagrams. It has no network access, and can be ended at any time. */
export interface DiagramPage {
  /** Resolves when the page can draw. Rejects if it never can. */
  readonly ready: Promise<unknown>
  /** The answer of the page. A hostile diagram may have made it. Rejects if the page has ended unexpectedly. */
  draw(code: string): Promise<unknown>
  /** Also while it is busy. */
  end(): void
}
