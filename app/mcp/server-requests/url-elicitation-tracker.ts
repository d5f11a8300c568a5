/**
 * Links that a server gave to be opened, by its own ids: which ones it may still call completed. The ids are
 * compared and nothing else.
 *
 * @spec 2025-11-25 client/elicitation#url-mode
 */

interface Link {
  isOpened: boolean
  readonly completed: Promise<void>
  readonly complete: () => void
}

/** The oldest are forgotten: a server need not ever say that a link is done. */
const keptLinks = 1_000

export class UrlElicitationTracker {
  readonly #links = new Map<string, Link>()

  /** From now on its completion is news. */
  add(id: string): void {
    if (this.#links.has(id)) return
    let complete = () => {}
    const completed = new Promise<void>((resolve) => {
      complete = resolve
    })
    this.#links.set(id, { isOpened: false, completed, complete })
    const [oldest] = this.#links.keys()
    if (this.#links.size > keptLinks && oldest !== undefined) this.#links.delete(oldest)
  }

  /** The person went there. */
  opened(id: string): void {
    const link = this.#links.get(id)
    if (link !== undefined) link.isOpened = true
  }

  isOpened(id: string): boolean {
    return this.#links.get(id)?.isOpened === true
  }

  forget(id: string): void {
    this.#links.delete(id)
  }

  /** Whether it was one of ours that had not been completed yet. */
  complete(id: string): boolean {
    const link = this.#links.get(id)
    this.#links.delete(id)
    link?.complete()
    return link !== undefined
  }

  /** Resolves at once for what is not waited for. */
  async completed(id: string): Promise<void> {
    await this.#links.get(id)?.completed
  }
}
