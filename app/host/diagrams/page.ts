/** A page that draws diagrams: nobody sees it, it reaches nothing, and it can be ended whatever it does. */
export interface DiagramPage {
  /** It is there and draws what it is given. Rejects when it never will be. */
  readonly ready: Promise<unknown>
  /** Whatever the page answers: a hostile diagram may have made it. Rejects when the page has ended by itself. */
  draw(code: string): Promise<unknown>
  /** Also while it is busy. */
  end(): void
}
